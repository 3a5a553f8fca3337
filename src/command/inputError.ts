/** Something is wrong with what was given to read: said to the person without a stack, and the command ends with 1. */
export class InputError extends Error {}

import { isSystemError } from './systemError';

/** Something is wrong with what was given to read: said to the person without a stack, and the command ends with 1. */
export class InputError extends Error {}

/** Where in a text: lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Something is wrong at a place in a text, whose name is known further up: see {@link inFile}. */
export class TextError extends Error {
  constructor(
    readonly place: Place,
    readonly problem: string,
  ) {
    super(`${place.line}:${place.column}: ${problem}`);
  }
}

/** What was thrown while a file was read, with the name of the file where it has none yet. */
export function inFile(name: string, thrown: unknown): unknown {
  if (thrown instanceof TextError) return new InputError(`${name}:${thrown.message}`);
  if (isSystemError(thrown) && thrown.syscall === 'read') thrown.path ??= name;
  return thrown;
}

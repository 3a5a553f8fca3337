/** Whether an argument is the address of a host, and not a path. */
export function isUrl(argument: string): boolean {
  return /^https?:/i.test(argument);
}

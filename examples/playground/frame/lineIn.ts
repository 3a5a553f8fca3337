/**
 * The line of a script in which an error has arisen, counted from 1: the innermost one, if the error was thrown in a module that
 * the script called. Null if its stack does not pass through the script.
 */
export function lineIn(address: string, error: unknown): number | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const place = error.stack.indexOf(`${address}:`);
  return place < 0 ? null : Number.parseInt(error.stack.slice(place + address.length + 1), 10);
}

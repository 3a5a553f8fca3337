/**
 * The line of a script in which an error has arisen, counted from 1: the innermost one, if the error was thrown in a module that
 * the script called. Null if its stack does not pass through the script.
 */
export function lineIn(address: string, error: unknown): number | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const [, after] = error.stack.split(`${address}:`, 2);
  const line = Number.parseInt(after ?? '', 10);
  return Number.isNaN(line) ? null : line;
}

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these commands that is on the PATH. */
export function findCommand(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError } from '../../text/errors';
import type { JsonValue } from '../../input/jsonValue';

/**
 * The real path of the file that a glTF's URI leads to.
 *
 * @param uri not a data URI.
 * @param folder the real path of the folder of the glTF.
 * @param allowOutside whether the file may be outside of that folder.
 */
export async function resourcePath(uri: JsonValue, folder: string, allowOutside: boolean): Promise<string> {
  const path = writtenPath(uri, folder);
  // As it is written first, so that nothing outside is touched, such as a server that a path of Windows names.
  if (!allowOutside) checkInside(folder, path, uri);
  const real = await realpath(path);
  if (!allowOutside) checkInside(folder, real, uri);
  // Before it is opened: to open a device may set it off.
  if (!(await stat(real)).isFile()) refuseKind(uri);
  return real;
}

/** Refuses what is no regular file: a pipe may never end, and a device may be anything. */
export function refuseKind(uri: JsonValue): never {
  throw new InputError(`${uri.toString()}, which is not a regular file`);
}

export function isDataUri(uri: JsonValue): boolean {
  return /^data:/i.test(uri.string());
}

/** Where a URI leads as it is written, before links are followed. */
export function writtenPath(uri: JsonValue, folder: string): string {
  const text = uri.string();
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0];
  if (scheme !== undefined) throw new InputError(`${uri.toString()}, expected a relative path or a data URI`);
  const path = decodePercents(text);
  if (path === null || path.includes('\0')) throw new InputError(`${uri.toString()}, which is not a valid URI`);
  return resolve(folder, path);
}

function decodePercents(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Throws unless a path is below a folder. */
export function checkInside(folder: string, path: string, uri: JsonValue): void {
  const way = relative(folder, path);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new InputError(`${uri.toString()}, which is outside of the file's folder: --allow-outside allows that`);
}

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';

/** Whether a URI of a glTF contains the bytes themselves. Otherwise it refers to a file. */
export function isDataUri(uri: JsonValue): boolean {
  return /^data:/i.test(uri.string());
}

/** Returns the bytes in a data URI (RFC 2397). */
export function bytesOfDataUri(uri: JsonValue): Uint8Array {
  const text = uri.string();
  const comma = text.indexOf(',');
  const data = text
    .slice(comma + 1)
    .replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  const isBase64 = /;base64$/i.test(text.slice(0, comma));
  if (comma < 0 || !(isBase64 ? /^[a-z0-9+/]*={0,2}$/i : /^[\0-\xff]*$/).test(data)) {
    throw new InputError(`${uri.toString()}, which is not a valid data URI`);
  }
  return Buffer.from(data, isBase64 ? 'base64' : 'latin1');
}

/**
 * Returns the real path of the file to which a URI of a glTF refers.
 *
 * @param uri any URI but a data URI.
 * @param folder the real path of the folder of the glTF.
 * @param allowOutside whether the file may be outside that folder.
 * @throws InputError unless the URI refers to a regular file that may be read.
 */
export async function resourcePath(uri: JsonValue, folder: string, allowOutside: boolean): Promise<string> {
  const path = writtenPath(uri, folder);
  // The path is checked before links are resolved, so that no path outside is accessed: a Windows path may name a server.
  if (!allowOutside) checkInside(folder, path, uri);
  const real = await realpath(path);
  if (!allowOutside) checkInside(folder, real, uri);
  // The kind of the file is checked before the file is opened, as opening a device may trigger it.
  if (!(await stat(real)).isFile()) rejectKind(uri);
  return real;
}

/** Throws an InputError for a URI that refers to a device, or to a pipe, which may never end. */
export function rejectKind(uri: JsonValue): never {
  throw new InputError(`${uri.toString()}, which is not a regular file`);
}

/** Returns the path to which a URI of a glTF refers, with links in it unresolved. */
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

/** Throws an InputError unless the path to which a URI refers is inside a folder. */
export function checkInside(folder: string, path: string, uri: JsonValue): void {
  const way = relative(folder, path);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new InputError(`${uri.toString()}, which is outside the file's folder: --allow-outside allows that`);
}

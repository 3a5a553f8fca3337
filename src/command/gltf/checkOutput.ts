import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '../input/jsonValue';
import { isTarget, type Target } from '../output/target';
import { InputError, isSystemError } from '../text/errors';
import { checkInside, isDataUri, writtenPath } from './bytes/uri';

/**
 * Throws if the scene would replace a file that its glTF names, even one that is not read.
 *
 * @param path the path of the glTF.
 */
export async function checkOutput(target: Target, json: JsonValue, path: string, allowOutside: boolean): Promise<void> {
  const folder = await realpath(dirname(path));
  for (const named of [...json.list('buffers'), ...json.list('images')]) {
    const uri = named.optional('uri');
    if (uri === undefined || !(await leadsTo(uri, target, folder, allowOutside))) continue;
    throw new InputError(`${uri.toString()}, and the scene would replace that file: give another file`);
  }
}

async function leadsTo(uri: JsonValue, target: Target, folder: string, allowOutside: boolean): Promise<boolean> {
  try {
    if (isDataUri(uri)) return false;
    const path = writtenPath(uri, folder);
    if (path === target.place) return true;
    // A path that may not be read is not touched at all.
    if (!allowOutside) checkInside(folder, path, uri);
    return isTarget(target, await stat(path));
  } catch (thrown) {
    // A bad URI is an error only if its bytes are needed.
    if (thrown instanceof InputError || isSystemError(thrown)) return false;
    throw thrown;
  }
}

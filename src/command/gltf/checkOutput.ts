import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError, isSystemError } from '../text/errors';
import { isTarget, type Target } from '../output/target';
import type { JsonValue } from '../input/jsonValue';
import { checkInside, isDataUri, writtenPath } from './bytes/uri';

/**
 * Throws where a scene would replace a file that its glTF names, whether or not that file is read.
 *
 * @param path that of the glTF.
 */
export async function checkOutput(target: Target, json: JsonValue, path: string, allowOutside: boolean): Promise<void> {
  const folder = await realpath(dirname(path));
  for (const named of [...json.list('buffers'), ...json.list('images')]) {
    const uri = named.optional('uri');
    if (uri === undefined || !(await leadsTo(uri, target, folder, allowOutside))) continue;
    throw new InputError(`${uri.toString()}, and the scene would be written over that file: give another`);
  }
}

async function leadsTo(uri: JsonValue, target: Target, folder: string, allowOutside: boolean): Promise<boolean> {
  try {
    if (isDataUri(uri)) return false;
    const path = writtenPath(uri, folder);
    if (path === target.place) return true;
    // What may not be read is not touched either.
    if (!allowOutside) checkInside(folder, path, uri);
    return isTarget(target, await stat(path));
  } catch (thrown) {
    // A URI that leads nowhere is an error only where its bytes are needed.
    if (thrown instanceof InputError || isSystemError(thrown)) return false;
    throw thrown;
  }
}

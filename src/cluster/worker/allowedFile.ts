import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ClusterError } from '../protocol/clusterError';

/**
 * The file that a path of a job leads to. Jobs come over the network: the file must be in one of the folders or below, after
 * all links are followed.
 *
 * @param path if it is relative, it begins in each of the folders in turn.
 */
export async function allowedFile(path: string, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, path)).catch(() => null)]);
    if (file !== null && isBelow(root, file)) return file;
  }
  // Whether there is a file elsewhere is not told.
  throw new ClusterError(`${JSON.stringify(path)} is not a file in the folders that this worker may read: see --allow`);
}

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ClusterError } from '../protocol/clusterQueue';

/** Throws unless all folders of scenes exist, so that a misspelt folder fails when a worker starts, and not in each job. */
export async function checkFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) throw new ClusterError(`${JSON.stringify(folder)} is not a folder: see --allow`);
  }
}

/**
 * Returns the files that a job's path may name. Jobs arrive over the network, so each file must be in or below one of the
 * folders, after all links are followed.
 *
 * @param path a relative path is resolved in each folder.
 * @throws ClusterError if the path names no file in the folders.
 */
export async function allowedFiles(path: string, folders: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const folder of folders) {
    const [root, file] = await Promise.all([folder, resolve(folder, path)].map((at) => realpath(at).catch(() => null)));
    if (root !== null && file !== null && isBelow(root, file) && (await stat(file)).isFile()) files.add(file);
  }
  if (files.size > 0) return [...files];
  // The error does not reveal whether the path names a file outside the allowed folders.
  throw new ClusterError(`${JSON.stringify(path)} is not a file in the folders that this worker may read: see --allow`);
}

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

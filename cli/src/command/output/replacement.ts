import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync, type Stats } from 'node:fs';
import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * How a file is replaced once a new one is whole. `src/tileWriter/files/replacement.ts` does the same: both remove what the other has left
 * behind, so their names of unfinished files must stay the same.
 */

/** The bits of a file's mode that permit reading, writing and running the file. */
const PERMISSIONS = 0o777;
const PERMISSIONS_EXCEPT_GROUP = 0o707;

/**
 * Returns the path of a new file in the folder of the file at `path`. The new file will replace that file once it is complete.
 * The new name does not contain the old name, which may already have the greatest length, but a hash of it, and the id of this
 * process: see {@link removeStalePartials}.
 */
export function partialPath(path: string): string {
  return join(dirname(path), `slabtree-${markOf(path)}-${process.pid}-${randomUUID()}.partial`);
}

/**
 * Removes the unfinished files that processes of this machine have left when they were killed while they wrote the file at
 * `path`. Keeps the files of processes that run. Ignores files that cannot be removed.
 */
export async function removeStalePartials(path: string): Promise<void> {
  const folder = dirname(path);
  const pattern = new RegExp(String.raw`^slabtree-${markOf(path)}-(\d+)-[0-9a-f-]{36}\.partial$`);
  for (const name of await readdir(folder).catch(() => [])) {
    const match = pattern.exec(name);
    if (match === null || isRunning(Number(match[1]))) continue;
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

/**
 * Returns a text that marks the files that belong to a path, and to processes whose ids this process can look up: in a folder that
 * several machines or containers share, a process id means another process in each of them.
 */
export function markOf(path: string): string {
  const parts = [hostname(), processNamespace(), basename(path)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}

/** Returns the name of the process namespace of this process: each container has another one. Empty where there are none. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    // The signal 0 is not sent: the call only looks for the process.
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // ESRCH: there is no such process. EPERM: there is one, of another user, to whom we may send no signals.
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Returns the mode of a new file that will replace the file `replaced`, if any. Until {@link keepOwnerAndMode} is called, only
 * the owner may read the new file, because other users might not be allowed to read the replaced file.
 */
export function modeBefore(replaced: Stats | null): number {
  return replaced === null ? 0o666 : 0o600;
}

/** Gives a new file the mode of the file that it replaces, and its owner and group if the user of this process may set them. */
export async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await file.stat();
  // Only root may change the owner of a file. Other users may change the group, to a group that they are in.
  if (made.uid !== uid) await file.chown(uid, gid).catch(() => undefined);
  if (made.gid !== gid) await file.chown(-1, gid).catch(() => undefined);
  const { gid: kept } = await file.stat();
  // If the file's group could not be set, its present group must not get the permissions of the replaced file's group.
  await file.chmod(mode & (kept === gid ? PERMISSIONS : PERMISSIONS_EXCEPT_GROUP));
}

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The bits of a file's mode that permit reading, writing and running the file. */
const PERMISSIONS = 0o777;
const PERMISSIONS_EXCEPT_GROUP = 0o707;

/**
 * Returns the path of a new file in the folder of the file at `path`. The new file will replace that file once it is complete.
 * The new name does not contain the old name, which may already have the greatest length.
 */
export function partialPath(path: string): string {
  return join(dirname(path), `slabtree-${randomUUID()}.partial`);
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

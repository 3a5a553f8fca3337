import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** The bits of a file's mode that say who may read, write and run it. */
const PERMISSIONS = 0o777;
const PERMISSIONS_EXCEPT_GROUP = 0o707;

/**
 * The mode of a new file that will take the place of another one, or of none. Until {@link keepOwnerAndMode}, nobody else may
 * read it: they might not be allowed to read the file that it replaces.
 */
export function modeBefore(replaced: Stats | null): number {
  return replaced === null ? 0o666 : 0o600;
}

/** Gives a file the mode of the one that it replaces, and its owner and group if this user may set them. */
export async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await file.stat();
  // Only root may change the owner. Others may change the group, to one that they are in.
  if (made.uid !== uid) await file.chown(uid, gid).catch(() => undefined);
  if (made.gid !== gid) await file.chown(-1, gid).catch(() => undefined);
  const { gid: kept } = await file.stat();
  // If the group could not be kept, the new group does not get the rights of the old one.
  await file.chmod(mode & (kept === gid ? PERMISSIONS : PERMISSIONS_EXCEPT_GROUP));
}

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { interruptible } from './interruptible';

/** The bits of a file's mode that say who may read, write and run it. */
const PERMISSIONS = 0o777;
const PERMISSIONS_EXCEPT_GROUP = 0o707;

/**
 * Writes a file so that nobody ever sees half of it: first under another name in the same folder, then renamed.
 *
 * @param path must not be a link.
 * @param replaced the file that is there now, or null. Its mode is kept, and its owner and group if this user may set them.
 * @throws InterruptedError if a signal comes before the file is whole. Then nothing has changed.
 */
export async function replaceFile(path: string, replaced: Stats | null, chunks: Iterable<Uint8Array>): Promise<void> {
  // Not derived from the name of the file, which may be as long as a name can be.
  const partial = join(dirname(path), `slabtree-${randomUUID()}.partial`);
  await interruptible(async (signal) => {
    try {
      // Until the mode is set, nobody else may read it: they might not be allowed to read the file that it replaces.
      const file = await open(partial, 'wx', replaced === null ? 0o666 : 0o600);
      try {
        for (const chunk of chunks) await file.writeFile(chunk, { signal });
        if (replaced !== null) await keepOwnerAndMode(file, replaced);
        await file.sync();
      } finally {
        await file.close();
      }
      signal.throwIfAborted();
      await rename(partial, path);
    } catch (thrown) {
      await rm(partial, { force: true });
      signal.throwIfAborted();
      throw thrown;
    }
  });
}

async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await file.stat();
  // Only root may change the owner. Others may change the group, to one that they are in.
  if (made.uid !== uid) await file.chown(uid, gid).catch(() => undefined);
  if (made.gid !== gid) await file.chown(-1, gid).catch(() => undefined);
  const { gid: kept } = await file.stat();
  // If the group could not be kept, the new group does not get the rights of the old one.
  await file.chmod(mode & (kept === gid ? PERMISSIONS : PERMISSIONS_EXCEPT_GROUP));
}

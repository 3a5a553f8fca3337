import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { interruptible } from './interruptible';

/** Of a file's mode: who may read, write and run it. */
const PERMISSIONS = 0o777;
const PERMISSIONS_BUT_OF_GROUP = 0o707;

/**
 * Writes a file so that nobody finds half of it: beside where it belongs, and renamed at last.
 *
 * @param path no link.
 * @param replaced what is there: its mode is kept, and its owner where that may be. Null where there is nothing.
 * @throws InterruptedError where a signal has come before it is whole: then nothing has changed.
 */
export async function replaceFile(path: string, replaced: Stats | null, chunks: Iterable<Uint8Array>): Promise<void> {
  // Not by the name of the file, which may be as long as a name can be.
  const partial = join(dirname(path), `slabtree-${randomUUID()}.partial`);
  await interruptible(async (signal) => {
    try {
      // Nobody may read in it what they may not read in the file that it replaces.
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
  // Only root gives a file to another owner; others may give it to a group that they are in.
  if (made.uid !== uid) await file.chown(uid, gid).catch(() => undefined);
  if (made.gid !== gid) await file.chown(-1, gid).catch(() => undefined);
  const { gid: kept } = await file.stat();
  // What one group may do is not for another.
  await file.chmod(mode & (kept === gid ? PERMISSIONS : PERMISSIONS_BUT_OF_GROUP));
}

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keepOwnerAndMode, modeBefore } from '../../tileWriter/files/ownerAndMode';
import { interruptible } from './interruptible';

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
      const file = await open(partial, 'wx', modeBefore(replaced));
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

import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { interruptible } from './interruptible';
import { isSystemError } from './errors';

/**
 * Writes a file so that nobody finds half of it: beside where it belongs, and renamed at last.
 *
 * @throws InterruptedError where a signal has come before that.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const partial = `${target}.${randomUUID()}.partial`;
  await interruptible(async (signal) => {
    try {
      const file = await open(partial, 'wx');
      try {
        await file.writeFile(bytes, { signal });
        await file.sync();
      } finally {
        await file.close();
      }
      signal.throwIfAborted();
      await rename(partial, target);
    } catch (thrown) {
      await rm(partial, { force: true });
      signal.throwIfAborted();
      // Of the two files, the person knows one.
      throw isSystemError(thrown) ? Object.assign(thrown, { path }) : thrown;
    }
  });
}

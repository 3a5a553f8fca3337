import { rmSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning, markOf } from '../output/replacement';
import { InputError, isSystemError, systemErrorReason } from '../text/errors';
import type { CheckpointFile } from './checkpoint';

/** The name of a lock after the name of its checkpoint: the mark of the machine, and the id of the process. */
const LOCK = /^\.([0-9a-f]{16})-(\d+)\.lock$/;

/**
 * Locks a checkpoint until this process ends. Each process has a lock of its own, a file beside the checkpoint, so no process
 * removes the lock of another that has just begun. Locks of processes that run no more are removed.
 *
 * @throws InputError if another process has a lock, or if no file can be written in the folder of the checkpoint.
 */
export async function lockCheckpoint({ name, place }: CheckpointFile): Promise<void> {
  const mark = markOf(place);
  const own = `${place}.${mark}-${process.pid}.lock`;
  try {
    await writeFile(own, '');
  } catch (thrown) {
    if (!isSystemError(thrown)) throw thrown;
    throw new InputError(`${name}: no checkpoint can be written there: ${systemErrorReason(thrown)}`);
  }
  process.once('exit', () => {
    rmSync(own, { force: true });
  });
  const folder = dirname(place);
  const file = basename(place);
  for (const other of await readdir(folder)) {
    if (!other.startsWith(file) || other === basename(own)) continue;
    const match = LOCK.exec(other.slice(file.length));
    if (match === null) continue;
    const [, otherMark, pid] = match;
    if (otherMark !== mark) {
      throw new InputError(
        `${name}: a cast on another machine uses this checkpoint: wait for its end. If it was killed, remove ${other}`,
      );
    }
    if (isRunning(Number(pid))) {
      // After a restart of the machine, another program may have the id of a cast that was killed.
      throw new InputError(
        `${name}: another cast uses this checkpoint, the process ${pid}: wait for its end. ` +
          `If that process is no cast, remove ${other}`,
      );
    }
    await rm(join(folder, other), { force: true });
  }
}

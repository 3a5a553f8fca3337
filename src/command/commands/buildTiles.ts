import type { BoxSink } from '../boxes/boxSink';
import { NameList } from '../boxes/nameList';
import { interruptible } from '../output/interruptible';
import type { Progress } from '../output/progress';
import type { Target } from '../output/target';
import { InputError } from '../text/errors';

export interface TileOptions {
  threads: number;
  /** Undefined if it follows from the number of boxes. */
  boxesPerTile: number | undefined;
  /** Undefined if it is the folder of the output. */
  temporaryFolder: string | undefined;
}

/** See TileWriterOptions. */
export const MOST_BOXES_PER_TILE = 2 ** 22;

/** The parts into which the progress is divided. */
const STEPS = 1000;

/**
 * Writes a file of tiles. Boxes are spilled as they come, so the memory does not grow with their number.
 *
 * @param read adds the boxes and their names.
 */
export async function buildTiles(
  { name, place, present }: Target,
  { threads, boxesPerTile, temporaryFolder }: TileOptions,
  progress: Progress,
  read: (scene: BoxSink, names: NameList) => Promise<void>,
): Promise<void> {
  if (typeof place === 'number' || (present !== null && !present.isFile())) {
    throw new InputError(`${name}: a file of tiles is not written from its beginning to its end: give a file`);
  }
  let steps = 0;
  const onProgress = (done: number): void => {
    const before = steps;
    steps = Math.floor(STEPS * done);
    progress.advance(steps - before);
  };
  // Only here, as no other command needs it.
  const { TileWriter } = await import('slabtree/tile-writer');
  const writer = await TileWriter.create(place, {
    threads,
    onProgress,
    ...(boxesPerTile !== undefined && { boxesPerTile }),
    ...(temporaryFolder !== undefined && { temporaryFolder }),
  });
  try {
    const names = new NameList((run) => {
      writer.addNames([run]);
    });
    await read(writer, names);
    progress.start('writing tiles', STEPS);
    await interruptible(async (signal) => {
      signal.addEventListener('abort', () => void writer.abort());
      try {
        await writer.finish();
      } catch (thrown) {
        signal.throwIfAborted();
        throw thrown instanceof RangeError ? new InputError(thrown.message) : thrown;
      }
    });
  } finally {
    progress.stop();
    await writer.abort();
  }
}

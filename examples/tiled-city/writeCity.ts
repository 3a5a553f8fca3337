import { setImmediate } from 'node:timers/promises';
import { TileWriter, type WrittenTiles } from 'slabtree/tile-writer';
import { BLOCK_BOXES } from './city/cityBlock';
import { cityBoxes } from './city/cityBoxes';

/** The part of the work that is done when all boxes have been placed. */
const PLACED = 0.1;
/** So many boxes are placed at once. In between, the process hears of signals. */
const AT_ONCE = 100 * BLOCK_BOXES;

interface WriteOptions {
  readonly signal?: AbortSignal;
  /** @param done from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Writes a city of so many boxes as a file of tiles. Its memory does not grow with the city. */
export async function writeCity(path: string, count: number, options: WriteOptions = {}): Promise<WrittenTiles> {
  const { signal, onProgress = () => undefined } = options;
  const writer = await TileWriter.create(path, {
    ...(signal && { signal }),
    onProgress: (done) => {
      onProgress(PLACED + (1 - PLACED) * done);
    },
  });
  for (const boxes of cityBoxes(count)) {
    writer.addAabbs(boxes);
    if (writer.size % AT_ONCE !== 0) continue;
    onProgress((PLACED * writer.size) / count);
    await setImmediate();
  }
  return writer.finish();
}

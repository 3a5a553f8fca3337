import { dirname } from 'node:path';
import { checkNumber, show } from '../primitives/check';
import { OptionNames } from '../primitives/optionNames';
import { PROGRESS_NAMES, type ProgressOptions, readProgressOptions } from '../scene/arguments/progressOptions';
import { checkThreads } from '../scene/threads/workerOptions';
import { defaultThreads } from '../threads/threadPool';

/** Options of {@link TileWriter.create}: the size of tiles, temporary files, threads and memory. */
export interface TileWriterOptions extends ProgressOptions {
  /**
   * The most boxes of a tile, from 1 to 2^22. By default 1024 for up to 25 million boxes. Above, the default grows with the
   * square root of the number of boxes: 2029 for 100 million. Smaller tiles are read faster, but the index of more tiles takes
   * longer to read.
   */
  boxesPerTile?: number;
  /**
   * The folder of the temporary files, which take about 50 bytes for each axis-aligned box and 170 for each oriented box, and
   * for a moment twice as many. By default the folder of the file of tiles.
   */
  temporaryFolder?: string;
  /**
   * How many threads build tiles, from 1 to 256. By default as many as the machine runs at once, at most 16. The written file is
   * the same for any number of threads. If no thread can be started, the calling thread builds the tiles, and the console says so.
   */
  threads?: number;
  /** About how many bytes the sorting of boxes may take. 128 MB by default. Each thread takes about 30 MB in addition. */
  memory?: number;
}

/** A checked copy of the options of a `TileWriter`, with defaults. */
export interface TileWriterSettings extends ProgressOptions {
  /** The most boxes of a tile. Null for the default, which depends on the number of boxes. */
  readonly boxesPerTile: number | null;
  readonly temporaryFolder: string;
  readonly threads: number;
  /** About how many bytes of box records are sorted in memory at once: see CutSettings. */
  readonly sortedBytes: number;
}

const MOST_BOXES_PER_TILE = 2 ** 22;
const USUAL_MEMORY = 2 ** 27;
const LEAST_MEMORY = 2 ** 14;
/** The fraction of the option `memory` for box records. Indices, centres, and copies for the threads take the other part. */
const SORTED = 1 / 4;

const WRITER_OPTIONS = /* @__PURE__ */ new OptionNames<TileWriterOptions>({
  ...PROGRESS_NAMES,
  boxesPerTile: true,
  temporaryFolder: true,
  threads: true,
  memory: true,
});

export async function readSettings(path: string, options: TileWriterOptions): Promise<TileWriterSettings> {
  WRITER_OPTIONS.check('options', options);
  const { boxesPerTile, temporaryFolder = dirname(path), threads, memory = USUAL_MEMORY } = options;
  if (boxesPerTile !== undefined) checkInteger('options.boxesPerTile', boxesPerTile, 1, MOST_BOXES_PER_TILE);
  if (typeof temporaryFolder !== 'string') {
    throw new TypeError(`options.temporaryFolder must be a path, got ${show(temporaryFolder)}`);
  }
  if (threads !== undefined) checkThreads(threads);
  checkInteger('options.memory', memory, LEAST_MEMORY, Number.MAX_SAFE_INTEGER);
  return {
    ...readProgressOptions(options),
    boxesPerTile: boxesPerTile ?? null,
    temporaryFolder,
    threads: threads ?? (await defaultThreads()),
    sortedBytes: SORTED * memory,
  };
}

/** Throws unless a number is an integer from `least` to `most`. */
export function checkInteger(name: string, value: number, least: number, most: number): void {
  checkNumber(name, value);
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be an integer from ${least} to ${most}, got ${value}`);
}

/** The measured bytes of a box in a tile (with its part of the tree and its id), and of a tile in the index. */
const BOX_BYTES = 81;
const TILE_BYTES = 10;
/** About how many tiles a cold pick reads. A cold pick is the first pick in a scene, and also reads the index. */
const TILES_READ = 3;
const LEAST = 1024;

/**
 * Returns the default of `boxesPerTile`. If a tile has n boxes, a cold pick reads `TILE_BYTES · boxes / n` bytes of the index,
 * and `TILES_READ · BOX_BYTES · n` bytes of tiles. The sum of the two terms is smallest where they are equal.
 */
export function usualBoxesPerTile(boxes: number): number {
  return Math.max(LEAST, Math.ceil(Math.sqrt((TILE_BYTES * boxes) / (TILES_READ * BOX_BYTES))));
}

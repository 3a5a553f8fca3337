import { dirname } from 'node:path';
import { checkNumber, show } from '../primitives/check';
import { OptionNames } from '../primitives/optionNames';
import { PROGRESS_NAMES, type ProgressOptions, readProgressOptions } from '../scene/arguments/progressOptions';
import { checkThreads } from '../scene/threads/workerOptions';
import { defaultThreads } from '../threads/threadPool';

/** How a `TileWriter` works. */
export interface TileWriterOptions extends ProgressOptions {
  /**
   * The most boxes of a tile, from 1 to 2^22. By default 1024 up to 25 million boxes. Above, it grows with the square root of the
   * number of boxes: 2029 for 100 million. Smaller tiles are read faster, but the index of more tiles takes longer.
   */
  boxesPerTile?: number;
  /**
   * The folder of the temporary files: about 50 bytes for each axis-aligned box, for a moment twice as many, and 170 for each
   * oriented box. By default the folder of the file.
   */
  temporaryFolder?: string;
  /**
   * How many threads build tiles, from 1 to 256. By default as many as the machine runs at once, at most 16. The file is the
   * same for any number.
   */
  threads?: number;
  /** About how many bytes sorting boxes may take. 128 MB by default. Threads take about 30 MB each in addition. */
  memory?: number;
}

/** A checked copy of the options. */
export interface TileWriterSettings extends ProgressOptions {
  /** Null for the default, which depends on the number of boxes. */
  readonly boxesPerTile: number | null;
  readonly temporaryFolder: string;
  readonly threads: number;
  /** See CutSettings. */
  readonly sortedBytes: number;
}

export const MOST_BOXES_PER_TILE = 2 ** 22;
const USUAL_MEMORY = 2 ** 27;
const LEAST_MEMORY = 2 ** 14;
/** The share of the memory for the boxes themselves. Indices, centres, and copies for the threads take the rest. */
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

/** The bytes of a box in a tile (with its part of the tree and its id), and of a tile in the index. Measured. */
const BOX_BYTES = 81;
const TILE_BYTES = 10;
/** A cold pick reads the index and about this many tiles. */
const TILES_READ = 3;
const LEAST = 1024;

/**
 * Returns the default of `boxesPerTile`. With n boxes per tile, a cold pick reads `TILE_BYTES · boxes / n` bytes of the index,
 * and `TILES_READ · BOX_BYTES · n` bytes of tiles. The sum is smallest where both terms are equal.
 */
export function usualBoxesPerTile(boxes: number): number {
  return Math.max(LEAST, Math.ceil(Math.sqrt((TILE_BYTES * boxes) / (TILES_READ * BOX_BYTES))));
}

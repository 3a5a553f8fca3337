import { type AbortSignalLike, BoxScene, type RaycastOptions } from 'slabtree';
import { checkCallback, checkNames, checkSignal, show } from '../protocol/arguments';
import { RAY_BYTES } from '../protocol/blockBytes';
import type { BlockOptions } from '../protocol/blockJob';
import { readNotice, readTimeout } from '../protocol/redisWatch';
import { LONGEST_ORDER } from './nearOrder';

/** Options of {@link castOnCluster}: which hits count, and how rays are sent to the workers. */
export interface ClusterCastOptions extends BlockOptions {
  /** The number of rays in a block. A worker casts one block per job. 65,536 by default. */
  blockRays?: number;
  /**
   * The number of blocks in a window. The rays of a window are sorted by nearness before they are cut into blocks, and all
   * answers of a window are returned at once. 8 by default for a file of tiles, so that each worker needs few tiles. 1 by
   * default for other files, where sorting would cost the caller more than it saves the workers.
   */
  windowBlocks?: number;
  /** The most blocks under way at once, from the read of a block's rays to the return of its answers. 128 by default. */
  backlog?: number;
  /** The most bytes that the rays under way take at once, in the caller's memory and again in Redis. 256 MiB by default. */
  backlogBytes?: number;
  /**
   * How many milliseconds to wait while Redis does not answer, or refuses blocks because it is full, read-only or loading.
   * 30,000 by default. The time in which workers cast rays does not count, and neither does the time without a worker.
   */
  timeout?: number;
  /**
   * Called with a sentence for the user when Redis does not answer or refuses blocks, when no worker takes blocks, and again when
   * such a problem is over. Also called if the eviction policy of Redis may remove blocks.
   */
  onNotice?: (message: string) => void;
  /** Called with the number of workers that run for the queue, a second after the start and when it changes. */
  onWorkers?: (count: number) => void;
  /** Called with the number of rays answered so far. No fraction is given, because the number of all rays is unknown. */
  onProgress?: (rays: number) => void;
  /** Aborting this signal stops the cast, and removes its blocks from Redis. The answers end with the signal's reason. */
  signal?: AbortSignalLike;
}

/** A checked copy of the options of a cast on a cluster. */
export interface CastChoice {
  readonly options: BlockOptions;
  readonly blockRays: number;
  /** The number of blocks in a window. Undefined for the default, which depends on the kind of scene file. */
  readonly windowBlocks: number | undefined;
  readonly backlog: number;
  readonly backlogBytes: number;
  readonly timeout: number;
  readonly onNotice: (message: string) => void;
  readonly onWorkers: ((count: number) => void) | undefined;
  readonly onProgress: ((rays: number) => void) | undefined;
  readonly signal: AbortSignalLike | undefined;
}

/** The names of the options. `filter` and `refine` are included: a cluster cannot call them, and their error has this reason. */
const CAST_OPTIONS: Record<keyof (ClusterCastOptions & RaycastOptions), boolean> = {
  tMin: true,
  tMax: true,
  solid: true,
  mask: true,
  side: true,
  boxesOnly: true,
  filter: false,
  refine: false,
  triangles: true,
  blockRays: true,
  windowBlocks: true,
  backlog: true,
  backlogBytes: true,
  timeout: true,
  onNotice: true,
  onWorkers: true,
  onProgress: true,
  signal: true,
};

export function readCastOptions(given: ClusterCastOptions): CastChoice {
  const options = readBlockOptions(given);
  const { blockRays = 65_536, windowBlocks, backlog = 128, backlogBytes = 2 ** 28 } = given;
  checkCount('options.blockRays', blockRays, LONGEST_ORDER);
  if (windowBlocks !== undefined) checkCount('options.windowBlocks', windowBlocks, LONGEST_ORDER / blockRays);
  checkCount('options.backlog', backlog);
  checkCount('options.backlogBytes', backlogBytes);
  const timeout = readTimeout(given, 30_000);
  const onNotice = readNotice(given);
  const { onWorkers, onProgress, signal } = given;
  checkCallback('options.onWorkers', onWorkers);
  checkCallback('options.onProgress', onProgress);
  checkSignal(signal);
  return { options, blockRays, windowBlocks, backlog, backlogBytes, timeout, onNotice, onWorkers, onProgress, signal };
}

/**
 * Returns the number of rays in a window, and the most windows under way: at least 1, however many bytes a window takes.
 *
 * @param tiled whether the scene is a file of tiles.
 */
export function windowsFor(
  { blockRays, windowBlocks, backlog, backlogBytes }: CastChoice,
  tiled: boolean,
): { windowRays: number; windows: number } {
  const usual = tiled ? Math.max(1, Math.min(8, Math.floor(LONGEST_ORDER / blockRays))) : 1;
  const blocks = windowBlocks ?? usual;
  const windowRays = blockRays * blocks;
  const windows = Math.min(backlog / blocks, backlogBytes / (RAY_BYTES * windowRays));
  return { windowRays, windows: Math.max(1, Math.floor(windows)) };
}

/** Returns a copy of the options that the workers give to the scene. A scene without boxes checks their values. */
function readBlockOptions(given: ClusterCastOptions & Pick<RaycastOptions, 'filter' | 'refine'>): BlockOptions {
  checkNames('options', given, CAST_OPTIONS);
  const { tMin = 0, tMax = Infinity, solid = false, mask, side = 'both', boxesOnly = false, triangles = false } = given;
  const { filter, refine } = given;
  const options = { tMin, tMax, solid, ...(mask !== undefined && { mask }), side, boxesOnly, triangles };
  const callbacks = { ...(filter !== undefined && { filter }), ...(refine !== undefined && { refine }) };
  new BoxScene({ backend: 'js' }).raycastMany(new Float64Array(0), { ...options, ...callbacks });
  const name = Object.keys(callbacks).at(0);
  if (name !== undefined) {
    throw new TypeError(`options.${name} is a function, which a cluster cannot call: use masks`);
  }
  return options;
}

function checkCount(name: string, value: number, most = Infinity): void {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  const range = most === Infinity ? 'of 1 or more' : `from 1 to ${Math.floor(most)}`;
  throw new RangeError(`${name} must be an integer ${range}, got ${value}`);
}

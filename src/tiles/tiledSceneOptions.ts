import type {
  ContactsOptions,
  MaskOption,
  NearestOptions,
  OverlapOptions,
  PickOptions,
  RaycastManyOptions,
  RaycastOptions,
  SweepOptions,
} from 'slabtree';
import { checkNumber } from '../primitives/check';
import { OptionNames } from '../primitives/optionNames';
import { type BoxSceneOptions, readSceneOptions } from '../scene/arguments/boxSceneOptions';
import type { ProgressOptions } from '../scene/arguments/progressOptions';
import { checkThreads, readWorkerUrl, type WorkerOptions } from '../scene/threads/workerOptions';
import type { ThreadsWanted } from './casting/tileThreads';
import type { SourceLimits } from './sources/rangeReader';
import { FILE_NAMES, readLimits, type TileFileOptions } from './tileFileOptions';

/**
 * Options of a ray query of a tiled scene, such as {@link TiledScene.raycast}: which hits count, and how to follow and
 * stop the query.
 */
export interface TiledRaycastOptions extends RaycastOptions, ProgressOptions {}
/**
 * Options of {@link TiledScene.raycastMany}: which hits count, whether triangles are returned, and how to follow and
 * stop the query.
 */
export interface TiledRaycastManyOptions extends Omit<RaycastManyOptions, 'fronts'>, ProgressOptions {}
/**
 * Options of {@link TiledScene.pick}: which hits count, the clip space of the projection, and how to follow and stop
 * the query.
 */
export interface TiledPickOptions extends Omit<PickOptions, 'into'>, ProgressOptions {}
/** Options of {@link TiledScene.nearest}: which boxes it finds, and how to follow and stop the query. */
export interface TiledNearestOptions extends Omit<NearestOptions, 'signed'>, ProgressOptions {}
/** Options of {@link TiledScene.overlap}: which boxes it finds, and how to follow and stop the query. */
export interface TiledOverlapOptions extends OverlapOptions, ProgressOptions {}
/**
 * Options of the sweeps of a tiled scene, such as {@link TiledScene.sweep}: how far the shape moves, which hits count,
 * and how to follow and stop the query.
 */
export interface TiledSweepOptions extends SweepOptions, ProgressOptions {}
/** Options of {@link TiledScene.contacts}: which contacts count, and how to follow and stop the query. */
export interface TiledContactsOptions extends ContactsOptions, ProgressOptions {}
/**
 * Options of {@link TiledScene.split} and {@link TiledScene.cull}: which boxes they find, and how to follow and stop
 * the query.
 */
export interface TiledMaskOptions extends MaskOption, ProgressOptions {}

/** Options of {@link TiledScene.open}: the memory, the threads, and for how long and how often reads are tried. */
export interface TiledSceneOptions extends TileFileOptions, Pick<BoxSceneOptions, 'backend'>, WorkerOptions {
  /**
   * How many bytes of tiles stay in memory: 256 MB by default. A tile takes up to 1.4 times as many bytes in memory as in the
   * file. A query that needs more memory loads its tiles one part after another. The largest tile of the file must fit in
   * memory.
   */
  memory?: number;
  /**
   * How many threads cast the rays of `raycastMany`: a number from 1 to 256, or `'auto'` for as many as the machine runs at
   * once, at most 16. By default there are no threads: the calling thread casts all rays.
   */
  threads?: number | 'auto';
}

/** A checked copy of the options of `TiledScene.open`, with defaults. */
export interface OpenChoice extends SourceLimits {
  readonly memory: number;
  readonly backend: 'auto' | 'js' | 'wasm';
  /** How many threads to start, and their code. Null if no threads are wanted. */
  readonly wanted: ThreadsWanted | null;
}

const OPEN_OPTIONS = /* @__PURE__ */ new OptionNames<TiledSceneOptions>({
  ...FILE_NAMES,
  backend: true,
  workerUrl: true,
  memory: true,
  threads: true,
});

export function readOpenOptions(options: TiledSceneOptions): OpenChoice {
  OPEN_OPTIONS.check('options', options);
  const { memory = 2 ** 28, backend, threads } = options;
  checkNumber('options.memory', memory);
  if (!(memory > 0)) throw new RangeError(`options.memory must be more than 0 bytes, got ${memory}`);
  const limits = readLimits(options);
  if (threads !== undefined && threads !== 'auto') checkThreads(threads);
  const workerUrl = readWorkerUrl(options);
  const wanted = threads === undefined ? null : { threads, workerUrl };
  return {
    ...limits,
    wanted,
    memory,
    backend: readSceneOptions(backend === undefined ? {} : { backend }).backend,
  };
}

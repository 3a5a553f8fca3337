import type {
  BoxScene,
  FloatArray,
  ManyFeatures,
  ManyFronts,
  ManyHits,
  ManyShapesKind,
  ManySweeps,
  ManyTriangleHits,
} from 'slabtree';
import type { RaySelection } from '../bvh/query/raySelection';
import { isObject, show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import {
  batchQueryOf,
  type BatchQueryName,
  type Column,
  type ManyMotionsOptions,
  type ManyPointsOptions,
  type ManyPointsSettings,
  type ManyRaysOptions,
  type WithFeatures,
  type WithFronts,
  type WithTriangles,
} from '../scene/batches/batchQueries';
import { NEAREST_NAMES, type NearestOptions, readNearestOptions } from '../scene/arguments/queryOptions';
import {
  PROGRESS_NAMES,
  type ProgressOptions,
  readProgressOptions,
  throwIfAborted,
} from '../scene/arguments/progressOptions';
import {
  RAYCAST_NAMES,
  type RaycastOptions,
  readManyRaysOptions,
  readRaycastOptions,
  readTriangles,
} from '../scene/arguments/raycastOptions';
import { strideOfMotion } from '../scene/arguments/manyShapes';
import { readSweepManyOptions, SWEEP_NAMES, type SweepOptions } from '../scene/arguments/shapeOptions';
import { whyNoSharedMemory } from '../scene/sharing/sharedMemory';
import { whyNoThreads, checkThreads, readWorkerUrl, type WorkerOptions } from '../scene/threads/workerOptions';
import { type Executor, Batch } from './batch';
import { InlineExecutor } from './inlineExecutor';
import { ThreadExecutor } from './threadExecutor';

/** The options of {@link RaycastPool.create}: how a pool starts its threads. */
export interface RaycastPoolOptions extends WorkerOptions {
  /** The number of threads, from 1 to 256. By default as many as the machine runs at once, at most 16. */
  threads?: number;
}

/**
 * The options of a pool's ray queries, such as {@link RaycastPool.raycastAnyMany}: which hits of rays count, and how to
 * follow and stop the call.
 */
export interface PoolRaycastOptions extends ManyRaysOptions, ProgressOptions {}

/** The options of {@link RaycastPool.raycastMany}. */
export interface PoolRaycastManyOptions extends PoolRaycastOptions, WithTriangles, WithFronts {}

/**
 * The options of a pool's queries at points, such as {@link RaycastPool.nearestMany}: which boxes near points count,
 * and how to follow and stop the call.
 */
export interface PoolNearestOptions extends ManyPointsOptions, ProgressOptions {}

/** The options of {@link RaycastPool.nearestMany}. */
export interface PoolNearestManyOptions extends PoolNearestOptions, WithTriangles {}

/**
 * The options of {@link RaycastPool.sweepMany}: how far the shapes move, which hits count, and how to follow and stop
 * the call.
 */
export interface PoolSweepOptions extends ManyMotionsOptions, ProgressOptions, WithFeatures {}

/**
 * The scene's own options are accepted, too, so that the error for an option that threads cannot use gives the reason.
 */
const RAYCAST_ANY_MANY = /* @__PURE__ */ new OptionNames<RaycastOptions & ProgressOptions>({
  ...RAYCAST_NAMES,
  ...PROGRESS_NAMES,
  filter: false,
  refine: false,
});
const RAYCAST_MANY = /* @__PURE__ */ new OptionNames<RaycastOptions & ProgressOptions & WithTriangles & WithFronts>({
  ...RAYCAST_NAMES,
  ...PROGRESS_NAMES,
  filter: false,
  refine: false,
  triangles: true,
  fronts: true,
});
const NEAREST_MANY = /* @__PURE__ */ new OptionNames<Omit<NearestOptions, 'signed'> & ProgressOptions & WithTriangles>({
  ...NEAREST_NAMES,
  ...PROGRESS_NAMES,
  count: false,
  filter: false,
  triangles: true,
});

const SWEEP_MANY = /* @__PURE__ */ new OptionNames<SweepOptions & ProgressOptions & WithFeatures>({
  ...SWEEP_NAMES,
  ...PROGRESS_NAMES,
  filter: false,
  features: true,
});

/** The nearest boxes to many points, in the order of the points: the answer of {@link RaycastPool.nearestMany}. */
export interface ManyNeighbors {
  /** For each point the id of the nearest box, or -1 if no box is found. */
  ids: Int32Array;
  /** For each point the distance of its nearest box in world units, or Infinity if no box is found. */
  distances: Float64Array;
}

/**
 * The nearest boxes to many points, with their nearest triangles: the answer of {@link RaycastPool.nearestMany} with
 * `triangles`.
 */
export interface ManyTriangleNeighbors extends ManyNeighbors {
  /** For each point the nearest triangle, or -1 if the nearest is a box without triangles or nothing is found. */
  triangles: Int32Array;
}

/**
 * Threads that answer many rays, points or motions at once, from the memory of one shared scene. The answers equal the answers of the
 * scene itself.
 *
 * A call answers from the state of the scene when the call is made, even if the scene changes later. Do not change the rays,
 * points or motions of a call until its promise settles.
 *
 * A thread that ends by itself rejects the calls that it was answering, and a later call starts another thread in its place.
 *
 * If threads cannot be started, or the scene is not shared, the calling thread answers, and pauses for other work.
 * Then {@link threads} is 0, {@link notice} says why, and a change of the scene rejects the calls that are under way.
 *
 * @example
 * ```ts
 * const scene = new BoxScene({ shared: 'auto' });
 * const house = scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
 * const pool = await RaycastPool.create(scene);
 * const rays = new Float32Array([4, 5, -20, 0, 0, 1, 4, 5, -20, 0, 0, -1]);
 * const { ids, ts } = await pool.raycastMany(rays);
 * [...ids]; // → [house, -1]
 * [...ts]; // → [20, Infinity]
 * // At the end: await pool.close()
 * ```
 */
export class RaycastPool extends Inspected {
  readonly #executor: Executor;
  readonly #batches = new Set<Batch>();
  #closing: Promise<void> | null = null;

  private constructor(executor: Executor) {
    super();
    // TypeScript's `private` does not keep JavaScript from calling the constructor, so the arguments are checked.
    if (!isObject(executor) || !('begin' in executor)) {
      throw new TypeError('a RaycastPool must be made by RaycastPool.create(scene)');
    }
    this.#executor = executor;
  }

  /**
   * Starts threads and attaches them to a scene. Commits the scene.
   *
   * @param scene the scene to query. It should be shared: make it with `shared: true` or `shared: 'auto'`.
   * @returns a promise that rejects with a `TypeError` or `RangeError` if an argument is not valid. If threads cannot be
   *   started, the promise does not reject, and the calling thread answers.
   *
   * @example
   * ```ts
   * const small = await RaycastPool.create(scene, { threads: 2 });
   * small.notice; // → null
   * await small.close();
   * ```
   */
  static async create(scene: BoxScene, options: RaycastPoolOptions = NO_OPTIONS): Promise<RaycastPool> {
    if (!isObject(scene) || typeof scene.raycastMany !== 'function') {
      throw new TypeError(`scene must be a BoxScene, got ${show(scene)}`);
    }
    const { threads, workerUrl } = readPoolOptions(options);
    let notice = whyNotShared(scene);
    if (notice === null) {
      const handle = scene.handle();
      try {
        return new RaycastPool(await ThreadExecutor.start(scene, handle, threads, workerUrl));
      } catch (reason) {
        notice = whyNoThreads(reason);
      }
    }
    return new RaycastPool(InlineExecutor.withWarning(scene, notice));
  }

  /** The number of threads of the pool, or 0 if the calling thread answers. */
  get threads(): number {
    return this.#executor.threads;
  }

  /**
   * Why the calling thread answers and no threads do, and what to do about it. Null if threads answer. It may change: if all threads
   * have ended and no new thread can be started, the calling thread answers, and tries again 10 seconds later.
   */
  get notice(): string | null {
    return this.#executor.notice;
  }

  /**
   * Returns the closest hit of each of many rays, as `scene.raycastMany` does. With `options.triangles`, the answer also has
   * the triangles that are hit, and the positions of the hits on them. With `options.fronts`, it has the sides that are hit.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z.
   * @returns a promise of the hits. The promise rejects with what `scene.raycastMany` would throw, with the reason of an
   *   aborted signal, and with an `Error` if the pool is closed or a thread ends.
   *
   * @example
   * ```ts
   * const { triangles } = await pool.raycastMany(rays, { tMax: 100, triangles: true });
   * [...triangles]; // → [-1, -1]
   * ```
   */
  async raycastMany(
    rays: FloatArray,
    options: PoolRaycastManyOptions & { triangles: true; fronts: true },
  ): Promise<ManyTriangleHits & ManyFronts>;
  async raycastMany(
    rays: FloatArray,
    options: PoolRaycastManyOptions & { fronts: true },
  ): Promise<ManyHits & ManyFronts>;
  async raycastMany(rays: FloatArray, options: PoolRaycastManyOptions & { triangles: true }): Promise<ManyTriangleHits>;
  async raycastMany(rays: FloatArray, options?: PoolRaycastManyOptions): Promise<ManyHits>;
  async raycastMany(rays: FloatArray, options: PoolRaycastManyOptions = NO_OPTIONS): Promise<ManyHits> {
    let choice = { triangles: false, fronts: false };
    const [ids, ts, ...others] = await this.#run('raycastMany', rays, options, () => {
      const settings = readManyRaysOptions(options, RAYCAST_MANY);
      checkNoCallbacks(settings);
      choice = settings;
      return settings;
    });
    const fronts = choice.fronts ? { fronts: others.pop() } : null;
    const [triangles, us, vs] = others;
    const met = choice.triangles ? { triangles, us, vs } : null;
    return { ids, ts, ...met, ...fronts } as ManyHits;
  }

  /**
   * Returns whether each of many rays hits any box, as `scene.raycastAny` does.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z.
   * @returns a promise of one number per ray: 1 if the ray hits a box, and 0 if not. The promise rejects like {@link
   *   raycastMany}.
   *
   * @example
   * ```ts
   * const areHit = await pool.raycastAnyMany(rays);
   * [...areHit]; // → [1, 0]
   * ```
   */
  async raycastAnyMany(rays: FloatArray, options: PoolRaycastOptions = NO_OPTIONS): Promise<Uint8Array> {
    const [isHit] = await this.#run('raycastAnyMany', rays, options, () => {
      const settings = readRaycastOptions(options, RAYCAST_ANY_MANY);
      checkNoCallbacks(settings);
      return settings;
    });
    return isHit as Uint8Array;
  }

  /**
   * Returns the nearest box to each of many points, as `scene.nearest` does. With `options.triangles`, the answer also has the
   * nearest triangles.
   *
   * @param points 3 numbers per point: x, y, z.
   * @returns a promise of the nearest boxes. The promise rejects like {@link raycastMany}.
   *
   * @example
   * ```ts
   * const near = await pool.nearestMany(new Float32Array([28, 1, 1, 0, 9, 0]));
   * [...near.ids]; // → [house, house]
   * [...near.distances]; // → [20, 3]
   * ```
   */
  async nearestMany(
    points: FloatArray,
    options: PoolNearestManyOptions & { triangles: true },
  ): Promise<ManyTriangleNeighbors>;
  async nearestMany(points: FloatArray, options?: PoolNearestManyOptions): Promise<ManyNeighbors>;
  async nearestMany(points: FloatArray, options: PoolNearestManyOptions = NO_OPTIONS): Promise<ManyNeighbors> {
    const [ids, distances, triangles] = await this.#run('nearestMany', points, options, () =>
      readPointSettings(options),
    );
    const near = triangles === undefined ? null : { triangles };
    return { ids, distances, ...near } as ManyNeighbors;
  }

  /**
   * Returns the first hit of each of many moving shapes, as `scene.sweepMany` does. With `options.features`, the answer also has
   * the features that are hit, and the normals of their faces.
   *
   * @param kind the kind of all shapes.
   * @param motions the numbers of each shape, and after them its motion: see `BoxScene.sweepMany`.
   * @returns a promise of the hits. The promise rejects like {@link raycastMany}.
   *
   * @example
   * ```ts
   * const sweeps = await pool.sweepMany('sphere', new Float32Array([4, 9, 4, 0.5, 0, -20, 0]));
   * [...sweeps.ts]; // → [0.125]
   * ```
   */
  async sweepMany(
    kind: ManyShapesKind,
    motions: FloatArray,
    options: PoolSweepOptions & { features: true },
  ): Promise<ManySweeps & ManyFeatures>;
  async sweepMany(kind: ManyShapesKind, motions: FloatArray, options?: PoolSweepOptions): Promise<ManySweeps>;
  async sweepMany(
    kind: ManyShapesKind,
    motions: FloatArray,
    options: PoolSweepOptions = NO_OPTIONS,
  ): Promise<ManySweeps> {
    const [ids, ts, triangles, features, faceNormals] = await this.#run('sweepMany', motions, options, () => {
      strideOfMotion(kind);
      const settings = readSweepManyOptions(options, SWEEP_MANY);
      checkNoCallbacks(settings.selection);
      return { kind, ...settings };
    });
    const met = features === undefined ? null : { features, faceNormals };
    return { ids, ts, triangles, ...met } as ManySweeps;
  }

  /**
   * Ends the threads of the pool. Calls that are not answered yet, and later calls, reject.
   *
   * @example
   * ```ts
   * await pool.close();
   * ```
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** @internal */
  inspected(): object {
    const { threads, notice } = this;
    return { threads, calls: this.#batches.size, notice, isClosed: this.#closing !== null };
  }

  async #close(): Promise<void> {
    for (const batch of this.#batches) batch.fail(new Error('the pool was closed before it had answered'));
    await this.#executor.close();
  }

  async #run(
    name: BatchQueryName,
    numbers: FloatArray,
    options: ProgressOptions,
    settingsOf: () => object,
  ): Promise<readonly (Column | undefined)[]> {
    if (this.#closing !== null) throw new Error('the pool is closed: create a new one');
    const settings = settingsOf();
    const view = batchQueryOf(name).view(numbers, settings);
    const progress = readProgressOptions(options);
    throwIfAborted(progress);
    const batch = new Batch(name, view, settings, progress);
    this.#batches.add(batch);
    try {
      if (!batch.isSettled) this.#executor.begin(batch);
    } catch (reason) {
      batch.fail(reason);
    }
    try {
      return await batch.columns;
    } finally {
      this.#batches.delete(batch);
    }
  }
}

function readPointSettings(options: PoolNearestManyOptions): ManyPointsSettings {
  const selection = readNearestOptions(options, NEAREST_MANY);
  const { count, filter } = selection;
  checkNoCallbacks({ filter });
  if (count !== 1) {
    throw new RangeError(
      `options.count must be 1 because a pool finds one box per point, got ${count}: use scene.nearest for more`,
    );
  }
  return { ...selection, triangles: readTriangles(options) };
}

function checkNoCallbacks({ filter, refine }: RaySelection): void {
  for (const [name, callback] of Object.entries({ filter, refine })) {
    if (callback === undefined) continue;
    throw new TypeError(
      `options.${name} is a function, which threads cannot call: use masks, or query the scene itself on this thread`,
    );
  }
}

const POOL_OPTIONS = /* @__PURE__ */ new OptionNames<RaycastPoolOptions>({ threads: true, workerUrl: true });

/** Returns a checked copy of the options of `RaycastPool.create`. */
function readPoolOptions(options: RaycastPoolOptions): { threads: number | undefined; workerUrl: string | undefined } {
  POOL_OPTIONS.check('options', options);
  const { threads } = options;
  if (threads !== undefined) checkThreads(threads);
  return { threads, workerUrl: readWorkerUrl(options) };
}

/** Returns why threads cannot read a scene, and what to do about it, or null if they can. */
function whyNotShared({ isShared }: BoxScene): string | null {
  if (isShared) return null;
  const reason = whyNoSharedMemory();
  return reason === null
    ? 'the scene is not shared: make it with new BoxScene({ shared: true })'
    : `${reason}, and make the scene with new BoxScene({ shared: 'auto' })`;
}

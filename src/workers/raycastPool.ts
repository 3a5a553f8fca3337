import type { BoxScene, FloatArray, ManyHits, ManyTriangleHits } from 'slabtree';
import { isObject, show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import {
  batchQueries,
  type BatchQueryName,
  type Column,
  type ManyPointsOptions,
  type ManyRaysOptions,
  type WithTriangles,
} from '../scene/threads/batchQueries';
import { NEAREST_NAMES, type NearestOptions, readNearestOptions } from '../scene/arguments/nearestOptions';
import {
  PROGRESS_NAMES,
  type ProgressOptions,
  readProgressOptions,
  throwIfAborted,
} from '../scene/arguments/progressOptions';
import {
  optionsOf,
  RAYCAST_NAMES,
  type RaycastOptions,
  readRaycastOptions,
  readTriangles,
} from '../scene/arguments/raycastOptions';
import { whyNoThreads } from '../scene/threads/whyNoThreads';
import type { Answerer } from './answerer';
import { Call } from './call';
import { CallerAnswerer } from './callerAnswerer';
import { type RaycastPoolOptions, readPoolOptions } from './raycastPoolOptions';
import { startThreads } from './startThreads';
import { ThreadAnswerer } from './threadAnswerer';
import { whyNotShared } from './whyNotShared';

/** Which hits of rays count, and how to follow and stop the call. */
export interface PoolRaycastOptions extends ManyRaysOptions, ProgressOptions {}

/** The same, and what `RaycastPool.raycastMany` tells of the hits. */
export interface PoolRaycastManyOptions extends PoolRaycastOptions, WithTriangles {}

/** Which boxes near points count, and how to follow and stop the call. */
export interface PoolNearestOptions extends ManyPointsOptions, ProgressOptions {}

/** The same, and what `RaycastPool.nearestMany` tells of the boxes. */
export interface PoolNearestManyOptions extends PoolNearestOptions, WithTriangles {}

/** The options of the scene's own queries are known, too: who gives one that threads cannot take is told why. */
const RAYCAST_ANY_MANY = /* @__PURE__ */ new OptionNames<RaycastOptions & ProgressOptions>({
  ...RAYCAST_NAMES,
  ...PROGRESS_NAMES,
  filter: false,
  refine: false,
});
const RAYCAST_MANY = /* @__PURE__ */ new OptionNames<RaycastOptions & ProgressOptions & WithTriangles>({
  ...RAYCAST_NAMES,
  ...PROGRESS_NAMES,
  filter: false,
  refine: false,
  triangles: true,
});
const NEAREST_MANY = /* @__PURE__ */ new OptionNames<NearestOptions & ProgressOptions & WithTriangles>({
  ...NEAREST_NAMES,
  ...PROGRESS_NAMES,
  count: false,
  filter: false,
  triangles: true,
});

/** The nearest boxes to many points, in the order of the points. */
export interface ManyNeighbors {
  /** For each point the id of the nearest box, or -1 if there is none. */
  ids: Int32Array;
  /** For each point the distance of that box in world units, or Infinity if there is none. */
  distances: Float64Array;
}

/** The nearest boxes to many points, with the triangles that were asked for. */
export interface ManyTriangleNeighbors extends ManyNeighbors {
  /** For each point the triangle that is nearest, or -1 if that is a box, or there is none. */
  triangles: Int32Array;
}

/**
 * Threads that answer many rays or points at once, from the memory of one shared scene. The answers are the same as those
 * of the scene itself.
 *
 * A call answers from the state of the scene when the call is made, even if the scene changes later. Do not change the rays
 * or points of a call until its promise settles.
 *
 * If threads cannot be started, or the scene is not shared, the calling thread answers, and lets other work have its turn.
 * Then {@link threads} is 0, {@link notice} says why, and a change of the scene rejects the calls that are under way.
 *
 * @example
 * ```ts
 * const scene = new BoxScene({ shared: 'auto' });
 * scene.addAabbs(boxes);
 * const pool = await RaycastPool.create(scene);
 * const { ids, ts } = await pool.raycastMany(rays);
 * await pool.close();
 * ```
 */
export class RaycastPool extends Inspected {
  /** Why the calling thread answers, and what to do about it. Null if threads answer. */
  readonly notice: string | null;
  readonly #answerer: Answerer;
  readonly #calls = new Set<Call>();
  #closing: Promise<void> | null = null;

  private constructor(answerer: Answerer, notice: string | null) {
    super();
    // `private` means nothing to JavaScript.
    if (!isObject(answerer) || !('begin' in answerer)) {
      throw new TypeError('a RaycastPool must be made by RaycastPool.create(scene)');
    }
    this.#answerer = answerer;
    this.notice = notice;
  }

  /**
   * Starts threads and attaches them to a scene. Commits the scene.
   *
   * @param scene should be shared: make it with `shared: true` or `shared: 'auto'`.
   * @returns a promise that rejects with a `TypeError` or `RangeError` if an argument is not valid. If threads cannot be
   *   started, it does not reject: the calling thread answers.
   */
  static async create(scene: BoxScene, options: RaycastPoolOptions = NO_OPTIONS): Promise<RaycastPool> {
    if (!isObject(scene) || typeof scene.raycastMany !== 'function') {
      throw new TypeError(`scene must be a BoxScene, got ${show(scene)}`);
    }
    const settings = readPoolOptions(options);
    let notice = whyNotShared(scene);
    if (notice === null) {
      const handle = scene.handle();
      try {
        const threads = await startThreads(scene, handle, settings);
        return new RaycastPool(new ThreadAnswerer(scene, threads), null);
      } catch (reason) {
        notice = whyNoThreads(reason);
      }
    }
    notice = `slabtree/workers answers on the calling thread: ${notice}`;
    console.warn(notice);
    return new RaycastPool(new CallerAnswerer(scene), notice);
  }

  /** The number of threads. 0 if the calling thread answers. */
  get threads(): number {
    return this.#answerer.threads;
  }

  /**
   * The closest hit of each of many rays, as `scene.raycastMany` finds it. With `options.triangles`, the answer also has the
   * triangles that are hit, and where.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z.
   * @returns a promise. It rejects with what `scene.raycastMany` would throw, with the reason of an aborted signal, and with
   *   an `Error` if the pool is closed or a thread ends.
   */
  async raycastMany(rays: FloatArray, options: PoolRaycastManyOptions & { triangles: true }): Promise<ManyTriangleHits>;
  async raycastMany(rays: FloatArray, options?: PoolRaycastManyOptions): Promise<ManyHits>;
  async raycastMany(rays: FloatArray, options: PoolRaycastManyOptions = NO_OPTIONS): Promise<ManyHits> {
    const [ids, ts, triangles, us, vs] = await this.#ask('raycastMany', rays, options, () => ({
      ...raySelection(options, RAYCAST_MANY),
      triangles: readTriangles(options),
    }));
    const met = triangles === undefined ? null : { triangles, us, vs };
    return { ids, ts, ...met } as ManyHits;
  }

  /**
   * Whether each of many rays hits any box, as `scene.raycastAny` tells.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z.
   * @returns a promise of one number per ray: 1 if it hits a box, and 0 if not. It rejects like {@link raycastMany}.
   */
  async raycastAnyMany(rays: FloatArray, options: PoolRaycastOptions = NO_OPTIONS): Promise<Uint8Array> {
    const [isHit] = await this.#ask('raycastAnyMany', rays, options, () => raySelection(options, RAYCAST_ANY_MANY));
    return isHit as Uint8Array;
  }

  /**
   * The nearest box to each of many points, as `scene.nearest` finds it. With `options.triangles`, the answer also has the
   * nearest triangles.
   *
   * @param points 3 numbers per point: x, y, z.
   * @returns a promise. It rejects like {@link raycastMany}.
   */
  async nearestMany(
    points: FloatArray,
    options: PoolNearestManyOptions & { triangles: true },
  ): Promise<ManyTriangleNeighbors>;
  async nearestMany(points: FloatArray, options?: PoolNearestManyOptions): Promise<ManyNeighbors>;
  async nearestMany(points: FloatArray, options: PoolNearestManyOptions = NO_OPTIONS): Promise<ManyNeighbors> {
    const [ids, distances, triangles] = await this.#ask('nearestMany', points, options, () => ({
      ...pointSelection(options),
      triangles: readTriangles(options),
    }));
    const near = triangles === undefined ? null : { triangles };
    return { ids, distances, ...near } as ManyNeighbors;
  }

  /** Ends the threads. Calls that are under way reject, and so do later ones. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** @internal */
  inspected(): object {
    const { threads, notice } = this;
    return { threads, calls: this.#calls.size, notice, isClosed: this.#closing !== null };
  }

  async #close(): Promise<void> {
    for (const call of this.#calls) call.fail(new Error('the pool was closed before it had answered'));
    await this.#answerer.close();
  }

  async #ask(
    name: BatchQueryName,
    numbers: FloatArray,
    options: ProgressOptions,
    selectionOf: () => object,
  ): Promise<readonly (Column | undefined)[]> {
    if (this.#closing !== null) throw new Error('the pool is closed: create a new one');
    const view = batchQueries[name].view(numbers);
    const selection = selectionOf();
    const progress = readProgressOptions(options);
    throwIfAborted(progress);
    const call = new Call(name, view, selection, progress);
    this.#calls.add(call);
    try {
      if (!call.isSettled) this.#answerer.begin(call);
    } catch (reason) {
      call.fail(reason);
    }
    try {
      return await call.columns;
    } finally {
      this.#calls.delete(call);
    }
  }
}

/** The options of a ray query that are sent to threads. */
function raySelection(options: PoolRaycastOptions, names: OptionNames<RaycastOptions>): ManyRaysOptions {
  const choice = readRaycastOptions(options, names);
  const { filter, refine } = choice;
  checkNoCallbacks({ filter, refine });
  return optionsOf(choice);
}

function pointSelection(options: PoolNearestOptions): ManyPointsOptions {
  const { count, maxDistance, mask, filter, boxesOnly } = readNearestOptions(options, NEAREST_MANY);
  checkNoCallbacks({ filter });
  if (count !== 1) {
    throw new RangeError(
      `options.count must be 1 because a pool finds one box per point, got ${count}: use scene.nearest for more`,
    );
  }
  return { maxDistance, boxesOnly: boxesOnly === true, ...(mask !== undefined && { mask }) };
}

function checkNoCallbacks(callbacks: Record<string, unknown>): void {
  for (const [name, callback] of Object.entries(callbacks)) {
    if (callback === undefined) continue;
    throw new TypeError(
      `options.${name} is a function, which threads cannot call: use masks, or query the scene itself on this thread`,
    );
  }
}

import type { BoxScene, FloatArray, ManyHits } from 'slabtree';
import { isObject, show } from '../primitives/check';
import { createRayBuffer } from '../primitives/flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../primitives/flat/rayLayout';
import {
  batchQueries,
  type BatchQueryName,
  type Column,
  type ManyPointsOptions,
  type ManyRaysOptions,
} from '../scene/threads/batchQueries';
import { readNearestOptions } from '../scene/arguments/nearestOptions';
import { type ProgressOptions, readProgressOptions, throwIfAborted } from '../scene/arguments/progressOptions';
import { NO_OPTIONS, readRaycastOptions } from '../scene/arguments/raycastOptions';
import { whyNoThreads } from '../scene/threads/whyNoThreads';
import type { Answerer } from './answerer';
import { Call } from './call';
import { CallerAnswerer } from './callerAnswerer';
import { type RaycastPoolOptions, readPoolOptions } from './raycastPoolOptions';
import { startThreads } from './startThreads';
import { ThreadAnswerer } from './threadAnswerer';
import { whyNotShared } from './whyNotShared';

export interface PoolRaycastOptions extends ManyRaysOptions, ProgressOptions {}

export interface PoolNearestOptions extends ManyPointsOptions, ProgressOptions {}

export interface ManyNeighbors {
  /** The id of the box that is nearest to each point, -1 where there is none. */
  ids: Int32Array;
  /** Its distance, Infinity where there is none. */
  distances: Float64Array;
}

/**
 * Threads that answer many rays or points at once, from the memory of one shared scene: the answers are those of the scene
 * itself. All answers of a call are of the scene as it is when the call is made, whatever is changed before they are there;
 * its rays or points must stay as they are until then.
 *
 * Where threads are not to be had, or the scene is not shared, the calling thread answers, in runs that let other work take
 * its turn: then {@link threads} is 0, and {@link notice} says why. There, a change of the scene rejects the calls under way.
 */
export class RaycastPool {
  /** Why the calling thread answers, and what can be done about it; null where threads do. */
  readonly notice: string | null;
  readonly #answerer: Answerer;
  readonly #calls = new Set<Call>();
  #closing: Promise<void> | null = null;

  private constructor(answerer: Answerer, notice: string | null) {
    this.#answerer = answerer;
    this.notice = notice;
  }

  /**
   * Starts threads and attaches them to a scene, which should be a shared one; it is committed.
   *
   * @throws what {@link RaycastPoolOptions} do not allow; not where threads are not to be had.
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

  /** How many threads there are; 0 where the calling thread answers. */
  get threads(): number {
    return this.#answerer.threads;
  }

  /**
   * The closest box of each of many rays, as `scene.raycastMany` finds it.
   *
   * @param rays 6 numbers a ray: origin x y z, direction x y z.
   * @throws what `scene.raycastMany` throws, the reason of an aborted signal, and an Error where the pool is closed or a thread
   *   ends; always by rejecting.
   */
  async raycastMany(rays: FloatArray, options: PoolRaycastOptions = NO_OPTIONS): Promise<ManyHits> {
    const [ids, ts] = await this.#ask('raycastMany', rays, options, () => raySelection(options));
    return { ids: ids as Int32Array, ts: ts as Float64Array };
  }

  /**
   * Whether each of many rays meets any box, as `scene.raycastAny` tells: 1 or 0.
   *
   * @param rays as those of {@link raycastMany}, which says what is thrown.
   */
  async raycastAnyMany(rays: FloatArray, options: PoolRaycastOptions = NO_OPTIONS): Promise<Uint8Array> {
    const [isHit] = await this.#ask('raycastAnyMany', rays, options, () => raySelection(options));
    return isHit as Uint8Array;
  }

  /**
   * The box that is nearest to each of many points, as `scene.nearest` finds it.
   *
   * @param points 3 numbers a point: x y z.
   * @throws as {@link raycastMany}.
   */
  async nearestMany(points: FloatArray, options: PoolNearestOptions = NO_OPTIONS): Promise<ManyNeighbors> {
    const [ids, distances] = await this.#ask('nearestMany', points, options, () => pointSelection(options));
    return { ids: ids as Int32Array, distances: distances as Float64Array };
  }

  /** Ends the threads. Calls that are under way reject, and so do those that come after. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const call of this.#calls) call.fail(new Error('the pool has been closed before the answer was there'));
    await this.#answerer.close();
  }

  async #ask(
    name: BatchQueryName,
    numbers: FloatArray,
    options: ProgressOptions,
    selectionOf: () => object,
  ): Promise<readonly Column[]> {
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

/** What is sent to threads of the options of a ray query. */
function raySelection(options: PoolRaycastOptions): ManyRaysOptions {
  const range = createRayBuffer();
  const { mask, filter, refine } = readRaycastOptions(options, range);
  checkNoCallbacks({ filter, refine });
  return { tMin: range[T_MIN], tMax: range[T_MAX], solid: range[SOLID] === 1, ...(mask !== undefined && { mask }) };
}

function pointSelection(options: PoolNearestOptions): ManyPointsOptions {
  const { count, maxDistance, mask, filter } = readNearestOptions(options);
  checkNoCallbacks({ filter });
  if (count !== 1) {
    throw new RangeError(
      `options.count must be 1, as a pool finds one box a point, got ${count}: ask scene.nearest for more`,
    );
  }
  return { maxDistance, ...(mask !== undefined && { mask }) };
}

function checkNoCallbacks(callbacks: Record<string, unknown>): void {
  for (const [name, callback] of Object.entries(callbacks)) {
    if (callback === undefined) continue;
    throw new TypeError(
      `options.${name} is a function, which threads cannot call: use masks, or ask the scene itself, on this thread`,
    );
  }
}

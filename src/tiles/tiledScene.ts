import {
  type Aabb,
  type Backend,
  type BoxScene,
  type FloatArray,
  type MaskOption,
  type NearestOptions,
  type Obb,
  type OverlapOptions,
  type PickOptions,
  type Plane,
  type RaycastManyOptions,
  type RaycastOptions,
  type Ray,
  screenRay,
  type Camera,
  type Pointer,
  type Sphere,
  type Vec3,
} from 'slabtree';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS } from '../primitives/optionNames';
import { checkRayNumbers } from '../scene/arguments/checkNumbers';
import { type AbortSignalLike, readProgressOptions, type ProgressOptions } from '../scene/arguments/progressOptions';
import { viewFloatArray } from '../scene/arguments/floatArray';
import { readClipSpace, readTriangles } from '../scene/arguments/raycastOptions';
import { whyNoThreads } from '../scene/threads/whyNoThreads';
import { AbsentTiles } from './absent/absentTiles';
import type {
  ManyTiledHits,
  ManyTiledTriangleHits,
  TiledCull,
  TiledHit,
  TiledNeighbor,
  Tiles,
  TiledSplit,
} from './answers';
import { TileThreads, type ThreadsWanted } from './casting/tileThreads';
import { whyAlone } from './casting/whyAlone';
import { tileBytesOf } from './format/directory';
import { openFile, type OpenFile } from './openFile';
import {
  copyMaskOption,
  copyNearestOptions,
  copyOverlapOptions,
  copyPlane,
  copyPlanes,
  copyPoint,
  copyRay,
  copyRaycastOptions,
  copyShape,
  PICK_OPTIONS,
  RAYCAST_MANY_OPTIONS,
  RAYCAST_OPTIONS,
} from './queries/copyArguments';
import { CallerCaster } from './queries/callerCaster';
import { NearestBoxes } from './queries/nearestBoxes';
import { answerInPasses, type Question } from './queries/passes';
import { AllHits, AnyHit, ClosestHit } from './queries/rayQuestions';
import { RayQueues } from './queries/rayQueues';
import { SetQuestion, type WantedSets } from './queries/setQuestion';
import { ThreadCaster } from './queries/threadCaster';
import type { TileIds } from './queries/tileIds';
import { GraftedScene } from './resident/graftedScene';
import { TilesInMemory } from './resident/tilesInMemory';
import { ABSENT, type InTile, type ResidentScene, type TileQueries } from './resident/residentScene';
import { openSource, type TileSource } from './sources/openSource';
import { RangeReader } from './sources/rangeReader';
import { ChangeLock } from './store/changeLock';
import { TileStore } from './store/tileStore';
import { type OpenChoice, readOpenOptions, type TiledSceneOptions } from './tiledSceneOptions';

/** How to follow and stop a query, and which hits of a ray count. */
export interface TiledRaycastOptions extends RaycastOptions, ProgressOptions {}
/** The same, and what `TiledScene.raycastMany` tells of the hits. */
export interface TiledRaycastManyOptions extends RaycastManyOptions, ProgressOptions {}
/** The same, and how `TiledScene.pick` reads the projection matrix. */
export interface TiledPickOptions extends Omit<PickOptions, 'into'>, ProgressOptions {}
/** Which boxes `TiledScene.nearest` finds, and how to follow and stop it. */
export interface TiledNearestOptions extends NearestOptions, ProgressOptions {}
/** Which boxes `TiledScene.overlap` sees, and how to follow and stop it. */
export interface TiledOverlapOptions extends OverlapOptions, ProgressOptions {}
/** Which boxes `TiledScene.split` and `cull` see, and how to follow and stop them. */
export interface TiledMaskOptions extends MaskOption, ProgressOptions {}

/**
 * A scene in a file of tiles, which is read where it is asked. Every answer is exactly that of one `BoxScene` with all boxes
 * of the file. A query brings the tiles that it needs, and those longest in disuse go when the memory is full. A query
 * whose tiles are in memory reads nothing.
 *
 * A query rejects with a `TypeError` or `RangeError` that names a bad argument, with a `TileSourceError` if the source
 * fails, with a `SlabtreeFormatError` if a tile is damaged, and with the reason of its signal. Other queries go on, and the
 * next one asks for the tile again.
 *
 * A `filter` or `refine` may be called more than once for the same box.
 *
 * @example
 * ```ts
 * const city = await TiledScene.open('https://example.com/city.slabs');
 * const hit = await city.pick(pixel, { view, projection });
 * if (hit !== null) console.log(hit.id, hit.name);
 * ```
 */
export class TiledScene extends Inspected {
  readonly #reader: RangeReader;
  readonly #file: OpenFile;
  readonly #absent: AbsentTiles;
  readonly #resident: ResidentScene;
  readonly #store: TileStore;
  /** The tiles in memory, for threads. */
  readonly #scene: BoxScene;
  readonly #lock = new ChangeLock();
  #threads: TileThreads | null = null;
  #notice: string | null = null;
  #closing: Promise<void> | null = null;

  private constructor(reader: RangeReader, file: OpenFile, choice: OpenChoice) {
    super();
    // `private` means nothing to JavaScript.
    if (!(reader instanceof RangeReader)) throw new TypeError('a TiledScene must be made by TiledScene.open(source)');
    const { memory, backend, wanted } = choice;
    this.#reader = reader;
    this.#file = file;
    const { header, index, bounds, measure } = file;
    const options = { backend, shared: wanted === null ? false : 'auto' } as const;
    this.#absent = new AbsentTiles(bounds, measure, options);
    const grafted = new GraftedScene(index, measure, header.boxes, options);
    this.#scene = grafted.scene;
    this.#resident = new TilesInMemory(grafted);
    this.#store = new TileStore(reader, header, file.entries, this.#resident, this.#absent, memory, this.#lock);
  }

  /**
   * Opens a file of tiles: reads its header and its index.
   *
   * @param source an address, a path (in Node), a `Blob`, or an object that reads ranges. A host must serve ranges. A host of
   *   another origin than the page should expose `Content-Range` and `ETag`.
   * @returns a promise. It rejects with a `TileSourceError` if the file cannot be read, with a `SlabtreeFormatError` if it is
   *   not a file of tiles, with a `RangeError` if the largest tile does not fit into `memory`, and with the reason of the
   *   signal.
   */
  static async open(source: TileSource, options: TiledSceneOptions = NO_OPTIONS): Promise<TiledScene> {
    const choice = readOpenOptions(options);
    const { signal } = readProgressOptions(options);
    if (signal?.aborted === true) throw signal.reason;
    const opened = await openSource(source);
    try {
      const reader = new RangeReader(opened, choice);
      const file = await openFile(reader, choice.backend, signal);
      const largest = file.entries.reduce((bytes, entry) => Math.max(bytes, tileBytesOf(entry)), 0);
      if (largest > choice.memory) {
        throw new RangeError(
          `options.memory must hold the largest tile, which has ${largest} bytes, got ${choice.memory}`,
        );
      }
      const scene = new TiledScene(reader, file, choice);
      if (choice.wanted !== null) await scene.#start(choice.wanted, signal);
      return scene;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Starts threads, or tells why there are none. */
  async #start(wanted: ThreadsWanted, signal: AbortSignalLike | undefined): Promise<void> {
    const isShared = this.#scene.isShared && this.#absent.scene.isShared;
    const threads = isShared ? TileThreads.start(this.#scene, this.#absent, this.#lock, wanted) : null;
    try {
      this.#threads = await threads;
    } catch (reason) {
      this.#notice = whyNoThreads(reason);
    }
    if (!isShared) this.#notice = whyAlone();
    if (signal?.aborted === true) {
      await this.#threads?.close();
      throw signal.reason;
    }
    if (this.#notice === null) return;
    this.#notice = `slabtree/tiles casts rays on the calling thread: ${this.#notice}`;
    console.warn(this.#notice);
  }

  /** The number of boxes. Their ids are 0 to `size - 1`. */
  get size(): number {
    return this.#file.header.boxes;
  }

  /** What answers: the WebAssembly kernel or JavaScript. See `BoxScene.backend`. */
  get backend(): Backend {
    return this.#scene.backend;
  }

  /** How many threads `raycastMany` casts rays with. 0 if the calling thread does. */
  get threads(): number {
    return this.#threads?.count ?? 0;
  }

  /** Why the calling thread casts rays although threads are wanted, and what to do about it. Otherwise null. */
  get notice(): string | null {
    return this.#notice;
  }

  /** A box around all boxes, which may be larger than needed by a trillionth. Null if there are none. */
  get bounds(): Aabb | null {
    const { bounds } = this.#file;
    if (bounds.length === 0) return null;
    const all = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    bounds.forEach((bound, i) => {
      all[i % 6] = i % 6 < 3 ? Math.min(all[i % 6], bound) : Math.max(all[i % 6], bound);
    });
    return { min: { x: all[0], y: all[1], z: all[2] }, max: { x: all[3], y: all[4], z: all[5] } };
  }

  /** Where the tiles are, and which are in memory now: a copy. For drawing them. */
  get tiles(): Tiles {
    const loaded = new Uint8Array(this.#file.entries.length);
    for (const tile of this.#store.loaded()) loaded[tile] = 1;
    return { bounds: this.#file.bounds.slice(), loaded };
  }

  /** The bytes of all tiles that are in memory, and of those on their way. */
  get loadedBytes(): number {
    return this.#store.bytes;
  }

  /** The bytes that have been read since the file was opened, header and index included. */
  get bytesRead(): number {
    return this.#reader.bytesRead;
  }

  /** How many reads that has taken. */
  get reads(): number {
    return this.#reader.reads;
  }

  /**
   * The closest hit of a ray, as `BoxScene.raycast` finds it. `t` counts in lengths of the ray's direction.
   *
   * @returns a promise of the hit, or of null. It rejects as said above.
   *
   * @example
   * ```ts
   * const ground = await city.raycast({ origin: { x: 0, y: 99, z: 0 }, direction: { x: 0, y: -1, z: 0 } }, { tMax: 500 });
   * ```
   */
  raycast(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<TiledHit | null> {
    // Not async, and no question if the answer is in memory: both would cost about as much as the ray.
    try {
      const copy = copyRay(ray);
      if (options !== NO_OPTIONS) return this.#raycast(copy, copyRaycastOptions(options, RAYCAST_OPTIONS), options);
      this.#store.checkOpen();
      const hit = this.#resident.whole.raycast(copy, options);
      if (hit?.tile === ABSENT || !this.#absent.isSureOfRay(copy)) {
        return this.#raycast(copy, copyRaycastOptions(options, RAYCAST_OPTIONS), options);
      }
      if (hit === null) return Promise.resolve(null);
      this.#name(hit);
      return Promise.resolve(hit as TiledHit);
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what an async function would do
      return Promise.reject(error);
    }
  }

  /**
   * @param choice a checked copy of the options.
   * @param options how to follow and stop the query.
   */
  async #raycast(
    ray: Ray,
    choice: ReturnType<typeof copyRaycastOptions>,
    options: ProgressOptions,
  ): Promise<TiledHit | null> {
    const { measure } = this.#file;
    const question = new ClosestHit(ray, choice, this.#resident, this.#absent, measure, this.#name);
    const passes = this.#answer(question, options);
    if (passes !== null) await passes;
    return question.hit as TiledHit | null;
  }

  /**
   * Whether a ray hits anything, as `BoxScene.raycastAny` tells. It may need fewer tiles than {@link raycast}.
   *
   * @example
   * ```ts
   * // `t` is 1 at the end of a direction that leads from the lamp to the point.
   * const isInShadow = await city.raycastAny({ origin: lamp, direction: toPoint }, { tMax: 1 });
   * ```
   */
  async raycastAny(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<boolean> {
    const question = new AnyHit(
      copyRay(ray),
      copyRaycastOptions(options, RAYCAST_OPTIONS),
      this.#resident,
      this.#absent,
    );
    const passes = this.#answer(question, options);
    if (passes !== null) await passes;
    return question.isHit;
  }

  /**
   * All hits of a ray, sorted by `t`, among equal ones by id, and then by triangle. Reads all tiles along it: limit it by `tMax`
   * where you can.
   */
  async raycastAll(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<TiledHit[]> {
    const question = new AllHits(
      copyRay(ray),
      copyRaycastOptions(options, RAYCAST_OPTIONS),
      this.#resident,
      this.#absent,
      this.#name,
    );
    const passes = this.#answer(question, options);
    if (passes !== null) await passes;
    return question.inOrder() as TiledHit[];
  }

  /**
   * The closest hit of each of many rays, as `BoxScene.raycastMany` finds it. The rays that need a tile wait for one another,
   * so that each tile is read as seldom as possible. With `threads` (see {@link open}), these cast them, unless there is a
   * `filter` or `refine`, which only the calling thread can call.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z. Do not change them until the promise settles.
   *
   * @example
   * ```ts
   * const { ids, ts } = await city.raycastMany(rays, { signal: AbortSignal.timeout(60_000) });
   * ```
   */
  raycastMany(rays: FloatArray, options: TiledRaycastManyOptions & { triangles: true }): Promise<ManyTiledTriangleHits>;
  raycastMany(rays: FloatArray, options?: TiledRaycastManyOptions): Promise<ManyTiledHits>;
  async raycastMany(rays: FloatArray, options: TiledRaycastManyOptions = NO_OPTIONS): Promise<ManyTiledHits> {
    const choice = { ...copyRaycastOptions(options, RAYCAST_MANY_OPTIONS), triangles: readTriangles(options) };
    const view = viewFloatArray('rays', rays, 6, 'ray');
    checkRayNumbers('rays', view);
    const { measure } = this.#file;
    const caller = new CallerCaster(choice, this.#resident, this.#absent, measure);
    const threads = choice.filter === undefined && choice.refine === undefined ? this.#threads : null;
    const caster = threads === null ? caller : new ThreadCaster(threads, choice, this.#absent, caller);
    const queues = new RayQueues(view, choice.triangles, caster, this.#absent, this.#store);
    return queues.cast(readProgressOptions(options));
  }

  /**
   * The closest hit under a point of the screen, as `BoxScene.pick` finds it.
   *
   * @param pointer the point and the size of the screen, both in the same pixels.
   *
   * @example
   * ```ts
   * const hit = await city.pick({ x: 400, y: 300, width: 800, height: 600 }, { view, projection });
   * ```
   */
  async pick(pointer: Pointer, camera: Camera, options: TiledPickOptions = NO_OPTIONS): Promise<TiledHit | null> {
    const choice = copyRaycastOptions(options, PICK_OPTIONS);
    return this.#raycast(screenRay(pointer, camera, readClipSpace(options)), choice, options);
  }

  /**
   * The nearest boxes to a point, as `BoxScene.nearest` finds them: sorted by distance, in the units of the boxes. One by
   * default.
   *
   * @example
   * ```ts
   * const near = await city.nearest({ x: 0, y: 2, z: 0 }, { count: 3, maxDistance: 50 });
   * ```
   */
  async nearest(point: Vec3, options: TiledNearestOptions = NO_OPTIONS): Promise<TiledNeighbor[]> {
    const question = new NearestBoxes(
      copyPoint(point),
      copyNearestOptions(options),
      this.#resident,
      this.#absent,
      this.#name,
    );
    const passes = this.#answer(question, options);
    if (passes !== null) await passes;
    return question.found as TiledNeighbor[];
  }

  /**
   * The boxes that overlap a shape, as `BoxScene.overlap` finds them.
   *
   * @example
   * ```ts
   * const around = await city.overlap({ center: { x: 0, y: 2, z: 0 }, radius: 10 });
   * ```
   */
  async overlap(shape: Aabb | Obb | Sphere, options: TiledOverlapOptions = NO_OPTIONS): Promise<TileIds> {
    const copy = copyShape(shape);
    const choice = copyOverlapOptions(options);
    const wanted = {
      ask: (queries: TileQueries) => queries.overlap(copy, choice),
      isSure: () => this.#absent.isSureOf(copy),
      missing: () => this.#absent.touching(copy),
    };
    const [found] = await this.#sets(wanted, options);
    return found;
  }

  /**
   * All boxes by their side of a plane, as `BoxScene.split` sorts them. Asks all tiles: the answer has all ids.
   *
   * @example
   * ```ts
   * const { front, crossing } = await city.split({ normal: { x: 0, y: 1, z: 0 }, constant: -10 });
   * ```
   */
  async split(plane: Plane, options: TiledMaskOptions = NO_OPTIONS): Promise<TiledSplit> {
    const copy = copyPlane('plane', plane);
    const choice = copyMaskOption(options);
    const wanted = {
      ask: (queries: TileQueries) => queries.split(copy, choice),
      isSure: () => true,
      missing: () => this.#absent.all(),
    };
    const [front, crossing, back] = await this.#sets(wanted, options);
    return { front, crossing, back };
  }

  /**
   * The boxes in a convex volume, as `BoxScene.cull` finds them.
   *
   * @param planes their fronts are inside. `frustumFromMatrix` makes those of a camera. Without any, all boxes are inside.
   */
  async cull(planes: readonly Plane[], options: TiledMaskOptions = NO_OPTIONS): Promise<TiledCull> {
    const copies = copyPlanes(planes);
    const choice = copyMaskOption(options);
    const wanted = {
      ask: (queries: TileQueries) => queries.cull(copies, choice),
      isSure: () => this.#absent.isSureOfPlanes(copies),
      missing: () => this.#absent.notBehind(copies),
    };
    const [inside, crossing, edges] = await this.#sets(wanted, options);
    return { inside, crossing, edges };
  }

  /** Ends all queries, and lets the source and the tiles go. Queries that are under way reject, and later ones, too. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** @internal */
  inspected(): object {
    const { size, backend, loadedBytes, bytesRead, threads } = this;
    const { name } = this.#reader.source;
    return { name, size, tiles: this.#file.entries.length, backend, loadedBytes, bytesRead, threads };
  }

  async #close(): Promise<void> {
    await this.#store.close();
    await this.#threads?.close();
    await this.#reader.source.close();
  }

  async #sets(wanted: WantedSets, options: ProgressOptions): Promise<TileIds[]> {
    const question = new SetQuestion(wanted, this.#resident, this.#touch);
    const passes = this.#answer(question, options);
    if (passes !== null) await passes;
    return question.answers();
  }

  #answer(question: Question, options: ProgressOptions): Promise<void> | null {
    return answerInPasses(this.#store, question, readProgressOptions(options));
  }

  readonly #touch = (tile: number): void => {
    this.#store.touch(tile);
  };

  /** Completes an answer whose tile is in memory. */
  readonly #name = (answer: InTile<{ id: number }>): void => {
    (answer as { name?: string | null }).name = this.#store.nameOf(answer.tile, answer.id);
  };
}

import {
  type Aabb,
  type Backend,
  type FloatArray,
  type Plane,
  type Ray,
  screenRay,
  type Camera,
  type Pointer,
  type Shape,
  type Vec3,
} from 'slabtree';
import { PLACEHOLDER } from '../bvh/tiles/residentTree';
import { show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { checkRayNumbers } from '../scene/arguments/checkNumbers';
import {
  type AbortSignalLike,
  PROGRESS_NAMES,
  readProgressOptions,
  type ProgressOptions,
} from '../scene/arguments/progressOptions';
import { viewFloatArray } from '../scene/arguments/floatArray';
import { readNearestOptions, readOverlapOptions } from '../scene/arguments/queryOptions';
import {
  type RaySettings,
  readClipSpace,
  readManyRaysOptions,
  readRaycastOptions,
} from '../scene/arguments/raycastOptions';
import { readContactsOptions } from '../scene/arguments/shapeOptions';
import { whyNoThreads } from '../scene/threads/workerOptions';
import { AbsentTiles } from './absent/absentTiles';
import type {
  ManyTiledHits,
  ManyTiledTriangleHits,
  TiledContact,
  TiledCull,
  TiledHit,
  TiledNeighbor,
  Tiles,
  TiledSplit,
  TiledSweepHit,
} from './answers';
import { CallerCaster, ThreadCaster, whyNotShared } from './casting/runCasters';
import { TileThreads, type ThreadsWanted } from './casting/tileThreads';
import { tileBytesOf } from './format/directory';
import { openFile, OpenFile } from './openFile';
import {
  CONTACTS_OPTIONS,
  copyMaskOption,
  copyPlane,
  copyPlanes,
  copyRay,
  copyShape,
  copySwept,
  NEAREST_OPTIONS,
  OVERLAP_OPTIONS,
  PICK_OPTIONS,
  RAYCAST_MANY_OPTIONS,
  RAYCAST_OPTIONS,
} from './queries/copyArguments';
import { ContactsQuery } from './queries/contactsQuery';
import { AllHitsQuery, AnyHitQuery, FirstHitQuery } from './queries/hitQueries';
import { NearestQuery } from './queries/nearestQuery';
import { answerInPasses, type PassQuery } from './queries/passes';
import { RayPath } from './queries/rayPath';
import { RayQueues } from './queries/rayQueues';
import { type SetFinder, SetQuery } from './queries/setQuery';
import { SweptPath } from './queries/sweptPath';
import { TileIds } from './queries/tileIds';
import { indexScene } from './resident/indexScene';
import { ResidentTiles } from './resident/residentTiles';
import type { InTile, TileQueries } from './resident/tileQueries';
import type { TileSource } from './sources/openSource';
import { ChangeLock } from './store/locks';
import { TileStore } from './store/tileStore';
import {
  type OpenChoice,
  readOpenOptions,
  type TiledContactsOptions,
  type TiledMaskOptions,
  type TiledNearestOptions,
  type TiledOverlapOptions,
  type TiledPickOptions,
  type TiledRaycastManyOptions,
  type TiledRaycastOptions,
  type TiledSceneOptions,
  type TiledSweepOptions,
} from './tiledSceneOptions';

/** The options of {@link TiledScene.namesOf}. */
const NAMES_OPTIONS = /* @__PURE__ */ new OptionNames<ProgressOptions>(PROGRESS_NAMES);

/**
 * A scene in a file of tiles, of which queries read parts. Every answer is exactly the answer of one `BoxScene` with all boxes
 * of the file. A query loads the tiles that it needs, and the least recently used tiles are evicted when the memory is full. A
 * query whose tiles are in memory reads nothing.
 *
 * A query rejects with a `TypeError` or `RangeError` that names a bad argument, with a `TileSourceError` if the source fails,
 * with a `SlabtreeFormatError` if a tile is damaged, and with the reason of its signal. A rejected query does not affect other
 * queries, and the next query that needs the tile reads the tile again.
 *
 * A `filter` or `refine` may be called more than once for the same box.
 *
 * @example
 * ```ts
 * import { TileWriter } from 'slabtree/tile-writer';
 *
 * const writer = await TileWriter.create('city.slabs');
 * writer.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
 * writer.addNames([[0, 'House']]);
 * await writer.finish();
 *
 * const city = await TiledScene.open('city.slabs'); // or the address of a file
 * const ray = { origin: { x: 4, y: 5, z: -20 }, direction: { x: 0, y: 0, z: 1 } };
 * const hit = await city.raycast(ray);
 * hit?.name; // → 'House'
 * hit?.t; // → 20
 * // At the end: await city.close()
 * ```
 */
export class TiledScene extends Inspected {
  readonly #file: OpenFile;
  readonly #absent: AbsentTiles;
  readonly #resident: ResidentTiles;
  readonly #store: TileStore;
  readonly #lock = new ChangeLock();
  #threads: TileThreads | null = null;
  #notice: string | null = null;
  #closing: Promise<void> | null = null;

  private constructor(file: OpenFile, choice: OpenChoice) {
    super();
    // JavaScript ignores that the constructor is `private`, so a caller may pass any arguments.
    if (!(file instanceof OpenFile)) throw new TypeError('a TiledScene must be made by TiledScene.open(source)');
    const { memory, backend, wanted } = choice;
    this.#file = file;
    const { reader, header, bounds, measure } = file;
    const options = { backend, shared: wanted === null ? false : 'auto' } as const;
    this.#absent = new AbsentTiles(bounds, measure, options);
    this.#resident = new ResidentTiles(indexScene(bounds, measure, backend), measure, header.boxes, options);
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
   *
   * @example
   * ```ts
   * const open = await TiledScene.open('city.slabs', { memory: 64 * 2 ** 20, retries: 0 });
   * open.size; // → 1
   * await open.close();
   * ```
   */
  static async open(source: TileSource, options: TiledSceneOptions = NO_OPTIONS): Promise<TiledScene> {
    const choice = readOpenOptions(options);
    const { signal } = readProgressOptions(options);
    return await openFile(source, choice, signal, async (file) => {
      const largest = file.entries.reduce((bytes, entry) => Math.max(bytes, tileBytesOf(entry)), 0);
      if (largest > choice.memory) {
        throw new RangeError(
          `options.memory must hold the largest tile, which has ${largest} bytes, got ${choice.memory}`,
        );
      }
      const scene = new TiledScene(file, choice);
      if (choice.wanted !== null) await scene.#start(choice.wanted, signal);
      return scene;
    });
  }

  /** Starts threads that cast rays. Sets `notice` to the reason if threads cannot run. */
  async #start(wanted: ThreadsWanted, signal: AbortSignalLike | undefined): Promise<void> {
    const isShared = this.#resident.scene.isShared && this.#absent.scene.isShared;
    const threads = isShared ? TileThreads.start(this.#resident.scene, this.#absent, this.#lock, wanted) : null;
    try {
      this.#threads = await threads;
    } catch (reason) {
      this.#notice = whyNoThreads(reason);
    }
    if (!isShared) this.#notice = whyNotShared();
    if (signal?.aborted === true) {
      await this.#threads?.close();
      throw signal.reason;
    }
    if (this.#notice === null) return;
    this.#notice = `slabtree/tiles casts rays on the calling thread: ${this.#notice}`;
    console.warn(this.#notice);
  }

  /** The number of boxes in the scene. Their ids are 0 to `size - 1`. */
  get size(): number {
    return this.#file.header.boxes;
  }

  /** Which implementation queries use: the WebAssembly kernel or JavaScript. See `BoxScene.backend`. */
  get backend(): Backend {
    return this.#resident.scene.backend;
  }

  /** How many threads cast the rays of `raycastMany`. 0 if the calling thread casts them. */
  get threads(): number {
    return this.#threads?.count ?? 0;
  }

  /** Why the calling thread casts rays although threads were requested, and how to change that. Null in all other cases. */
  get notice(): string | null {
    return this.#notice;
  }

  /**
   * A box around all boxes of the scene, or null if there are no boxes. The box may be larger than needed, on each side by about
   * 1/256 of the size of a tile, as the index of the file rounds bounds outward.
   */
  get bounds(): Aabb | null {
    const { bounds } = this.#file;
    if (bounds.length === 0) return null;
    const all = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    bounds.forEach((bound, i) => {
      all[i % 6] = i % 6 < 3 ? Math.min(all[i % 6], bound) : Math.max(all[i % 6], bound);
    });
    return { min: { x: all[0], y: all[1], z: all[2] }, max: { x: all[3], y: all[4], z: all[5] } };
  }

  /** A copy of the bounds of all tiles, and which tiles are in memory now. Useful to draw the tiles. */
  get tiles(): Tiles {
    const loaded = new Uint8Array(this.#file.entries.length);
    for (const tile of this.#store.loaded()) loaded[tile] = 1;
    return { bounds: this.#file.bounds.slice(), loaded };
  }

  /** How many bytes all tiles take that are in memory or being read. */
  get loadedBytes(): number {
    return this.#store.bytes;
  }

  /** How many bytes have been read since the file was opened, header and index included. */
  get bytesRead(): number {
    return this.#file.reader.bytesRead;
  }

  /** How many reads have been made since the file was opened. Retries of a read are not counted. */
  get reads(): number {
    return this.#file.reader.reads;
  }

  /**
   * Returns the closest hit of a ray, as {@link BoxScene.raycast} does. `t` is in units of the ray's direction.
   *
   * @returns a promise of the hit, or of null. It rejects in the cases that the documentation of the class lists.
   *
   * @example
   * ```ts
   * const ground = await city.raycast({ origin: { x: 4, y: 99, z: 4 }, direction: { x: 0, y: -1, z: 0 } }, { tMax: 500 });
   * ground?.point; // → { x: 4, y: 6, z: 4 }
   * ```
   */
  raycast(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<TiledHit | null> {
    // `raycast` is not async, and makes no query object if the answer is in memory: either would cost about as much as the ray.
    try {
      const copy = copyRay(ray);
      const settings = readRaycastOptions(options, RAYCAST_OPTIONS);
      if (options !== NO_OPTIONS) return this.#raycast(copy, settings, options);
      this.#store.checkOpen();
      const hit = this.#resident.withPlaceholders.raycast(copy, settings);
      if (hit?.tile === PLACEHOLDER || !this.#absent.placeholdersCoverRay(copy)) {
        return this.#raycast(copy, settings, options);
      }
      if (hit === null) return Promise.resolve(null);
      this.#name(hit);
      return Promise.resolve(hit as TiledHit);
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- rejects like an async function
      return Promise.reject(error);
    }
  }

  /**
   * Finds the closest hit of a ray.
   *
   * @param choice a checked copy of the options.
   * @param options the options that say how to follow and stop the query.
   */
  async #raycast(ray: Ray, settings: RaySettings, options: ProgressOptions): Promise<TiledHit | null> {
    const query = new FirstHitQuery(this.#rayPath(ray, settings), this.#resident, this.#name);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.hit as TiledHit | null;
  }

  /**
   * Returns whether a ray hits anything, as {@link BoxScene.raycastAny} does. The query may need fewer tiles than
   * {@link raycast}.
   *
   * @example
   * ```ts
   * const lamp = { x: 4, y: 90, z: 4 };
   * const isInShadow = await city.raycastAny({ origin: lamp, direction: { x: 0, y: -95, z: 0 } }, { tMax: 1 });
   * isInShadow; // → true
   * ```
   */
  async raycastAny(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<boolean> {
    const path = this.#rayPath(copyRay(ray), readRaycastOptions(options, RAYCAST_OPTIONS));
    const query = new AnyHitQuery(path, this.#resident);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.isHit;
  }

  /**
   * Returns all hits of a ray, sorted by `t`, then by id, then by triangle. Reads all tiles along the ray up to `tMax`:
   * set `tMax` to read fewer tiles.
   *
   * @example
   * ```ts
   * const hits = await city.raycastAll(ray, { tMax: 100 });
   * hits.length; // → 1
   * ```
   */
  async raycastAll(ray: Ray, options: TiledRaycastOptions = NO_OPTIONS): Promise<TiledHit[]> {
    const path = this.#rayPath(copyRay(ray), readRaycastOptions(options, RAYCAST_OPTIONS));
    const query = new AllHitsQuery(path, this.#resident, this.#name);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.inOrder() as TiledHit[];
  }

  /**
   * Returns the closest hit of each of many rays, as {@link BoxScene.raycastMany} does. The rays that need a tile are
   * queued at the tile, so that each tile is read as seldom as possible. With `threads` (see {@link open}), threads
   * cast the rays, unless there is a `filter` or `refine`, which only the calling thread can call.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z. Do not change the numbers until the promise settles.
   *
   * @example
   * ```ts
   * const rays = new Float32Array([4, 5, -20, 0, 0, 1, 4, 5, -20, 0, 0, -1]);
   * const { ids, ts } = await city.raycastMany(rays, { signal: AbortSignal.timeout(60_000) });
   * [...ids]; // → [0, -1]
   * [...ts]; // → [20, Infinity]
   * ```
   */
  raycastMany(rays: FloatArray, options: TiledRaycastManyOptions & { triangles: true }): Promise<ManyTiledTriangleHits>;
  raycastMany(rays: FloatArray, options?: TiledRaycastManyOptions): Promise<ManyTiledHits>;
  async raycastMany(rays: FloatArray, options: TiledRaycastManyOptions = NO_OPTIONS): Promise<ManyTiledHits> {
    const choice = readManyRaysOptions(options, RAYCAST_MANY_OPTIONS);
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
   * Returns the closest hit under a point of the screen, as {@link BoxScene.pick} does.
   *
   * @param pointer the point and the size of the screen, both in the same pixels.
   * @param camera the view matrix and the projection matrix, 16 numbers each, column-major.
   *
   * @example
   * ```ts
   * const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -50, 1]; // a camera at z = 50 that looks along -z
   * const projection = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, -0.02, 0, 0, 0, -1, 1]; // 20 wide, 20 high, 100 deep
   * const picked = await city.pick({ x: 400, y: 160, width: 640, height: 480 }, { view, projection });
   * picked?.name; // → 'House'
   * ```
   */
  async pick(pointer: Pointer, camera: Camera, options: TiledPickOptions = NO_OPTIONS): Promise<TiledHit | null> {
    const choice = readRaycastOptions(options, PICK_OPTIONS);
    return this.#raycast(screenRay(pointer, camera, readClipSpace(options)), choice, options);
  }

  /**
   * Returns what a shape touches first as it moves by `motion`, as {@link BoxScene.sweep} does. Loads tiles in the
   * order in which the shape comes to them, until no other one can change the answer.
   *
   * @param motion the whole way, in world units. `t` counts in units of it: 1 is its end.
   *
   * @example
   * ```ts
   * const ball = { center: { x: 4, y: 50, z: 4 }, radius: 1 };
   * const landing = await city.sweep(ball, { x: 0, y: -100, z: 0 });
   * landing?.distance; // → 43
   * ```
   */
  async sweep(shape: Shape, motion: Vec3, options: TiledSweepOptions = NO_OPTIONS): Promise<TiledSweepHit | null> {
    const path = new SweptPath(copySwept(shape, motion, options), this.#absent);
    const query = new FirstHitQuery(path, this.#resident, this.#name);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.hit as TiledSweepHit | null;
  }

  /**
   * Returns whether a shape hits anything as it moves by `motion`. The query may need fewer tiles than {@link sweep}.
   *
   * @example
   * ```ts
   * const ball = { center: { x: 4, y: 50, z: 4 }, radius: 1 };
   * await city.sweepAny(ball, { x: 0, y: -100, z: 0 }); // → true
   * ```
   */
  async sweepAny(shape: Shape, motion: Vec3, options: TiledSweepOptions = NO_OPTIONS): Promise<boolean> {
    const path = new SweptPath(copySwept(shape, motion, options), this.#absent);
    const query = new AnyHitQuery(path, this.#resident);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.isHit;
  }

  /**
   * Returns all that a shape hits as it moves by `motion`, in the order of {@link sweep}. Reads all tiles on its way.
   *
   * @example
   * ```ts
   * const ball = { center: { x: 4, y: 50, z: 4 }, radius: 1 };
   * const hits = await city.sweepAll(ball, { x: 0, y: -100, z: 0 });
   * hits.length; // → 1
   * ```
   */
  async sweepAll(shape: Shape, motion: Vec3, options: TiledSweepOptions = NO_OPTIONS): Promise<TiledSweepHit[]> {
    const path = new SweptPath(copySwept(shape, motion, options), this.#absent);
    const query = new AllHitsQuery(path, this.#resident, this.#name);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.inOrder() as TiledSweepHit[];
  }

  /**
   * Returns every box and triangle that a shape touches or overlaps, or comes closer to than `options.within`, as
   * {@link BoxScene.contacts} does, in the order of ids and triangles.
   *
   * @example
   * ```ts
   * const [touched] = await city.contacts({ center: { x: 4, y: 6.5, z: 4 }, radius: 1 }, { within: 0.1 });
   * touched.depth; // → 0.5
   * ```
   */
  async contacts(shape: Shape, options: TiledContactsOptions = NO_OPTIONS): Promise<TiledContact[]> {
    const query = new ContactsQuery(
      copyShape(shape),
      readContactsOptions(options, CONTACTS_OPTIONS),
      this.#resident,
      this.#absent,
      this.#name,
    );
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.inOrder() as TiledContact[];
  }

  /**
   * Returns the boxes nearest to a shape, as {@link BoxScene.nearest} does, sorted by distance. Distances are in the
   * units of the boxes. Returns one box by default.
   *
   * @example
   * ```ts
   * const [near] = await city.nearest({ x: 4, y: 9, z: 4 }, { count: 3, maxDistance: 50 });
   * near.distance; // → 3
   * ```
   */
  async nearest(shape: Shape, options: TiledNearestOptions = NO_OPTIONS): Promise<TiledNeighbor[]> {
    const query = new NearestQuery(
      copyShape(shape),
      readNearestOptions(options, NEAREST_OPTIONS),
      this.#resident,
      this.#absent,
      this.#name,
    );
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.found as TiledNeighbor[];
  }

  /**
   * Returns the boxes that overlap a shape, as {@link BoxScene.overlap} does.
   *
   * @example
   * ```ts
   * const around = await city.overlap({ center: { x: 0, y: 2, z: 0 }, radius: 10 });
   * around.toArray(); // → Float64Array.of(0)
   * ```
   */
  async overlap(shape: Shape, options: TiledOverlapOptions = NO_OPTIONS): Promise<TileIds> {
    const copy = copyShape(shape);
    const choice = readOverlapOptions(options, OVERLAP_OPTIONS);
    const finder = {
      find: (queries: TileQueries) => queries.overlap(copy, choice),
      arePlaceholdersWide: () => this.#absent.placeholdersCoverShape(copy),
      missingTiles: () => this.#absent.touching(copy),
    };
    const [found] = await this.#sets(finder, options);
    return found;
  }

  /**
   * Returns all boxes by their side of a plane, as {@link BoxScene.split} does. Reads all tiles, because the answer
   * contains all ids.
   *
   * @example
   * ```ts
   * const { front, crossing } = await city.split({ normal: { x: 0, y: 1, z: 0 }, constant: -3 });
   * crossing.size; // → 1
   * ```
   */
  async split(plane: Plane, options: TiledMaskOptions = NO_OPTIONS): Promise<TiledSplit> {
    const copy = copyPlane('plane', plane);
    const choice = copyMaskOption(options);
    const finder = {
      find: (queries: TileQueries) => queries.split(copy, choice),
      arePlaceholdersWide: () => true,
      missingTiles: () => this.#absent.all(),
    };
    const [front, crossing, back] = await this.#sets(finder, options);
    return { front, crossing, back };
  }

  /**
   * Returns the boxes in a convex volume, as {@link BoxScene.cull} does.
   *
   * @param planes the planes around the volume, which is in front of each plane. `frustumFromMatrix` makes the planes of a
   *   camera. Without planes, all boxes are inside.
   *
   * @example
   * ```ts
   * const { inside } = await city.cull([{ normal: { x: 0, y: 1, z: 0 }, constant: 1 }]); // above y = -1
   * inside.has(0); // → true
   * ```
   */
  async cull(planes: readonly Plane[], options: TiledMaskOptions = NO_OPTIONS): Promise<TiledCull> {
    const copies = copyPlanes(planes);
    const choice = copyMaskOption(options);
    const finder = {
      find: (queries: TileQueries) => queries.cull(copies, choice),
      arePlaceholdersWide: () => this.#absent.placeholdersCoverPlanes(copies),
      missingTiles: () => this.#absent.notBehind(copies),
    };
    const [inside, crossing, edges] = await this.#sets(finder, options);
    return { inside, crossing, edges };
  }

  /**
   * Returns the names of the boxes in a set that {@link overlap}, {@link split} or {@link cull} of this scene has returned. Reads the
   * tiles of these boxes that are not in memory any more.
   *
   * @returns a promise of the names by id. Boxes without a name are left out. The promise rejects with a `TypeError` if
   *   the set is not a set of a tiled scene.
   *
   * @example
   * ```ts
   * const { inside } = await city.cull([]);
   * const names = await city.namesOf(inside);
   * names.get(0); // → 'House'
   * ```
   */
  async namesOf(ids: TileIds, options: ProgressOptions = NO_OPTIONS): Promise<Map<number, string>> {
    if (!(ids instanceof TileIds)) throw new TypeError(`ids must be a set of this scene, got ${show(ids)}`);
    NAMES_OPTIONS.check('options', options);
    const { signal, onProgress } = readProgressOptions(options);
    const names = new Map<number, string>();
    for (let tiles = ids.tiles; tiles.length > 0;) {
      const some = tiles.slice(0, this.#store.fitting(tiles));
      const lease = await this.#store.load(some, signal, () => undefined);
      try {
        for (const tile of some) {
          for (const [id, name] of this.#store.namesIn(tile)) if (ids.has(id)) names.set(id, name);
        }
      } finally {
        lease.release();
      }
      tiles = tiles.slice(some.length);
      onProgress?.(1 - tiles.length / ids.tiles.length);
    }
    return names;
  }

  /**
   * Closes the scene: closes its source, and evicts all tiles. Pending and later queries reject.
   *
   * @example
   * ```ts
   * await city.close();
   * ```
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** Returns the properties that a console of Node shows for the scene. @internal */
  inspected(): object {
    const { size, backend, loadedBytes, bytesRead, threads } = this;
    const { name } = this.#file.reader.source;
    return { name, size, tiles: this.#file.entries.length, backend, loadedBytes, bytesRead, threads };
  }

  async #close(): Promise<void> {
    await this.#store.close();
    await this.#threads?.close();
    await this.#file.reader.source.close?.();
  }

  #rayPath(ray: Ray, settings: RaySettings): RayPath {
    return new RayPath(ray, settings, this.#absent, this.#file.measure);
  }

  async #sets(finder: SetFinder, options: ProgressOptions): Promise<TileIds[]> {
    const query = new SetQuery(finder, this.#resident, this.#touch);
    const passes = this.#answer(query, options);
    if (passes !== null) await passes;
    return query.answers();
  }

  #answer(query: PassQuery, options: ProgressOptions): Promise<void> | null {
    return answerInPasses(this.#store, query, readProgressOptions(options));
  }

  readonly #touch = (tile: number): void => {
    this.#store.touch(tile);
  };

  /** Adds a box's name to a hit or neighbor. The tile of the box must be in memory. */
  readonly #name = (answer: InTile<{ id: number }>): void => {
    (answer as { name?: string | null }).name = this.#store.nameOf(answer.tile, answer.id);
  };
}

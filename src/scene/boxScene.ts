import type { Backend as Operations } from '../bvh/backend/backend';
import { createBackend } from '../bvh/backend/createBackend';
import { ALL_BITS, LeafStore } from '../bvh/boxes/leafStore';
import type { OnProgress } from '../bvh/build/onProgress';
import { SceneReader } from '../bvh/file/sceneReader';
import { KernelMemory } from '../bvh/memory/kernelMemory';
import { findFace } from '../bvh/query/raycast';
import { raycastAll } from '../bvh/query/raycastAll';
import { SHARED_LAYOUT } from '../bvh/share/versionRecord';
import type { Versions } from '../bvh/share/versions';
import { type NodeBounds, nodeBounds } from '../bvh/tree/nodeBounds';
import { statistics, type TreeStatistics } from '../bvh/tree/statistics';
import type { Tree } from '../bvh/tree/tree';
import type { Aabb } from '../primitives/shapes/aabb';
import { AABB_STRIDE, OBB_STRIDE } from '../primitives/flat/boxLayout';
import { readAabb, readBounds, readMatrix } from '../primitives/flat/boxRecord';
import { checkNumber, checkOptions, show } from '../primitives/check';
import { FlatShape, readShape } from '../primitives/flat/flatShape';
import type { Matrix4 } from '../primitives/shapes/matrix4';
import type { Obb } from '../primitives/shapes/obb';
import { type Plane, readPlane } from '../primitives/shapes/plane';
import type { Ray } from '../primitives/shapes/ray';
import { createRayBuffer } from '../primitives/flat/rayBuffer';
import { Reusable } from '../primitives/reusable';
import { type Camera, type Pointer, screenRay } from '../primitives/camera/screenRay';
import type { Sphere } from '../primitives/shapes/sphere';
import { readVec3, type Vec3, vec3 } from '../primitives/shapes/vec3';
import { BoxPairs } from './answers/boxPairs';
import {
  type AttachOptions,
  type Backend,
  type BoxSceneOptions,
  type DeserializeOptions,
  type MaskOption,
  readMask,
  readSceneOptions,
} from './arguments/boxSceneOptions';
import { type BuildOptions, buildAsync, type SceneMaker } from './threads/buildAsync';
import { bytesOf } from './arguments/bytesOf';
import { type ByteStream, ByteStreamReader } from './files/byteStream';
import { checkId, checkIds, checkIsObb, isIdOfBox } from './arguments/checkIds';
import { checkBoxNumbers, checkMask, checkRayNumbers } from './arguments/checkNumbers';
import { createSharedMemory } from './threads/createSharedMemory';
import { type FloatArray, readFloatArray, viewFloatArray } from './arguments/floatArray';
import { describeHit, type Hit } from './answers/hit';
import { type IdSet, SlotIdSet } from './answers/idSet';
import type { ManyHits } from './answers/manyHits';
import { KeptTree } from './keptTree';
import { checkMatrices, setMatrices } from './obbMatrices';
import { type NearestOptions, readNearestOptions } from './arguments/nearestOptions';
import type { Neighbor } from './answers/neighbor';
import { readProgressOptions } from './arguments/progressOptions';
import { RayCast } from './rayCast';
import { NO_OPTIONS, type PickOptions, type RaycastOptions, readRaycastOptions } from './arguments/raycastOptions';
import { readBytes, readStream, type StreamOptions } from './files/readScene';
import { readHandle, type SceneHandle } from './threads/sceneHandle';
import { Sharing } from './sharing';

/**
 * A set of boxes, axis-aligned and oriented, that answers queries exactly as a float64 loop over all of them would.
 *
 * Changes are applied together by the next query, or by `commit`: along a path of the tree each, where many boxes have changed
 * in one pass over all of it, and by a new tree where that is cheaper. Bad input throws a `TypeError` or `RangeError` that
 * names it, and leaves the scene as it was. A `filter` or `refine` must not change the scene that asks it.
 */
export class BoxScene {
  readonly #backend: Operations;
  readonly #leaves: LeafStore;
  /** What calls read their arguments into. A callback, or a getter of an argument, may ask the scene in the middle of a call. */
  readonly #casts = new Reusable(() => new RayCast());
  readonly #records = new Reusable(() => new Float64Array(OBB_STRIDE));
  /** For calls that read all of their argument before they write the first number of it here: one box, or one matrix. */
  readonly #record = new Float64Array(OBB_STRIDE);
  readonly #shapes = new Reusable(() => new FlatShape());
  readonly #sharing: Sharing;
  readonly #kept: KeptTree;

  /** @throws Error with the reason, where `'wasm'` is asked for and not to be had, or shared memory. */
  constructor(options?: BoxSceneOptions);
  /** @internal */
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- only the other one is public
  constructor(options: BoxSceneOptions, versions: Versions);
  constructor(options: BoxSceneOptions = NO_OPTIONS, versions: Versions | null = null) {
    const { backend, shared } = readSceneOptions(options);
    const memory = versions === null ? createSharedMemory(shared) : new KernelMemory(versions.memory, versions.spares);
    this.#backend = createOperations(backend, memory);
    this.#leaves = new LeafStore(this.#backend.memory);
    this.#sharing = new Sharing(memory, versions, this.#leaves);
    this.#kept = new KeptTree(this.#backend, this.#leaves, this.#sharing);
  }

  /**
   * Opens a shared scene in another thread, or in the same one, to be read: what changes it throws. Every query answers from
   * what was last committed, whole. A set can be walked until a later query finds another commit.
   *
   * @param handle from the scene's {@link handle}.
   * @throws TypeError where it is not one, or that of another version of this package.
   */
  static attach(handle: SceneHandle, options: AttachOptions = NO_OPTIONS): BoxScene {
    checkOptions('options', options);
    return new BoxScene(options, readHandle(handle));
  }

  /** Whether the scene's memory is one that threads can share. */
  get isShared(): boolean {
    return this.#sharing.isShared;
  }

  /** Whether the scene is an attached one, which can only be asked. */
  get isReadOnly(): boolean {
    return this.#sharing.shown !== null;
  }

  /**
   * What another thread needs to {@link attach} itself to this scene: send it with `postMessage`, to as many as there are.
   * They see the scene as of its last {@link commit}; where there has been none, it is committed now. From the first handle on,
   * the first change after each commit copies what readers may be reading. An attached scene gives its handle on.
   *
   * @throws Error unless the scene was made with `shared`, or where it has been detached.
   */
  handle(): SceneHandle {
    const { memory, byteOffset } = this.#kept.openVersions();
    return { memory, byteOffset, layout: SHARED_LAYOUT };
  }

  /**
   * Lets go of the scene that this one is attached to: what it has of its memory can be used again, and every query throws
   * from now on. A thread that ends without it leaves a few megabytes unused, and the version that it saw.
   *
   * @throws Error where this scene is not an attached one, and in its own queries' callbacks.
   */
  detach(): void {
    this.#sharing.detach();
    // So that sets which rest on its memory are of use no longer.
    this.#kept.clock.changes++;
  }

  /**
   * Commits, and keeps the version that readers see then from being overwritten: for a pool of threads.
   *
   * @internal
   */
  pinVersion(): number {
    const versions = this.#kept.openVersions();
    this.commit();
    return versions.pinLatest();
  }

  /** @internal */
  unpinVersion(version: number): void {
    this.#sharing.unpin(version);
  }

  /**
   * From now on, an attached scene answers from a version that somebody else has pinned.
   *
   * @internal
   */
  showVersion(version: number): void {
    this.#kept.fix(version);
  }

  /**
   * Reads a scene that {@link serialize} has written: it answers at once, and can be changed like any other. The bytes are
   * copied. Bytes of any other kind are refused; what comes after the scene is left alone.
   *
   * @param buffer an `ArrayBuffer`, a `SharedArrayBuffer`, or a view on one: a typed array, or Node's `Buffer`.
   * @throws SlabtreeFormatError where the bytes are not those of a scene, or are damaged.
   */
  static deserialize(buffer: ArrayBufferLike | ArrayBufferView, options: DeserializeOptions = NO_OPTIONS): BoxScene {
    const scene = new BoxScene(options);
    const bytes = bytesOf('buffer', buffer, options.byteOffset);
    scene.#kept.goOn(readBytes(new SceneReader(scene.#backend, scene.#leaves, bytes.length), bytes));
    return scene;
  }

  /**
   * Reads a scene as its bytes come, of a response's `body` or a file's stream, say: the event loop goes on meanwhile, and no
   * more memory is taken than the bytes that have come account for. Bytes of any other kind are refused as soon as they show.
   * After the scene may come its names, which are passed over, and nothing else: see {@link SceneNames}. Whenever it rejects
   * before the stream has ended, it cancels the stream, and does not wait for that.
   *
   * @param chunks a `ReadableStream`, or anything else that can be iterated by `for await`, of `Uint8Array`s of any size.
   * @returns rejected with a SlabtreeFormatError where the bytes are not those of a scene, or are damaged; with the reason of
   *   an aborted signal, as soon as it is.
   */
  static async deserializeStream(chunks: ByteStream, options?: StreamOptions): Promise<BoxScene>;
  /**
   * @param isTrusted whether the bytes come from this package's own thread, and need not be checked.
   * @internal
   */
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- only the other one is public
  static async deserializeStream(chunks: ByteStream, options: StreamOptions, isTrusted: boolean): Promise<BoxScene>;
  static async deserializeStream(
    chunks: ByteStream,
    options: StreamOptions = NO_OPTIONS,
    isTrusted = false,
  ): Promise<BoxScene> {
    const stream = new ByteStreamReader('chunks', chunks);
    try {
      const scene = new BoxScene(options);
      const reader = new SceneReader(scene.#backend, scene.#leaves, isTrusted ? Infinity : 0, isTrusted);
      scene.#kept.goOn(await readStream(reader, stream, readProgressOptions(options)));
      return scene;
    } catch (error) {
      stream.cancel(error);
      throw error;
    }
  }

  /**
   * The scene that {@link addAabbs} and {@link commit} would make of boxes, built in another thread: the event loop goes on
   * meanwhile. Where threads are not to be had, it is built on the calling thread, and a warning on the console says why.
   *
   * @param boxes 6 numbers a box: min x y z, max x y z. They must stay as they are until the scene is there.
   * @returns rejected with what {@link addAabbs} would throw, or with the reason of an aborted signal, as soon as it is; nothing
   *   is left of the work then.
   */
  static buildAsync(boxes: FloatArray, options: BuildOptions = NO_OPTIONS): Promise<BoxScene> {
    return buildAsync(sceneMaker, boxes, options);
  }

  /** Which backend runs: `'wasm'`, or `'js'` where that was asked for, or where WebAssembly with SIMD is not to be had. */
  get backend(): Backend {
    return this.#backend.name;
  }

  /** How many boxes there are. */
  get size(): number {
    this.#kept.follow();
    return this.#leaves.size;
  }

  /**
   * The smallest box around all boxes, an OBB by its centre and projected extents; null where there are none. Asked for after
   * a change, it takes a loop over all boxes.
   */
  get bounds(): Aabb | null {
    const { bounds } = this.#kept;
    if (bounds === null) return null;
    const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
    return { min: vec3(minX, minY, minZ), max: vec3(maxX, maxY, maxZ) };
  }

  /**
   * Bytes that the scene holds: boxes, masks and tree, and where it has been changed the paths of the tree and room for new
   * nodes. WebAssembly memory cannot be given back, so that with it working space, which is not counted, is kept too, until the
   * scene is dropped: up to 72 bytes a box for the next build, and a few megabytes for a batch of rays, a query's answer and
   * parts of the tree that are rebuilt. Nor is what a shared scene keeps for those who still read an earlier version.
   */
  get byteLength(): number {
    this.#kept.follow();
    return this.#leaves.byteLength + this.#kept.byteLength;
  }

  /**
   * Adds an axis-aligned box.
   *
   * @param mask 32 bits of which a query's mask must share one; all by default.
   * @returns its id. Ids of removed boxes are given out again.
   */
  addAabb(box: Aabb, mask = ALL_BITS): number {
    checkMask('mask', mask);
    readAabb('box', box, this.#record);
    this.#kept.beforeChange(1);
    const id = this.#leaves.addId(mask);
    this.#leaves.setAabb(id, this.#record, 0);
    this.#kept.noteChange(id);
    return id;
  }

  /** Adds an oriented box; see {@link addAabb}. */
  addObb(box: Obb, mask = ALL_BITS): number {
    checkMask('mask', mask);
    const record = this.#records.take();
    readBounds('box', box, record);
    readMatrix('box.matrix', box.matrix, record);
    this.#kept.beforeChange(1);
    const id = this.#leaves.addId(mask);
    this.#leaves.setObb(id, record);
    this.#kept.noteChange(id);
    this.#records.giveBack(record);
    return id;
  }

  /**
   * Adds many axis-aligned boxes.
   *
   * @param boxes 6 numbers a box: min x y z, max x y z.
   * @returns the first id; the others follow it. Of no boxes, the result means nothing.
   */
  addAabbs(boxes: FloatArray, mask = ALL_BITS): number {
    const numbers = readFloatArray('boxes', boxes, AABB_STRIDE, 'box');
    checkBoxNumbers('boxes', numbers);
    checkMask('mask', mask);
    const leaves = this.#leaves;
    const count = numbers.length / AABB_STRIDE;
    if (count === 0) return leaves.idLimit;
    this.#kept.beforeChange(count);
    const first = leaves.addAabbs(numbers, mask);
    this.#kept.noteChange(first, count);
    return first;
  }

  /**
   * Adds one local box as many times as there are matrices: the array of an `InstancedMesh` goes in as it is.
   *
   * @param matrices 16 numbers a matrix, column-major, affine.
   * @returns the first id; the others follow it. Of no matrices, the result means nothing.
   */
  addObbs(box: Aabb, matrices: FloatArray, mask = ALL_BITS): number {
    const record = this.#records.take();
    readAabb('box', box, record);
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    checkMask('mask', mask);
    const leaves = this.#leaves;
    const count = numbers.length / 16;
    if (count === 0) return leaves.idLimit;
    checkMatrices(this.#backend, numbers);
    this.#kept.beforeChange(count);
    const first = leaves.addObbs(record, count, mask);
    setMatrices(this.#backend, this.#leaves, first, numbers);
    this.#kept.noteChange(first, count);
    this.#records.giveBack(record);
    return first;
  }

  /**
   * Replaces a box by an axis-aligned one.
   *
   * @throws RangeError where there is no box with that id; so do all calls that take one.
   */
  setAabb(id: number, box: Aabb): void {
    readAabb('box', box, this.#record);
    checkId(this.#leaves, id);
    this.#kept.beforeChange();
    this.#leaves.setAabb(id, this.#record, 0);
    this.#kept.noteChange(id);
  }

  /** Replaces a box by an oriented one. */
  setObb(id: number, box: Obb): void {
    const record = this.#records.take();
    readBounds('box', box, record);
    readMatrix('box.matrix', box.matrix, record);
    checkId(this.#leaves, id);
    this.#kept.beforeChange();
    this.#leaves.setObb(id, record);
    this.#kept.noteChange(id);
    this.#records.giveBack(record);
  }

  /**
   * Moves an oriented box: its local box stays.
   *
   * @throws TypeError where the box is axis-aligned.
   */
  setMatrix(id: number, matrix: Matrix4): void {
    readMatrix('matrix', matrix, this.#record);
    checkId(this.#leaves, id);
    checkIsObb(this.#leaves, id, 'id must be that of an oriented box');
    this.#kept.beforeChange();
    this.#leaves.setMatrix(id, this.#record);
    this.#kept.noteChange(id);
  }

  /**
   * Replaces boxes whose ids follow one another by axis-aligned ones: {@link setAabb} for a loop that moves many.
   *
   * @param boxes 6 numbers a box: min x y z, max x y z.
   * @throws RangeError where one of the ids is of no box.
   */
  setAabbs(firstId: number, boxes: FloatArray): void {
    const numbers = readFloatArray('boxes', boxes, AABB_STRIDE, 'box');
    checkBoxNumbers('boxes', numbers);
    const count = numbers.length / AABB_STRIDE;
    checkIds(this.#leaves, firstId, count);
    if (count === 0) return;
    this.#kept.beforeChange();
    this.#leaves.setAabbs(firstId, count, numbers);
    this.#kept.noteChange(firstId, count);
  }

  /**
   * Moves oriented boxes whose ids follow one another, as {@link addObbs} gives them out: {@link setMatrix} for the array of
   * an `InstancedMesh`.
   *
   * @param matrices 16 numbers a matrix, column-major, affine.
   * @throws RangeError where one of the ids is of no box, and TypeError where one of the boxes is axis-aligned.
   */
  setMatrices(firstId: number, matrices: FloatArray): void {
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    const count = numbers.length / 16;
    checkIds(this.#leaves, firstId, count);
    for (let id = firstId; id < firstId + count; id++)
      checkIsObb(this.#leaves, id, 'firstId must begin ids of oriented boxes');
    if (count === 0) return;
    checkMatrices(this.#backend, numbers);
    this.#kept.beforeChange();
    setMatrices(this.#backend, this.#leaves, firstId, numbers);
    this.#kept.noteChange(firstId, count);
  }

  /** Sets the 32 bits of which a query's mask must share one. */
  setMask(id: number, mask: number): void {
    checkId(this.#leaves, id);
    checkMask('mask', mask);
    this.#kept.beforeMasks();
    this.#leaves.setMask(id, mask);
  }

  /** Removes a box; its id is unknown until it is given out again. */
  remove(id: number): void {
    checkId(this.#leaves, id);
    this.#kept.beforeChange();
    this.#leaves.remove(id);
    this.#kept.noteChange(id);
  }

  /** Removes all boxes. */
  clear(): void {
    this.#kept.clear();
    this.#leaves.clear();
  }

  /** Whether there is a box with that id. */
  has(id: number): boolean {
    this.#kept.follow();
    return isIdOfBox(this.#leaves, id);
  }

  /**
   * Applies pending changes now, and builds the tree where there is none: every query does so by itself. Readers of a shared
   * scene see the changes from now on. An attached scene moves on to what was last committed.
   *
   * @throws Error where readers hold as many versions of a shared scene as there can be: 64.
   */
  commit(): void {
    this.#kept.commit();
  }

  /**
   * What a ray is expected to cost in the tree as it is now, over what it was when the tree was built, see `sahCost` in
   * {@link statistics}: 1 then, and more where changes have worn it. It rises too when boxes are added or grow, and falls when
   * they are removed or spread out: a new tree would cost more or less as well. Asking for it applies pending changes, and goes
   * through all nodes: 1.6 milliseconds for 100,000 boxes.
   */
  get quality(): number {
    return this.#kept.quality;
  }

  /**
   * Improves a tree whose boxes have been changed, in time that would be idle otherwise; one that is as it was built stays.
   * The scene does a part of this by itself, whenever changes are applied: three quarters of a box for one that is added or
   * has gone far, and a quarter for one that has moved a little; where most boxes do, only once that has worn the tree.
   *
   * @param budget 0 or more: for how many boxes, on average, parts of the tree are built anew, going on where it ended last.
   *   1,000 take a quarter to half a millisecond, and ten times as long in JavaScript. A part cannot be left half-way: where
   *   one is larger than the budget, the calls after it do nothing until that has evened out. Parts are of up to 1,000 boxes
   *   for a budget of 250, and of up to 16,000 from 4,000 on; the larger, the better is the tree. Without a budget, the whole
   *   tree is built anew, by the next query.
   */
  optimize(budget = Infinity): void {
    checkNumber('budget', budget);
    if (!(budget >= 0)) throw new RangeError(`budget must be 0 or more boxes, got ${budget}`);
    this.#kept.optimize(budget);
  }

  /**
   * The closest box that a ray meets: the smallest t, and among equal ones the smallest id.
   *
   * @returns null where nothing is hit.
   */
  raycast(ray: Ray, options: RaycastOptions = NO_OPTIONS): Hit | null {
    const cast = this.#casts.take();
    const selection = cast.read(ray, options);
    const { closest } = cast;
    this.#backend.raycast(this.#kept.current(), cast.ray, selection, closest);
    const hit = closest.id < 0 ? null : describeHit(cast.ray, closest);
    this.#casts.giveBack(cast);
    return hit;
  }

  /** Whether a ray meets any box: faster than asking which. */
  raycastAny(ray: Ray, options: RaycastOptions = NO_OPTIONS): boolean {
    const cast = this.#casts.take();
    const selection = cast.read(ray, options);
    const isHit = this.#backend.raycastAny(this.#kept.current(), cast.ray, selection);
    this.#casts.giveBack(cast);
    return isHit;
  }

  /** All boxes that a ray meets, by t, and among equal ones by id. */
  raycastAll(ray: Ray, options: RaycastOptions = NO_OPTIONS): Hit[] {
    const cast = this.#casts.take();
    const selection = cast.read(ray, options);
    const tree = this.#kept.current();
    const { closest } = cast;
    const hits = raycastAll(tree, cast.ray, selection).map(({ id, t }) => {
      closest.id = id;
      closest.t = t;
      findFace(tree, cast.ray, closest);
      return describeHit(cast.ray, closest);
    });
    this.#casts.giveBack(cast);
    return hits;
  }

  /**
   * The closest box of each of many rays, as {@link raycast} finds it.
   *
   * @param rays 6 numbers a ray: origin x y z, direction x y z.
   */
  raycastMany(rays: FloatArray, options: RaycastOptions = NO_OPTIONS): ManyHits {
    const range = createRayBuffer();
    const selection = readRaycastOptions(options, range);
    const view = viewFloatArray('rays', rays, 6, 'ray');
    const tree = this.#kept.current();
    const count = view.length / 6;
    const ids = new Int32Array(count);
    const ts = new Float64Array(count);
    this.#backend.raycastMany(tree, view, range, selection, ids, ts, checkRays);
    return { ids, ts };
  }

  /**
   * The closest box under a screen point: {@link screenRay}, then {@link raycast}. `t` and `distance` count from the near
   * plane, in world units.
   */
  pick(pointer: Pointer, camera: Camera, options: PickOptions = NO_OPTIONS): Hit | null {
    checkOptions('options', options);
    return this.raycast(screenRay(pointer, camera, options.clipSpace), options);
  }

  /**
   * The boxes that are nearest to a point, as `distanceToBox` tells, by distance, which is 0 where the point is inside or on
   * the box, and among equal ones by id: the nearest one, or `options.count` of them.
   *
   * @returns fewer where there are no more, and none in a scene without boxes.
   */
  nearest(point: Vec3, options: NearestOptions = NO_OPTIONS): Neighbor[] {
    const query = readNearestOptions(options);
    const { x, y, z } = readVec3('point', point);
    const tree = this.#kept.current();
    return this.#backend
      .nearest(tree, x, y, z, query)
      .map((near) => ({ id: near.id, distance: near.distance, point: vec3(near.x + 0, near.y + 0, near.z + 0) }));
  }

  /** Sorts all boxes by the side of a plane they lie on: in front (where the normal points), crossing or touching, behind. */
  split(plane: Plane, options: MaskOption = NO_OPTIONS): { front: IdSet; crossing: IdSet; back: IdSet } {
    const { normal, constant } = readPlane('plane', plane);
    const wanted = readMask(options);
    const tree = this.#kept.current();
    const mask = this.#heeded(wanted);
    const { front, crossing, back } = this.#backend.splitByPlane(tree, normal.x, normal.y, normal.z, constant);
    return {
      front: new SlotIdSet(tree, front, mask, this.#kept.clock),
      crossing: new SlotIdSet(tree, crossing, mask, this.#kept.clock),
      back: new SlotIdSet(tree, back, mask, this.#kept.clock),
    };
  }

  /**
   * The boxes in a convex volume, a view frustum say, plane by plane: those in front of every plane, and those behind none
   * but crossing or touching some. The latter may, beside an edge of the volume, lie outside it.
   *
   * @param planes normals inward; see frustumFromMatrix. Without planes, all boxes are inside.
   */
  cull(planes: readonly Plane[], options: MaskOption = NO_OPTIONS): { inside: IdSet; crossing: IdSet } {
    if (!isArray(planes)) throw new TypeError(`planes must be an array of planes, got ${show(planes)}`);
    const numbers: number[] = [];
    for (let i = 0, { length } = planes; i < length; i++) {
      const { normal, constant } = readPlane(`planes[${i}]`, planes[i]);
      numbers.push(normal.x, normal.y, normal.z, constant);
    }
    const wanted = readMask(options);
    const tree = this.#kept.current();
    const mask = this.#heeded(wanted);
    const { inside, crossing } = this.#backend.cullByPlanes(tree, Float64Array.from(numbers));
    return {
      inside: new SlotIdSet(tree, inside, mask, this.#kept.clock),
      crossing: new SlotIdSet(tree, crossing, mask, this.#kept.clock),
    };
  }

  /**
   * The boxes that overlap a shape, as `overlaps` tells: touching counts. Like the sets of {@link split} and {@link cull}, the
   * answer can be walked until the scene next changes.
   *
   * @param shape an AABB, an OBB, or a sphere, of radius 0 or more.
   */
  overlap(shape: Aabb | Obb | Sphere, options: MaskOption = NO_OPTIONS): IdSet {
    const flat = this.#shapes.take();
    readShape('shape', shape, flat);
    const wanted = readMask(options);
    const tree = this.#kept.current();
    const mask = this.#heeded(wanted);
    const found = new SlotIdSet(tree, this.#backend.overlap(tree, flat), mask, this.#kept.clock);
    this.#shapes.giveBack(flat);
    return found;
  }

  /**
   * All pairs of boxes that overlap, as `overlaps` tells: touching counts. Given a mask, those of which both boxes
   * share a bit with it.
   */
  pairs(options: MaskOption = NO_OPTIONS): BoxPairs {
    const wanted = readMask(options);
    const tree = this.#kept.current();
    const mask = this.#heeded(wanted);
    return new BoxPairs(this.#backend.pairs(tree, mask));
  }

  /**
   * The scene as bytes, to be stored or sent: its boxes exactly as they are, their masks and ids, and the tree, so that
   * {@link deserialize} has nothing to build. Applies pending changes.
   */
  serialize(): ArrayBuffer {
    return this.#kept.serialize();
  }

  /** What the tree looks like, for people who tune. */
  statistics(): TreeStatistics {
    return statistics(this.#kept.current());
  }

  /** Where the nodes of the tree are, for people who draw it. */
  nodeBounds(): NodeBounds {
    return nodeBounds(this.#kept.current());
  }

  /**
   * The tree over the boxes as they are now: for this package's own tests, not part of its surface.
   *
   * @internal
   */
  committedTree(onProgress?: OnProgress): Tree {
    return this.#kept.current(onProgress);
  }

  /**
   * Counts what may change an answer: for those who ask many questions of one state.
   *
   * @internal
   */
  get changes(): number {
    return this.#kept.clock.changes;
  }

  /** The mask that a query of the tree has to heed; undefined where it has none, or one that no box lacks. */
  #heeded(mask: number | undefined): number | undefined {
    return mask === undefined || (mask & this.#leaves.commonMask) !== 0 ? undefined : mask;
  }
}

const sceneMaker: SceneMaker<BoxScene> = {
  backendOf: (options) => new BoxScene(options).backend,
  build: (boxes, mask, options) => {
    const scene = new BoxScene(options);
    scene.addAabbs(boxes, mask);
    scene.commit();
    return scene;
  },
  read: (bytes, options) => BoxScene.deserializeStream(bytes, options, true),
};

/** A backend in memory that threads share, or in its own. */
function createOperations(backend: 'auto' | Backend, memory: KernelMemory | null): Operations {
  if (memory === null) return createBackend(backend);
  try {
    return createBackend(backend, memory);
  } catch (error) {
    // It may be other threads' memory, who go on.
    memory.release();
    throw error;
  }
}

function checkRays(rays: FloatArray, first: number): void {
  checkRayNumbers('rays', rays, 6 * first);
}

/** Array.isArray, which takes all that is not one for `never` where it should be one. */
function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

import type { Backend as Operations } from '../bvh/backend/backend';
import { type BoxStore, ALL_BITS } from '../bvh/boxes/boxStore';
import type { MeshStore } from '../bvh/meshes/meshStore';
import { type TriangleVisitor, visitTriangles } from '../bvh/meshes/visitTriangles';
import { type SceneVisitor, traverse } from '../bvh/query/traverse';
import { type NodeBounds, nodeBounds } from '../bvh/tree/nodeBounds';
import { statistics, type TreeStatistics } from '../bvh/tree/statistics';
import { duringWalk } from '../bvh/tree/tree';
import type { Aabb } from '../primitives/shapes/aabb';
import { AABB_STRIDE, OBB_STRIDE } from '../primitives/flat/boxLayout';
import { readAabb, readMatrix, readObb } from '../primitives/flat/boxRecord';
import { checkCorners } from '../primitives/flat/corners';
import { checkNumber } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS } from '../primitives/optionNames';
import type { Matrix4 } from '../primitives/shapes/matrix4';
import type { Obb } from '../primitives/shapes/obb';
import { type Plane, readPlane } from '../primitives/shapes/plane';
import type { Ray } from '../primitives/shapes/ray';
import { Reusable } from '../primitives/reusable';
import { type Camera, type Pointer, screenRay } from '../primitives/camera/screenRay';
import type { Shape } from '../primitives/shapes/shape';
import { readVec3, type Vec3, vec3 } from '../primitives/shapes/vec3';
import type { ManyFeatures, ManySweeps, SceneContact, SweepHit } from './answers/sweepHit';
import { BoxPairs, type IdSet, SlotIdSet, type TrianglesOfInstance } from './answers/idSet';
import {
  ATTACH_OPTIONS,
  type AttachOptions,
  type Backend,
  type BoxSceneOptions,
  DESERIALIZE_OPTIONS,
  type DeserializeOptions,
  readSceneOptions,
  SCENE_OPTIONS,
} from './arguments/boxSceneOptions';
import {
  type MaskOption,
  type OverlapOptions,
  readMaskOption,
  readOverlapOptions,
  readPlanes,
  checkVisitor,
  NEAREST_OPTIONS,
  type NearestOptions,
  type ClosestPointsOptions,
  readClosestPointsOptions,
  readNearestOptions,
  readSigned,
} from './arguments/queryOptions';
import { type BuildOptions, buildAsync } from './buildAsync';
import { bytesOf } from './arguments/bufferView';
import { type ByteStream, ByteStreamReader } from './files/byteStream';
import { checkId, checkIds, checkIsObb, isIdOfBox, checkBoxNumbers, checkMask } from './arguments/checkNumbers';
import { type FloatArray, readFloatArray, viewFloatArray } from './arguments/floatArray';
import { INTERNALS, type InternalSceneOptions, SceneInternals } from './internals';
import {
  type Hit,
  type ManyFronts,
  type ManyHits,
  type ManyTriangleHits,
  type Neighbor,
  type SceneClosestPoints,
} from './answers/hit';
import type { SceneTree } from './sceneTree';
import { type IndexArray, readMesh, readVertices } from './arguments/meshNumbers';
import { type Mesh, MeshHandles } from './mesh';
import {
  boxesOf,
  checkInstances,
  checkMatrices,
  type LocalBoxes,
  readLocalBox,
  sameBox,
  setMatrices,
} from './arguments/obbMatrices';
import { ManyMotions, type ManyShapesKind } from './arguments/manyShapes';
import { readProgressOptions } from './arguments/progressOptions';
import { readTraversal, type TraverseOptions } from './arguments/traverseOptions';
import type { RayQueries } from './queries/rayQueries';
import type { ShapeQueries } from './queries/shapeQueries';
import {
  CLOSEST_HIT_OPTIONS,
  type ClosestHitOptions,
  PICK_OPTIONS,
  type PickOptions,
  RAYCAST_MANY_OPTIONS,
  RAYCAST_OPTIONS,
  type RaycastManyOptions,
  type RaycastOptions,
  readClipSpace,
  readInto,
  readManyRaysOptions,
  readRaycastOptions,
} from './arguments/raycastOptions';
import {
  CONTACTS_OPTIONS,
  type ContactsOptions,
  FIRST_SWEEP_OPTIONS,
  type FirstSweepOptions,
  readContactsOptions,
  readSweepInto,
  readSweepManyOptions,
  readSweepOptions,
  SWEEP_MANY_OPTIONS,
  SWEEP_OPTIONS,
  type SweepManyOptions,
  type SweepOptions,
} from './arguments/shapeOptions';
import { readBytes, readStream, STREAM_OPTIONS, type StreamOptions } from './files/readScene';
import { sceneMaker } from './threads/sceneMaker';
import { readHandle, type SceneHandle } from './sharing/sceneHandle';

/**
 * A set of boxes, axis-aligned and oriented, some of which may hold the triangles of a mesh. Every answer is exactly
 * the answer of a float64 loop over all boxes and triangles.
 *
 * Boxes may change at any time. The next query, or {@link commit}, applies all changes together in the cheapest way:
 * one path of the tree for each change, one pass over the whole tree, or a new tree.
 *
 * A `filter` or `refine` must not change the scene while its query runs.
 *
 * @throws TypeError or RangeError that names the argument, if an argument of a call is not valid. The scene stays as it
 *   was.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * const house = scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
 * const ray = { origin: { x: 4, y: 5, z: -20 }, direction: { x: 0, y: 0, z: 1 } };
 * const hit = scene.raycast(ray);
 * hit?.id === house; // → true
 * hit?.t; // → 20
 * ```
 */
export class BoxScene extends Inspected {
  /** @internal The parts of the scene, for the package's other entry points. */
  declare readonly [INTERNALS]: SceneInternals;
  // The parts of the scene's internals. To read a part from the scene itself saves queries and changes one load.
  readonly #backend: Operations;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  readonly #tree: SceneTree;
  readonly #rays: RayQueries;
  readonly #shapes: ShapeQueries;
  /** Records into which calls read oriented boxes. A getter may call the scene again before the first call ends. */
  readonly #records = new Reusable(() => new Float64Array(OBB_STRIDE));
  /** A record for one box or matrix. One is enough: a call reads all numbers of an argument before it writes any. */
  readonly #record = new Float64Array(OBB_STRIDE);
  readonly #handles: MeshHandles;

  /**
   * Makes an empty scene.
   *
   * @throws Error with the reason, if `backend: 'wasm'` or `shared: true` is not available.
   */
  constructor(options: BoxSceneOptions = NO_OPTIONS) {
    super();
    SCENE_OPTIONS.check('options', options);
    const internals = new SceneInternals(readSceneOptions(options), (options as InternalSceneOptions)[INTERNALS]);
    this[INTERNALS] = internals;
    this.#backend = internals.backend;
    this.#boxes = internals.boxes;
    this.#meshes = internals.meshes;
    this.#handles = new MeshHandles(internals.meshes);
    this.#tree = internals.tree;
    this.#rays = internals.rays;
    this.#shapes = internals.shapes;
  }

  /**
   * Opens a shared scene for reading, in another thread or in the same one. Calls that would change the attached scene
   * throw. Every query answers from the last commit, never from a part of a commit. A set that a query returns can be
   * read until a later query finds a newer commit.
   *
   * @param handle what {@link BoxScene.handle} of the shared scene returned.
   * @throws TypeError if `handle` is not a handle, or comes from another version of this package.
   *
   * @example
   * ```ts
   * const city = new BoxScene({ shared: true });
   * city.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
   * const reader = BoxScene.attach(city.handle()); // in a worker: BoxScene.attach(event.data)
   * reader.raycast(ray)?.t; // → 20
   * ```
   */
  static attach(handle: SceneHandle, options: AttachOptions = NO_OPTIONS): BoxScene {
    ATTACH_OPTIONS.check('options', options);
    const { backend } = readSceneOptions(options);
    const attached: InternalSceneOptions = { backend, [INTERNALS]: { versions: readHandle(handle) } };
    return new BoxScene(attached);
  }

  /** Whether threads can share the scene's memory. */
  get isShared(): boolean {
    return this[INTERNALS].sharing.isShared;
  }

  /** Whether the scene is an attached scene, which answers queries and cannot be changed. */
  get isReadOnly(): boolean {
    return this[INTERNALS].sharing.shown !== null;
  }

  /**
   * Returns a handle, with which other threads {@link attach} to this scene. Send the handle with `postMessage`, to any
   * number of threads. The threads find the scene as of its last {@link commit}. If there was no commit, this call
   * commits. An attached scene returns a handle of the scene that it is attached to.
   *
   * In a shared scene, the first change after each commit copies what readers may be reading, now or later.
   *
   * @throws Error if the scene is not shared, or has been detached.
   *
   * @example
   * ```ts
   * const city = new BoxScene({ shared: true });
   * const { port1, port2 } = new MessageChannel();
   * port1.postMessage(city.handle()); // or worker.postMessage
   * ```
   */
  handle(): SceneHandle {
    return this[INTERNALS].handle();
  }

  /**
   * Detaches an attached scene. Every later query throws, and the memory that this scene has used becomes free. If a thread
   * ends without this call, a few megabytes and the version that it read stay occupied.
   *
   * @throws Error if this scene is not attached, or if a callback of its own query makes this call.
   *
   * @example
   * ```ts
   * const reader = BoxScene.attach(new BoxScene({ shared: true }).handle());
   * reader.size; // → 0
   * reader.detach();
   * ```
   */
  detach(): void {
    this[INTERNALS].sharing.detach();
    // Sets of ids from earlier queries read the memory of the scene, so the calls of these sets throw from now on.
    this.#tree.clock.changes++;
  }

  /**
   * Reads a scene that {@link serialize} has written. The bytes contain the tree, so the first query builds nothing.
   * The scene can be changed like any other scene. The bytes are copied. Bytes after the scene are ignored.
   *
   * @param buffer an `ArrayBuffer`, a `SharedArrayBuffer`, or a view of one, such as a typed array or Node's `Buffer`.
   * @throws SlabtreeFormatError if the bytes are not a scene, or are damaged.
   *
   * @example
   * ```ts
   * const copy = BoxScene.deserialize(scene.serialize());
   * copy.size; // → 1
   * ```
   */
  static deserialize(buffer: ArrayBufferLike | ArrayBufferView, options: DeserializeOptions = NO_OPTIONS): BoxScene {
    DESERIALIZE_OPTIONS.check('options', options);
    const scene = new BoxScene(readSceneOptions(options));
    const bytes = bytesOf('buffer', buffer, options.byteOffset);
    readBytes(scene[INTERNALS], bytes);
    return scene;
  }

  /**
   * Reads a scene while its bytes arrive, for example from the `body` of a response or from a file stream. The event loop
   * keeps running. Memory grows only with the bytes that have arrived, and invalid bytes are rejected as soon as they are
   * found.
   *
   * The scene's names may follow it, and are skipped (see {@link SceneNames}). Nothing else may follow. If the promise
   * rejects before the stream has ended, the stream is cancelled. The promise does not wait for the end of the
   * cancellation.
   *
   * @param chunks `Uint8Array`s of any size, from a `ReadableStream` or anything else that `for await` takes.
   * @returns a promise of the scene. The promise rejects with a `SlabtreeFormatError` if the bytes are not a scene or
   *   are damaged, and with the reason of the signal as soon as the signal is aborted.
   *
   * @example
   * ```ts
   * const file = new Blob([scene.serialize()]); // or a response of fetch
   * const copy = await BoxScene.deserializeStream(file.stream());
   * copy.size; // → 1
   * ```
   */
  static async deserializeStream(chunks: ByteStream, options: StreamOptions = NO_OPTIONS): Promise<BoxScene> {
    const stream = new ByteStreamReader('chunks', chunks);
    try {
      STREAM_OPTIONS.check('options', options);
      const scene = new BoxScene(readSceneOptions(options));
      await readStream(scene[INTERNALS], stream, readProgressOptions(options));
      return scene;
    } catch (error) {
      stream.cancel(error);
      throw error;
    }
  }

  /**
   * Builds a scene in other threads, while the event loop keeps running. The scene is the same as {@link addAabbs},
   * {@link addMesh}, {@link addInstances} and {@link commit} would make, whatever the number of threads. If threads
   * cannot be started, the calling thread builds the scene, and a warning on the console says why.
   *
   * @param boxes 6 numbers per box: min x, y, z, then max x, y, z. Do not change the numbers until the promise settles.
   * @returns a promise of the scene. The promise rejects with the errors that these calls would throw, and with the
   *   reason of the signal as soon as the signal is aborted. A rejected build leaves nothing. Bad meshes are rejected
   *   before the build begins.
   *
   * @example
   * ```ts
   * const boxes = new Float32Array([0, 0, 0, 1, 1, 1, 4, 0, 0, 5, 1, 1]);
   * const built = await BoxScene.buildAsync(boxes, { onProgress: (done) => console.log(`${100 * done} %`) });
   * built.size; // → 2
   * ```
   */
  static buildAsync(boxes: FloatArray, options: BuildOptions = NO_OPTIONS): Promise<BoxScene> {
    return buildAsync(
      sceneMaker((given) => new BoxScene(given)),
      boxes,
      options,
    );
  }

  /** The backend of the scene: `'wasm'`, or `'js'` if you asked for it or WebAssembly with SIMD is not available. */
  get backend(): Backend {
    return this.#backend.name;
  }

  /** The number of boxes in the scene. */
  get size(): number {
    this.#tree.follow();
    return this.#boxes.size;
  }

  /**
   * The smallest axis-aligned box around all boxes, or null if there are none. The bounds of an oriented box are
   * computed from its centre and projected extents. After a change, the next call loops over all boxes.
   */
  get bounds(): Aabb | null {
    const { bounds } = this.#tree;
    if (bounds === null) return null;
    const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
    return { min: vec3(minX, minY, minZ), max: vec3(maxX, maxY, maxZ) };
  }

  /**
   * How many bytes the boxes, the masks, the meshes and the trees take. After a change, the number includes the paths
   * of the tree and room for new nodes. While a new tree is brought up to date in the background, both trees count.
   *
   * Not counted: copies for readers of earlier versions of a shared scene, and working space. With WebAssembly, working space
   * is up to 72 bytes per box for the next build and a few megabytes for queries, and stays until the scene is dropped.
   */
  get byteLength(): number {
    this.#tree.follow();
    return this.#boxes.byteLength + this.#tree.byteLength;
  }

  /**
   * Adds an axis-aligned box.
   *
   * @param box finite numbers, with no `min` greater than its `max`.
   * @param mask 32 bits, all set by default. A query with a mask finds only boxes that share a bit with it.
   * @returns the id of the box. Ids of removed boxes are used again.
   *
   * @example
   * ```ts
   * const shed = scene.addAabb({ min: { x: 20, y: 0, z: 0 }, max: { x: 23, y: 2, z: 3 } });
   * scene.has(shed); // → true
   * ```
   */
  addAabb(box: Aabb, mask = ALL_BITS): number {
    readAabb('box', box, this.#record);
    checkMask('mask', mask);
    const id = this.#tree.addId(mask);
    this.#boxes.setAabb(id, this.#record, 0);
    return id;
  }

  /**
   * Adds an oriented box.
   *
   * @param box a local box and the affine matrix that places it. The matrix must not be singular.
   * @param mask 32 bits, all set by default. A query with a mask finds only boxes that share a bit with it.
   * @returns the id of the box. Ids of removed boxes are used again.
   * @throws TypeError or RangeError if the box is not valid, or its corners are beyond float64. The other methods that
   *   place oriented boxes and instances throw the same errors.
   *
   * @example
   * ```ts
   * const eighthTurn = { x: 0, y: Math.sin(Math.PI / 8), z: 0, w: Math.cos(Math.PI / 8) }; // about y
   * const car = scene.addObb(obbFromCenter({ x: 4, y: 1, z: -6 }, { x: 2, y: 1, z: 1 }, eighthTurn));
   * scene.raycast({ origin: { x: 4, y: 1, z: -20 }, direction: { x: 0, y: 0, z: 1 } })?.id === car; // → true
   * ```
   */
  addObb(box: Obb, mask = ALL_BITS): number {
    const record = this.#records.take();
    const isSafe = readObb('box', box, record);
    checkMask('mask', mask);
    const id = this.#tree.addId(mask);
    this.#boxes.setObb(id, record);
    this.#noteLargeUnless(isSafe);
    this.#records.giveBack(record);
    return id;
  }

  /**
   * Adds many axis-aligned boxes.
   *
   * @param boxes 6 numbers per box: min x, y, z, then max x, y, z.
   * @param mask one mask of 32 bits for all the boxes, all set by default. See {@link addAabb}.
   * @returns the id of the first box. The ids of the others follow it. If there are no boxes, the result has no meaning.
   *
   * @example
   * ```ts
   * const first = scene.addAabbs(new Float32Array([0, 0, 0, 1, 1, 1, 4, 0, 0, 5, 1, 1]));
   * scene.has(first + 1); // → true
   * ```
   */
  addAabbs(boxes: FloatArray, mask = ALL_BITS): number {
    const numbers = readFloatArray('boxes', boxes, AABB_STRIDE, 'box');
    checkBoxNumbers('boxes', numbers);
    checkMask('mask', mask);
    const count = numbers.length / AABB_STRIDE;
    if (count === 0) return this.#boxes.idLimit;
    return this.#tree.add(count, () => this.#boxes.addAabbs(numbers, mask));
  }

  /**
   * Adds an oriented box for each matrix. All the boxes have the same local box.
   *
   * @param box the local box, such as the bounding box of a geometry.
   * @param matrices 16 numbers per matrix, column-major, affine and not singular. Of a three.js `InstancedMesh` whose own
   *   `matrixWorld` is the identity, `instanceMatrix.array` will do.
   * @param mask one mask of 32 bits for all the boxes, all set by default. See {@link addAabb}.
   * @returns the id of the first box. The ids of the others follow it. If there are no matrices, the result has no meaning.
   *
   * @example
   * ```ts
   * const crate = { min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 2, z: 1 } };
   * const matrices = new Float32Array(32); // two matrices: unmoved, and 9 along x
   * matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
   * matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1], 16);
   * const first = scene.addObbs(crate, matrices);
   * scene.has(first + 1); // → true
   * ```
   */
  addObbs(box: Aabb, matrices: FloatArray, mask = ALL_BITS): number {
    const record = this.#records.take();
    readLocalBox(box, record);
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    checkMask('mask', mask);
    const boxes = this.#boxes;
    const count = numbers.length / 16;
    if (count === 0) return boxes.idLimit;
    this.#checkMatrices(numbers, sameBox(record));
    const first = this.#tree.add(count, () => {
      const added = boxes.addObbs(record, count, mask);
      setMatrices(this.#backend, boxes, added, numbers);
      return added;
    });
    this.#records.giveBack(record);
    return first;
  }

  /**
   * Adds a mesh: triangles that the scene can place any number of times with {@link addInstance}. The numbers are
   * copied, in their own precision. The tree of the mesh is built by the next query, or by {@link commit}.
   *
   * @param positions 3 numbers per vertex, in the mesh's own space. They must be finite.
   * @param index 3 vertices per triangle, each less than the number of vertices. Without it, every three vertices are a
   *   triangle. There must be at least one triangle.
   * @throws TypeError or RangeError if a number is not finite, a vertex does not exist, or there is no triangle.
   *
   * @example
   * ```ts
   * const corners = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
   * const square = scene.addMesh(corners, new Uint16Array([0, 1, 2, 0, 2, 3]));
   * square.triangleCount; // → 2
   * ```
   */
  addMesh(positions: FloatArray, index?: IndexArray): Mesh {
    const numbers = readMesh(positions, index);
    this.#tree.beforeMesh(null);
    const { place } = this.#backend.triangles;
    return this.#handles.handleOf(this.#meshes.add(numbers.positions, numbers.index, this.#tree.unbuilt, place));
  }

  /**
   * The meshes of the scene, in the order in which they were added. A scene that was read from a file, or is attached,
   * has the meshes of the original scene, in the same order.
   *
   * @example
   * ```ts
   * scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const [triangle] = BoxScene.deserialize(scene.serialize()).meshes;
   * triangle.vertexCount; // → 3
   * ```
   */
  get meshes(): readonly Mesh[] {
    this.#tree.follow();
    return Array.from(this.#meshes.inOrder, (stored) => this.#handles.handleOf(stored));
  }

  /**
   * Returns the mesh that an instance places, or null if the id is the id of a box without a mesh.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const triangle = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const id = scene.addInstance(triangle);
   * scene.meshOf(id) === triangle; // → true
   * scene.meshOf(house); // → null
   * ```
   */
  meshOf(id: number): Mesh | null {
    this.#tree.follow();
    checkId(this.#boxes, id);
    const number = this.#boxes.meshOf(id);
    const stored = number < 0 ? null : this.#meshes.meshes[number];
    return stored === null ? null : this.#handles.handleOf(stored);
  }

  /**
   * Returns the matrix that places an instance or an oriented box: 16 numbers, column-major. For a box along the axes, it is the
   * translation to its `min`.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const post = scene.addAabb({ min: { x: 3, y: 0, z: 2 }, max: { x: 4, y: 9, z: 3 } });
   * const matrix = scene.matrixOf(post);
   * [...matrix.subarray(12, 15)]; // → [3, 0, 2]
   * ```
   */
  matrixOf(id: number): Float64Array<ArrayBuffer> {
    this.#tree.follow();
    checkId(this.#boxes, id);
    return this.#boxes.matrixOf(id);
  }

  /**
   * Returns a copy of a box, as an oriented box: the local box and the matrix that places it. For an instance, the local box is the
   * bounds of the mesh. A box along the axes has the identity.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const crate = scene.addAabb({ min: { x: 3, y: 0, z: 2 }, max: { x: 4, y: 1, z: 3 } });
   * scene.boxOf(crate).max; // → { x: 4, y: 1, z: 3 }
   * overlaps(scene.boxOf(crate), { x: 3.5, y: 0.5, z: 2 }); // → true
   * ```
   */
  boxOf(id: number): Obb {
    this.#tree.follow();
    checkId(this.#boxes, id);
    const bounds = this.#record;
    this.#boxes.copyBounds(id, bounds);
    const matrix = this.#boxes.isObb(id) ? this.#boxes.matrixOf(id) : new Float64Array(IDENTITY);
    return { min: vec3(bounds[0], bounds[1], bounds[2]), max: vec3(bounds[3], bounds[4], bounds[5]), matrix };
  }

  /**
   * Returns a number that tells the box of an id from boxes that had the id before. It stays as long as the box is not
   * removed, also if the box moves or is replaced. An attached scene does not know it, and returns 0.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const bullet = scene.addAabb({ min: { x: 0, y: 1, z: 0 }, max: { x: 0.1, y: 1.1, z: 0.1 } });
   * const before = scene.generationOf(bullet);
   * scene.remove(bullet);
   * scene.addAabb({ min: { x: 7, y: 1, z: 0 }, max: { x: 8, y: 2, z: 1 } }); // → bullet
   * scene.generationOf(bullet) === before; // → false
   * ```
   */
  generationOf(id: number): number {
    this.#tree.follow();
    checkId(this.#boxes, id);
    return this.#boxes.ids.generationOf(id);
  }

  /**
   * Removes a mesh, and frees its memory.
   *
   * @throws Error if the mesh has instances: remove the instances first. RangeError if the scene does not have the
   *   mesh. The other methods that take a mesh throw this RangeError, too.
   *
   * @example
   * ```ts
   * const triangle = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * scene.removeMesh(triangle);
   * scene.meshes.length; // → 0
   * ```
   */
  removeMesh(mesh: Mesh): void {
    const stored = this.#handles.storedMesh(mesh);
    const ids = this.#boxes.instancesOf(stored.number);
    if (ids.length > 0) {
      throw new Error(`mesh must not be placed, but box ${ids[0]} places it: remove its instances first`);
    }
    this.#tree.beforeMesh(stored, false);
    this.#meshes.remove(stored);
  }

  /**
   * Moves the vertices of a mesh, and so the triangles of all its instances. The mesh's tree is fitted by the next
   * query or by {@link commit}, and built anew if the deformation has made the tree slow.
   *
   * @param positions 3 numbers per vertex, as many as {@link addMesh} was given, and a `Float32Array` if
   *   {@link addMesh} was given a `Float32Array`.
   * @throws TypeError or RangeError if a number is not finite, or an instance then has corners beyond float64.
   *
   * @example
   * ```ts
   * const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
   * const triangle = scene.addMesh(corners);
   * corners[7] = 5; // y of the last vertex
   * scene.setPositions(triangle, corners);
   * triangle.bounds.max.y; // → 5
   * ```
   */
  setPositions(mesh: Mesh, positions: FloatArray): void {
    const stored = this.#handles.storedMesh(mesh);
    const { positions: numbers, areSafe: isSafe } = readVertices(positions);
    if (stored.corners instanceof Float32Array && !(numbers instanceof Float32Array)) {
      throw new TypeError('positions must be a Float32Array, as those that addMesh was given');
    }
    const count = numbers.length / 3;
    if (count !== stored.vertexCount) {
      throw new RangeError(`positions must hold the ${stored.vertexCount} vertices of the mesh, got ${count}`);
    }
    const ids = this.#boxes.instancesOf(stored.number);
    if (!isSafe || this.#boxes.hasLargeObbs) checkInstances(this.#boxes, ids, stored.boundsAt(numbers));
    this.#tree.beforeVertices(stored, ids);
    this.#meshes.setPositions(stored, numbers, this.#backend.triangles);
    this.#boxes.setLocalBoxes(ids, stored.bounds);
    this.#noteLargeUnless(isSafe);
  }

  /**
   * Places a mesh. Rays, {@link nearest}, {@link overlap} and {@link overlapTriangles} then find its triangles. In all
   * other calls the instance is an oriented box: the bounds of the mesh, under the matrix. So {@link setMatrix},
   * {@link setMask} and {@link remove} work as for boxes. If it is set to another box, it is no longer an instance.
   *
   * @param matrix column-major, affine and not singular. The identity by default.
   * @param mask 32 bits, all set by default. See {@link addAabb}.
   * @returns the id of the instance, which works like the id of a box.
   *
   * @example
   * ```ts
   * const triangle = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const id = scene.addInstance(triangle, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]); // 9 along x
   * scene.nearest({ x: 12, y: 0, z: 0 })[0].id === id; // → true
   * ```
   */
  addInstance(mesh: Mesh, matrix: Matrix4 = IDENTITY, mask = ALL_BITS): number {
    const stored = this.#handles.storedMesh(mesh);
    checkMask('mask', mask);
    const record = this.#records.take();
    readMatrix('matrix', matrix, record);
    // The mesh is tested again, because a getter of the matrix may have removed the mesh.
    this.#handles.storedMesh(mesh);
    record.set(stored.bounds);
    const isSafe = checkCorners('matrix', record);
    const id = this.#tree.add(1, () => {
      const added = this.#boxes.addInstances(stored.number, stored.bounds, 1, mask);
      this.#boxes.setMatrix(added, record);
      return added;
    });
    this.#noteLargeUnless(isSafe);
    this.#records.giveBack(record);
    return id;
  }

  /**
   * Places a mesh once for each matrix: see {@link addInstance}.
   *
   * @param matrices 16 numbers per matrix, column-major, affine and not singular. Of a three.js `InstancedMesh` whose own
   *   `matrixWorld` is the identity, `instanceMatrix.array` will do.
   * @param mask one mask of 32 bits for all the instances, all set by default. See {@link addAabb}.
   * @returns the id of the first instance. The ids of the others follow it. If there are no matrices, the result has no
   *   meaning.
   *
   * @example
   * ```ts
   * const triangle = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const first = scene.addInstances(triangle, new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]));
   * scene.meshOf(first) === triangle; // → true
   * ```
   */
  addInstances(mesh: Mesh, matrices: FloatArray, mask = ALL_BITS): number {
    const stored = this.#handles.storedMesh(mesh);
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    checkMask('mask', mask);
    const boxes = this.#boxes;
    const count = numbers.length / 16;
    if (count === 0) return boxes.idLimit;
    this.#checkMatrices(numbers, sameBox(stored.bounds));
    return this.#tree.add(count, () => {
      const first = boxes.addInstances(stored.number, stored.bounds, count, mask);
      setMatrices(this.#backend, boxes, first, numbers);
      return first;
    });
  }

  /**
   * Replaces any box by an axis-aligned box. The id and the mask of the box stay.
   *
   * @throws RangeError if there is no box with this id. The other methods that change a box throw this error, too.
   *
   * @example
   * ```ts
   * scene.setAabb(house, { min: { x: 0, y: 0, z: 5 }, max: { x: 8, y: 6, z: 8 } });
   * scene.raycast(ray)?.t; // → 25
   * ```
   */
  setAabb(id: number, box: Aabb): void {
    readAabb('box', box, this.#record);
    checkId(this.#boxes, id);
    this.#tree.beforeChange(id);
    this.#boxes.setAabb(id, this.#record, 0);
  }

  /**
   * Replaces any box by an oriented box. The id and the mask of the box stay.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const upright = { x: 0, y: 0, z: 0, w: 1 };
   * scene.setObb(house, obbFromCenter({ x: 4, y: 3, z: 9 }, { x: 4, y: 3, z: 4 }, upright));
   * scene.raycast(ray)?.t; // → 25
   * ```
   */
  setObb(id: number, box: Obb): void {
    const record = this.#records.take();
    const isSafe = readObb('box', box, record);
    checkId(this.#boxes, id);
    this.#tree.beforeChange(id);
    this.#boxes.setObb(id, record);
    this.#noteLargeUnless(isSafe);
    this.#records.giveBack(record);
  }

  /**
   * Moves an oriented box by giving it another matrix. The local box stays.
   *
   * @param matrix column-major, affine and not singular.
   * @throws TypeError if the box is axis-aligned.
   *
   * @example
   * ```ts
   * const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
   * const car = scene.addObb({ min: { x: -2, y: 0, z: -1 }, max: { x: 2, y: 2, z: 1 }, matrix: identity });
   * scene.setMatrix(car, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 4, -9, 1]); // to (4, 4, -9)
   * scene.raycast(ray)?.t; // → 10
   * ```
   */
  setMatrix(id: number, matrix: Matrix4): void {
    const isSafe = readMatrix('matrix', matrix, this.#record);
    checkId(this.#boxes, id);
    checkIsObb(this.#boxes, id, 'id must be the id of an oriented box');
    // The local box is elsewhere in memory, so it is loaded only if the corners may overflow.
    if (!isSafe || this.#boxes.hasLargeObbs) {
      this.#boxes.copyLocalBox(id, this.#record);
      checkCorners('matrix', this.#record);
      this.#boxes.hasLargeObbs = true;
    }
    this.#tree.beforeChange(id);
    this.#boxes.setMatrix(id, this.#record);
  }

  /**
   * Replaces boxes whose ids follow one another by axis-aligned boxes: {@link setAabb} for many boxes.
   *
   * @param boxes 6 numbers per box: min x, y, z, then max x, y, z. The first box replaces `firstId`.
   * @throws RangeError if one of the ids has no box.
   *
   * @example
   * ```ts
   * const first = scene.addAabbs(new Float32Array([0, 0, 0, 1, 1, 1, 4, 0, 0, 5, 1, 1]));
   * scene.setAabbs(first, new Float32Array([0, 7, 0, 1, 8, 1, 4, 7, 0, 5, 8, 1])); // 7 up
   * scene.bounds?.max.y; // → 8
   * ```
   */
  setAabbs(firstId: number, boxes: FloatArray): void {
    const numbers = readFloatArray('boxes', boxes, AABB_STRIDE, 'box');
    checkBoxNumbers('boxes', numbers);
    const count = numbers.length / AABB_STRIDE;
    checkIds(this.#boxes, firstId, count);
    if (count === 0) return;
    this.#tree.beforeChanges(firstId, count);
    this.#boxes.setAabbs(firstId, count, numbers);
  }

  /**
   * Moves oriented boxes with consecutive ids, such as the boxes of {@link addObbs}: {@link setMatrix} for many boxes.
   *
   * @param matrices 16 numbers per matrix, column-major, affine and not singular. Of a three.js `InstancedMesh` whose own
   *   `matrixWorld` is the identity, `instanceMatrix.array` will do.
   * @throws RangeError if one of the ids has no box, and TypeError if one of the boxes is axis-aligned.
   *
   * @example
   * ```ts
   * const crate = { min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 2, z: 1 } };
   * const matrices = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
   * const first = scene.addObbs(crate, matrices);
   * matrices[13] = 7; // 7 up
   * scene.setMatrices(first, matrices);
   * scene.bounds?.max.y; // → 9
   * ```
   */
  setMatrices(firstId: number, matrices: FloatArray): void {
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    const count = numbers.length / 16;
    checkIds(this.#boxes, firstId, count);
    for (let id = firstId; id < firstId + count; id++)
      checkIsObb(this.#boxes, id, 'firstId must start a run of oriented boxes');
    if (count === 0) return;
    this.#checkMatrices(numbers, boxesOf(this.#boxes, firstId));
    this.#tree.beforeChanges(firstId, count);
    setMatrices(this.#backend, this.#boxes, firstId, numbers);
  }

  /**
   * Sets the mask of a box: 32 bits. A query with a mask finds only boxes that share a bit with it.
   *
   * @param mask 32 bits.
   *
   * @example
   * ```ts
   * scene.setMask(house, 0b10);
   * scene.raycastAny(ray, { mask: 0b01 }); // → false
   * scene.raycastAny(ray, { mask: 0b11 }); // → true
   * ```
   */
  setMask(id: number, mask: number): void {
    checkId(this.#boxes, id);
    checkMask('mask', mask);
    this.#tree.beforeMasks();
    this.#boxes.setMask(id, mask);
  }

  /**
   * Removes a box. A box that is added later may get its id, with another {@link generationOf}.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * scene.remove(house);
   * scene.size; // → 0
   * ```
   */
  remove(id: number): void {
    checkId(this.#boxes, id);
    this.#tree.beforeChange(id);
    this.#boxes.remove(id);
  }

  /**
   * Removes all boxes, and so all instances. Meshes stay: see {@link removeMesh}.
   *
   * @example
   * ```ts
   * scene.clear();
   * scene.bounds; // → null
   * ```
   */
  clear(): void {
    this.#tree.clear();
    this.#boxes.clear();
  }

  /**
   * Returns whether there is a box with this id.
   *
   * @example
   * ```ts
   * scene.has(house); // → true
   * scene.has(99); // → false
   * ```
   */
  has(id: number): boolean {
    this.#tree.follow();
    return isIdOfBox(this.#boxes, id);
  }

  /**
   * Applies pending changes now, and builds the tree if there is none. Every query does so, too. The readers of a
   * shared scene find the changes only after a commit. On an attached scene, the call moves on to the last commit.
   *
   * @throws Error if readers of a shared scene hold 64 versions of it, which is the limit.
   *
   * @example
   * ```ts
   * const city = new BoxScene({ shared: true });
   * const reader = BoxScene.attach(city.handle());
   * city.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
   * reader.raycastAny(ray); // → false
   * city.commit();
   * reader.raycastAny(ray); // → true
   * ```
   */
  commit(): void {
    this.#tree.commit();
  }

  /**
   * The expected cost of a ray in the scene's tree, divided by the cost in a new tree of the same boxes. 1 is as good
   * as new. The value rises with changes of the scene.
   *
   * The cost is the surface area of all boxes and of all nodes but the root. The cost of the new tree is an estimate: the
   * same boxes, and nodes with the same area per box as when this tree was built. The estimate is too low if boxes have spread
   * out, and too high if they have gathered, until the scene builds a new tree by itself, after a few changes per box.
   *
   * Reading the property applies pending changes and visits all nodes: 2 milliseconds for 100,000 boxes.
   */
  get quality(): number {
    return this.#tree.quality;
  }

  /**
   * Builds a part of a new tree for a scene whose boxes have changed: call it in idle time. Each call continues where the
   * last one ended. Once the new tree is built and up to date, it replaces the old one. A tree that has not changed since it
   * was built stays. Updates also build a new tree, part by part, when changes have made the tree slower. Sets of earlier
   * queries stay valid until the tree is replaced.
   *
   * @param budget how many boxes' worth of building this call does: 0 or more. As many as there are boxes make a new tree.
   *   1,000 take about half a millisecond, and several times as long in JavaScript. With `backend: 'js'`, some calls take
   *   longer, because the whole scene is split in one step. Without a budget, a new tree is built at once.
   * @throws RangeError if the budget is negative.
   *
   * @example
   * ```ts
   * scene.setAabb(house, { min: { x: 90, y: 0, z: 0 }, max: { x: 98, y: 6, z: 8 } });
   * scene.optimize(1000); // on a page, in a callback of requestIdleCallback
   * ```
   */
  optimize(budget = Infinity): void {
    checkNumber('budget', budget);
    if (!(budget >= 0)) throw new RangeError(`budget must be 0 or more boxes, got ${budget}`);
    this.#tree.optimize(budget);
  }

  /**
   * Returns the closest hit of a ray: the hit with the smallest `t`, among equal hits the smallest id, and then the
   * smallest triangle.
   *
   * @param ray a ray, whose direction need not have length 1. `t` counts in units of the direction.
   * @returns the hit, or null if the ray hits nothing. With `options.into`, the answer is written into that hit instead
   *   of a new one.
   *
   * @example
   * ```ts
   * const closest = scene.raycast(ray, { tMax: 100 });
   * closest?.point; // → { x: 4, y: 5, z: 0 }
   * closest?.normal; // → { x: 0, y: 0, z: -1 }
   * ```
   */
  raycast(ray: Ray, options: ClosestHitOptions = NO_OPTIONS): Hit | null {
    const settings = readRaycastOptions(options, CLOSEST_HIT_OPTIONS);
    return this.#rays.raycast(ray, settings, readInto(options));
  }

  /**
   * Returns whether a ray hits any box or triangle. Faster than {@link raycast}.
   *
   * @example
   * ```ts
   * const toLamp = { x: 0, y: 90, z: 0 };
   * const isInShadow = scene.raycastAny({ origin: { x: 4, y: -3, z: 4 }, direction: toLamp }, { tMax: 1 });
   * isInShadow; // → true
   * ```
   */
  raycastAny(ray: Ray, options: RaycastOptions = NO_OPTIONS): boolean {
    return this.#rays.anyId(ray, readRaycastOptions(options, RAYCAST_OPTIONS)) >= 0;
  }

  /**
   * Returns all hits of a ray, sorted by `t`, among equal hits by id, and then by triangle. A box has one hit, an
   * instance one for each triangle that the ray hits.
   *
   * @example
   * ```ts
   * scene.addAabb({ min: { x: 0, y: 0, z: 20 }, max: { x: 8, y: 6, z: 28 } });
   * scene.raycastAll(ray, { tMax: 100 }).map(({ t }) => t); // → [20, 40]
   * ```
   */
  raycastAll(ray: Ray, options: RaycastOptions = NO_OPTIONS): Hit[] {
    return this.#rays.raycastAll(ray, readRaycastOptions(options, RAYCAST_OPTIONS));
  }

  /**
   * Returns the closest hit of each of many rays, as {@link raycast} finds it. With `options.triangles`, the answer
   * also has the triangles that are hit, and the places on the triangles. With `options.fronts`, it has the sides that are hit.
   *
   * @param rays 6 numbers per ray: origin x, y, z, then direction x, y, z.
   *
   * @example
   * ```ts
   * const { ids, ts } = scene.raycastMany(new Float32Array([4, 5, -20, 0, 0, 1, 4, 5, -20, 0, 0, -1]));
   * [...ids]; // → [house, -1]
   * [...ts]; // → [20, Infinity]
   * ```
   */
  raycastMany(
    rays: FloatArray,
    options: RaycastManyOptions & { triangles: true; fronts: true },
  ): ManyTriangleHits & ManyFronts;
  raycastMany(rays: FloatArray, options: RaycastManyOptions & { fronts: true }): ManyHits & ManyFronts;
  raycastMany(rays: FloatArray, options: RaycastManyOptions & { triangles: true }): ManyTriangleHits;
  raycastMany(rays: FloatArray, options?: RaycastManyOptions): ManyHits;
  raycastMany(rays: FloatArray, options: RaycastManyOptions = NO_OPTIONS): ManyHits {
    const settings = readManyRaysOptions(options, RAYCAST_MANY_OPTIONS);
    return this.#rays.raycastMany(viewFloatArray('rays', rays, 6, 'ray'), settings);
  }

  /**
   * Returns the closest hit under a point of the screen: {@link screenRay}, then {@link raycast}. `t` and `distance`
   * count from the near plane, in world units.
   *
   * @param pointer the point, and the size of the canvas, in pixels.
   * @param camera the view matrix and the projection matrix, 16 numbers each, column-major.
   *
   * @example
   * ```ts
   * const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -50, 1]; // a camera at z = 50 that looks along -z
   * const projection = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, -0.02, 0, 0, 0, -1, 1]; // 20 wide, 20 high, 100 deep
   * const picked = scene.pick({ x: 400, y: 160, width: 640, height: 480 }, { view, projection });
   * picked?.id === house; // → true
   * ```
   */
  pick(pointer: Pointer, camera: Camera, options: PickOptions = NO_OPTIONS): Hit | null {
    const settings = readRaycastOptions(options, PICK_OPTIONS);
    const target = readInto(options);
    return this.#rays.raycast(screenRay(pointer, camera, readClipSpace(options)), settings, target);
  }

  /**
   * Returns the boxes nearest to a point or to any other shape: one box, or up to `options.count`. The boxes are sorted by distance, and
   * among equal distances by id. The distance is the same as from `distance`: 0 if the shape touches or overlaps the
   * box. The distance to an instance of a mesh is the distance to its nearest triangle, also from inside the mesh. With
   * `options.signed`, distances are negative inside boxes and closed meshes.
   *
   * @param shape a point, or any other shape: see `Shape`.
   * @returns fewer boxes if there are no more, and an empty array if there are none.
   *
   * @example
   * ```ts
   * const [nearest] = scene.nearest({ x: 28, y: 1, z: 1 }, { maxDistance: 50 });
   * nearest.distance; // → 20
   * nearest.point; // → { x: 8, y: 1, z: 1 }
   * const [inside] = scene.nearest({ x: 7, y: 3, z: 4 }, { signed: true });
   * inside.distance; // → -1
   * ```
   */
  nearest(shape: Shape, options: NearestOptions = NO_OPTIONS): Neighbor[] {
    // The shape is read before the options: the error for three numbers then says what a point is.
    const target = this.#shapes.readTarget(shape);
    return this.#shapes.nearest(target, readNearestOptions(options, NEAREST_OPTIONS), readSigned(options));
  }

  /**
   * Returns the closest points of two boxes or instances: those of the pair of triangles for which the one-pair function `closestPoints`
   * has the least distance. A box is solid, and an instance is its triangles, as its matrix places them.
   *
   * @param idA the id of a box or an instance.
   * @param idB the id of a box or an instance, which may be the same.
   * @returns the two points and their distance, 0 if the two touch or overlap. Null if they are farther apart than `options.maxDistance`.
   * @throws RangeError if there is no box or instance with one of the ids.
   *
   * @example
   * ```ts
   * const shelf = scene.addAabb({ min: { x: 20, y: 0, z: 0 }, max: { x: 22, y: 1, z: 1 } });
   * const gap = scene.closestPoints(house, shelf, { maxDistance: 50 });
   * gap?.distance; // → 12
   * gap?.b; // → { x: 20, y: 0, z: 0 }
   * ```
   */
  closestPoints(idA: number, idB: number, options: ClosestPointsOptions = NO_OPTIONS): SceneClosestPoints | null {
    const maxDistance = readClosestPointsOptions(options);
    this.#tree.follow();
    checkId(this.#boxes, idA, 'idA');
    checkId(this.#boxes, idB, 'idB');
    return this.#shapes.closestPoints(idA, idB, maxDistance);
  }

  /**
   * Sorts all boxes by their side of a plane. `front` is where the normal points. `crossing` includes boxes that touch the
   * plane. The sets can be read until the scene next changes.
   *
   * @example
   * ```ts
   * const { front, crossing, back } = scene.split({ normal: { x: 1, y: 0, z: 0 }, constant: -4 });
   * front.size; // → 0
   * crossing.toArray(); // → Uint32Array.of(house)
   * back.size; // → 0
   * ```
   */
  split(plane: Plane, options: MaskOption = NO_OPTIONS): { front: IdSet; crossing: IdSet; back: IdSet } {
    const { normal, constant } = readPlane('plane', plane);
    const wanted = readMaskOption(options);
    const tree = this.#tree.current();
    const mask = this.#boxes.maskToTest(wanted);
    const { front, crossing, back } = this.#backend.splitByPlane(tree, normal.x, normal.y, normal.z, constant);
    return {
      front: new SlotIdSet(tree, front, mask, this.#tree.clock),
      crossing: new SlotIdSet(tree, crossing, mask, this.#tree.clock),
      back: new SlotIdSet(tree, back, mask, this.#tree.clock),
    };
  }

  /**
   * Returns the boxes in a convex volume, such as a view frustum. Boxes `inside` are in front of every plane. Boxes in
   * `crossing` are behind no plane, and cross or touch at least one. Boxes in `edges` are in `crossing` too, and cross
   * or touch several planes: only boxes in `edges` may lie outside the volume, near an edge of it. With more than 32
   * planes, `edges` has all boxes of `crossing`. The sets can be read until the scene next changes.
   *
   * @param planes planes with normals that point into the volume, such as the planes of `frustumFromMatrix`. Without
   *   planes, all boxes are inside.
   *
   * @example
   * ```ts
   * const orthographic = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, -0.02, 0, 0, 0, -1, 1]; // z from 0 to -100
   * const { inside, crossing } = scene.cull(frustumFromMatrix(orthographic));
   * inside.size; // → 0
   * crossing.has(house); // → true
   * ```
   */
  cull(planes: readonly Plane[], options: MaskOption = NO_OPTIONS): { inside: IdSet; crossing: IdSet; edges: IdSet } {
    const numbers = readPlanes(planes);
    const wanted = readMaskOption(options);
    const tree = this.#tree.current();
    const mask = this.#boxes.maskToTest(wanted);
    const { inside, crossing, edges } = this.#backend.cullByPlanes(tree, numbers);
    return {
      inside: new SlotIdSet(tree, inside, mask, this.#tree.clock),
      crossing: new SlotIdSet(tree, crossing, mask, this.#tree.clock),
      edges: new SlotIdSet(tree, edges, mask, this.#tree.clock),
    };
  }

  /**
   * Returns the boxes that overlap a shape, as defined by `overlaps`, and the instances with a triangle that overlaps
   * the shape. Touching counts. The set can be read until the scene next changes.
   *
   * @param shape any shape: see `Shape`.
   *
   * @example
   * ```ts
   * scene.overlap({ center: { x: 4, y: 1, z: -2 }, radius: 3 }).has(house); // → true
   * ```
   */
  overlap(shape: Shape, options: OverlapOptions = NO_OPTIONS): IdSet {
    return this.#shapes.overlap(shape, readOverlapOptions(options));
  }

  /**
   * Returns the triangles of instances that overlap a shape, as defined by `overlaps`. The corners of the triangles are
   * transformed to the world in float64. Touching counts.
   *
   * @param shape any shape: see `Shape`.
   * @returns the triangles by instance, in the order of the ids, and then of the triangles.
   *
   * @example
   * ```ts
   * const corners = new Float32Array([0, 9, 0, 1, 9, 0, 1, 9, 1, 0, 9, 1]);
   * const id = scene.addInstance(scene.addMesh(corners, new Uint16Array([0, 1, 2, 0, 2, 3])));
   * const found = scene.overlapTriangles({ center: { x: 0.9, y: 9, z: 0.1 }, radius: 0.1 });
   * found; // → [{ id, triangles: Uint32Array.of(0) }]
   * ```
   */
  overlapTriangles(shape: Shape, options: MaskOption = NO_OPTIONS): TrianglesOfInstance[] {
    return this.#shapes.overlapTriangles(shape, readMaskOption(options));
  }

  /**
   * Returns what a shape touches first as it moves by `motion`: the hit with the smallest `t`, among equal hits the smallest id,
   * and then the smallest triangle. At `t` 0, the deepest is first. The one-pair function `sweep` says what a hit is.
   *
   * @param shape any shape: see `Shape`. It does not turn.
   * @param motion the whole way, in world units. `t` counts in units of it: 1 is its end.
   * @returns the hit, or null if the shape hits nothing. With `options.into`, the answer is written into that hit instead
   *   of a new one.
   *
   * @example
   * ```ts
   * const capsule = { a: { x: 4, y: 9.5, z: 4 }, b: { x: 4, y: 10.5, z: 4 }, radius: 0.5 };
   * const touch = scene.sweep(capsule, { x: 0, y: -20, z: 0 });
   * touch?.distance; // → 3
   * touch?.normal; // → { x: 0, y: 1, z: 0 }
   * touch?.feature; // → 'face'
   * ```
   */
  sweep(shape: Shape, motion: Vec3, options: FirstSweepOptions = NO_OPTIONS): SweepHit | null {
    const settings = readSweepOptions(options, FIRST_SWEEP_OPTIONS);
    return this.#shapes.sweep(shape, motion, settings, readSweepInto(options));
  }

  /**
   * Returns whether a shape hits anything as it moves by `motion`. Faster than {@link sweep}.
   *
   * @param motion the whole way, in world units.
   *
   * @example
   * ```ts
   * scene.sweepAny({ center: { x: 4, y: 9, z: 4 }, radius: 0.5 }, { x: 0, y: -20, z: 0 }); // → true
   * ```
   */
  sweepAny(shape: Shape, motion: Vec3, options: SweepOptions = NO_OPTIONS): boolean {
    return this.#shapes.anyId(shape, motion, readSweepOptions(options, SWEEP_OPTIONS)) >= 0;
  }

  /**
   * Returns all that a shape hits as it moves by `motion` through everything, in the order of {@link sweep}. A box has one hit, an
   * instance one for each triangle.
   *
   * @param motion the whole way, in world units.
   *
   * @example
   * ```ts
   * scene.addAabb({ min: { x: 0, y: -9, z: 0 }, max: { x: 8, y: -5, z: 8 } });
   * const hits = scene.sweepAll({ center: { x: 4, y: 9, z: 4 }, radius: 1 }, { x: 0, y: -20, z: 0 });
   * hits.map(({ distance }) => distance); // → [2, 13]
   * ```
   */
  sweepAll(shape: Shape, motion: Vec3, options: SweepOptions = NO_OPTIONS): SweepHit[] {
    return this.#shapes.sweepAll(shape, motion, readSweepOptions(options, SWEEP_OPTIONS));
  }

  /**
   * Returns the first hit of each of many moving shapes, as {@link sweep} finds it. With `options.features`, the answer also has
   * the features that are hit, and the normals of their faces.
   *
   * @param kind the kind of all shapes.
   * @param motions the numbers of each shape, and after them its motion x, y, z. A `'point'` has 3 numbers, a `'sphere'` 4 (centre,
   *   radius), a `'capsule'` 7 (a, b, radius), a `'triangle'` 9 (a, b, c), an `'aabb'` 6 (min, max), an `'obb'` 22 (min, max, matrix),
   *   a `'roundedAabb'` 7 and a `'roundedObb'` 23: the same and a radius.
   *
   * @example
   * ```ts
   * const motions = new Float32Array([4, 9, 4, 0.5, 0, -20, 0]);
   * const { ids, ts, features, faceNormals } = scene.sweepMany('sphere', motions, { features: true });
   * [...ids]; // → [house]
   * [...ts]; // → [0.125]
   * [...features]; // → [2]
   * [...faceNormals]; // → [0, 1, 0]
   * ```
   */
  sweepMany(
    kind: ManyShapesKind,
    motions: FloatArray,
    options: SweepManyOptions & { features: true },
  ): ManySweeps & ManyFeatures;
  sweepMany(kind: ManyShapesKind, motions: FloatArray, options?: SweepManyOptions): ManySweeps;
  sweepMany(kind: ManyShapesKind, motions: FloatArray, options: SweepManyOptions = NO_OPTIONS): ManySweeps {
    const settings = readSweepManyOptions(options, SWEEP_MANY_OPTIONS);
    return this.#shapes.sweepMany(new ManyMotions(kind, motions), settings);
  }

  /**
   * Returns every box and triangle that a shape touches or overlaps, or comes closer to than `options.within`, in the order of ids
   * and triangles. The one-pair function `contact` says where, and how deep: the `depth` of a gap is negative.
   *
   * @example
   * ```ts
   * const [touched] = scene.contacts({ center: { x: 4, y: 6.25, z: 4 }, radius: 0.5 }, { within: 0.1 });
   * touched.depth; // → 0.25
   * touched.normal; // → { x: 0, y: 1, z: 0 }
   * ```
   */
  contacts(shape: Shape, options: ContactsOptions = NO_OPTIONS): SceneContact[] {
    return this.#shapes.contacts(shape, readContactsOptions(options, CONTACTS_OPTIONS));
  }

  /**
   * Returns whether a point is in a box, or in a closed mesh: inside or on the surface. A mesh that is not closed contains nothing: see
   * `Mesh`.
   *
   * A point is in a box if they {@link overlaps | overlap}. It is in a mesh if the sum of {@link signedCrossing} over the triangles is not
   * 0, with the corners as the instance places them in the world, without rounding. So a mesh that is mirrored or inside out contains what
   * it contains otherwise, and a hole with walls of its own is not inside.
   *
   * @throws RangeError if there is no box with this id.
   *
   * @example
   * ```ts
   * const corners = new Float32Array([0, 9, 0, 6, 9, 0, 0, 15, 0, 0, 9, 6]);
   * const tank = scene.addMesh(corners, new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]));
   * tank.isClosed; // → true
   * const id = scene.addInstance(tank);
   * scene.contains(id, { x: 1, y: 10, z: 1 }); // → true
   * scene.contains(id, { x: 5, y: 14, z: 5 }); // → false
   * ```
   */
  contains(id: number, point: Vec3): boolean {
    const copy = readVec3('point', point);
    this.#tree.follow();
    checkId(this.#boxes, id);
    return this.#shapes.contains(this.#tree.current(), id, copy);
  }

  /**
   * Returns the ids of the boxes and of the closed meshes that {@link contains | contain} a point, in ascending order.
   *
   * @example
   * ```ts
   * scene.containing({ x: 4, y: 3, z: 4 }); // → [house]
   * scene.containing({ x: 4, y: 30, z: 4 }); // → []
   * ```
   */
  containing(point: Vec3, options: MaskOption = NO_OPTIONS): number[] {
    return this.#shapes.containing(readVec3('point', point), readMaskOption(options));
  }

  /**
   * Visits triangles of a mesh by a measure of your own, such as a distance. Triangles with the nearest bounds come
   * first, and triangles whose bounds are too far are skipped. Use it for queries that BoxScene does not have.
   *
   * @param visitor functions that may make queries, and must not change the scene.
   * @throws RangeError if the scene does not have this mesh.
   *
   * @example
   * ```ts
   * const corners = new Float32Array([0, 7, 0, 1, 7, 0, 0, 8, 0, 0, 2, 0, 1, 3, 0, 0, 4, 0]);
   * const mesh = scene.addMesh(corners);
   * let lowest = Infinity;
   * scene.visitTriangles(mesh, {
   *   bounds: (minX, minY) => minY,
   *   triangle: (i) => (lowest = Math.min(lowest, corners[9 * i + 1], corners[9 * i + 4], corners[9 * i + 7])),
   * });
   * lowest; // → 2
   * ```
   */
  visitTriangles(mesh: Mesh, visitor: TriangleVisitor): void {
    checkVisitor(visitor);
    const tree = this.#tree.current();
    const stored = this.#handles.storedMesh(mesh);
    duringWalk(tree, () => {
      visitTriangles(stored, visitor);
    });
  }

  /**
   * Visits the boxes of the scene, and the triangles of instances, for a query of your own. The functions of the visitor say which
   * bounds matter, and get what is within. See {@link visitTriangles} for a mesh in its own space.
   *
   * @param visitor functions that may make queries, and must not change the scene.
   * @returns whether `box` or `triangle` ended the walk, by `true`.
   *
   * @example
   * ```ts
   * const tower = scene.addAabb({ min: { x: 20, y: 0, z: 0 }, max: { x: 24, y: 30, z: 4 } });
   * const high: number[] = [];
   * scene.traverse({
   *   bounds: (min, max) => max.y > 10,
   *   box: (id, { max }) => {
   *     if (max.y > 10) high.push(id);
   *   },
   * });
   * high; // → [tower]
   * ```
   */
  traverse(visitor: SceneVisitor, options: TraverseOptions = NO_OPTIONS): boolean {
    const traversal = readTraversal(visitor, options);
    const tree = this.#tree.current();
    const mask = this.#boxes.maskToTest(traversal.mask);
    return traverse(tree, { ...traversal, mask });
  }

  /**
   * Returns all pairs of boxes that overlap, as defined by `overlaps`. Touching counts. An instance of a mesh counts as
   * its box. With a mask, both boxes of a pair must share a bit with it.
   *
   * @example
   * ```ts
   * const shed = scene.addAabb({ min: { x: 7, y: 0, z: 0 }, max: { x: 10, y: 2, z: 3 } });
   * [...scene.pairs()]; // → [[house, shed]]
   * ```
   */
  pairs(options: MaskOption = NO_OPTIONS): BoxPairs {
    const wanted = readMaskOption(options);
    const tree = this.#tree.current();
    const mask = this.#boxes.maskToTest(wanted);
    return new BoxPairs(this.#backend.pairs(tree, mask));
  }

  /**
   * Returns the scene as bytes, to store or to send: the boxes exactly as they are, their masks and ids, the meshes,
   * and the trees. So {@link deserialize} has nothing to build. Applies pending changes first. Names are written apart:
   * see {@link SceneNames}.
   *
   * @returns a view of all bytes of a new buffer.
   *
   * @example
   * ```ts
   * const file = new Blob([scene.serialize()]); // in Node, writeFile('city.slab', scene.serialize())
   * BoxScene.deserialize(await file.arrayBuffer()).raycast(ray)?.t; // → 20
   * ```
   */
  serialize(): Uint8Array<ArrayBuffer> {
    return this.#tree.serialize();
  }

  /**
   * Returns the size, depth and cost of the tree over the boxes, for tuning. The trees of meshes are not included.
   *
   * @example
   * ```ts
   * const { boxes, depth } = scene.statistics();
   * boxes; // → 1
   * depth; // → 1
   * ```
   */
  statistics(): TreeStatistics {
    return statistics(this.#tree.current());
  }

  /**
   * Returns the bounds of the nodes of the tree over the boxes, for drawing them.
   *
   * @example
   * ```ts
   * const { depths, bounds } = scene.nodeBounds();
   * depths.length; // → 1
   * bounds.length; // → 6
   * ```
   */
  nodeBounds(): NodeBounds {
    return nodeBounds(this.#tree.current());
  }

  /**
   * Returns the numbers that a console shows for the scene. An attached scene does not move on to the last commit:
   * printing a scene must not change what queries find.
   *
   * @internal
   */
  inspected(): object {
    return {
      size: this.#boxes.size,
      meshes: this.#meshes.inOrder.size,
      backend: this.backend,
      byteLength: this.#boxes.byteLength + this.#tree.byteLength,
      isShared: this.isShared,
      isReadOnly: this.isReadOnly,
    };
  }

  /** Throws unless every matrix can place its local box within float64. */
  #checkMatrices(matrices: FloatArray, boxes: LocalBoxes): void {
    this.#noteLargeUnless(checkMatrices(this.#backend, matrices, boxes));
  }

  /** Notes that an OBB of the scene has a number of at least SAFE_SIZE, unless `isSafe`. */
  #noteLargeUnless(isSafe: boolean): void {
    if (!isSafe) this.#boxes.hasLargeObbs = true;
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

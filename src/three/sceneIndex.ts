import {
  BoxScene,
  type BoxSceneOptions,
  type FloatArray,
  frustumFromMatrix,
  type IdSet,
  type ManyTriangleHits,
  type Plane,
  type ProgressOptions,
  type WorkerOptions,
} from 'slabtree';
import { type Box3, type Camera, type Intersection, type Light, Object3D, Raycaster } from 'three';
import { checkBoolean, checkFunction, checkNumber, checkObject } from '../primitives/check';
import { checkKind, checkRaycaster } from './check';
import { Inspected } from '../primitives/inspected';
import { OptionNames } from '../primitives/optionNames';
import { INTERNALS } from '../scene/internals';
import { IndexedSet, type SceneSplit, type SceneView } from './boxes/indexedSet';
import { ObjectRows } from './boxes/objectRows';
import { type IndexedObject, ObjectsById } from './boxes/objectsById';
import { hasZeroToOneDepth, viewProjectionOf } from './camera/viewPlanes';
import { limitToView, removeLimits, searchWithin } from './camera/viewRays';
import { elementJobs } from './elements/elementTree';
import { IndexedGraph } from './indexedGraph';
import { GeometryMeshes } from './meshes/geometryMeshes';
import { runInTurn } from './meshes/treeJobs';
import {
  readNearestOptions,
  readOverlapOptions,
  type SceneNearestOptions,
  type SceneNeighbor,
  type SceneOverlap,
  type SceneOverlapOptions,
} from './nearby/nearbyOptions';
import { IndexSolids } from './nearby/indexSolids';
import { NearestSearch } from './nearby/nearestSearch';
import { OverlapSearch } from './nearby/overlapSearch';
import { readSceneShape, type SceneShape } from './nearby/sceneShape';
import type { FoundHits } from './rays/allIntersections';
import type { RayAnswer } from './rays/rayAnswer';
import { checkClipping, type Clipping } from './rays/clipping';
import { measuredOnce, type PageElement, type PagePointer, readPointer, setFromCamera } from './rays/pointer';
import {
  PICK_OPTIONS,
  RAYCAST_OPTIONS,
  type RayChoice,
  readRayOptions,
  type ScenePickOptions,
  type SceneRaycastOptions,
} from './rays/raycastOptions';
import { SceneRays } from './rays/sceneRays';
import { ThresholdObjects } from './rays/thresholdObjects';
import type { BoundsOf } from './sources/namedBounds';
import { shadowVolume } from './visible/shadowVolume';
import { gridRays } from './selection/gridRays';
import { Selection } from './selection/selection';
import { readArea, type SelectionLasso, type SelectionRectangle } from './selection/selectionArea';
import { readSelectOptions, type SceneSelectOptions } from './selection/selectOptions';
import { SnapSearch } from './snapping/snapSearch';
import { readSnapOptions, type SceneSnapOptions, type Snap } from './snapping/snapOptions';
import { checkPool, type RayPool, readManyOptions, type SceneRaycastManyOptions } from './triangles/manyRays';
import { TriangleScene } from './triangles/triangleScene';

/** The options of {@link SceneIndex.from}: what updates check, and how objects are bounded. */
export interface SceneIndexOptions extends BoxSceneOptions {
  /**
   * Whether `SceneIndex.update` checks all objects; true by default. With false, it checks only marked objects and everything
   * below them. Mark objects that you remove from the graph too.
   */
  autoUpdate?: boolean;
  /** Whether `SceneIndex.update` poses the objects that it checks; false by default. See {@link SceneIndex.pose}. */
  autoPose?: boolean;
  /** The planes that clip what is drawn, or the renderer that has these planes. See {@link SceneIndex.clipping}. */
  clipping?: Clipping | null;
  /**
   * Returns the bounds of an object that the index cannot find itself: for example, of an object with its own raycast and no
   * `boundingBox`. Each update calls it for each visible object that it checks.
   *
   * @returns a box around everything that the object draws and its raycast hits, in the object's space: `matrixWorld` places it.
   *   It replaces all other bounds, and the object has one box, even if it has instances. An empty box is never hit. Null if the
   *   object may be anywhere: then every precise ray calls its raycast, and no other query finds it. Undefined to use the bounds
   *   that the object has without this option.
   */
  boundsOf?: (object: Object3D) => Box3 | null | undefined;
}

/** The options of {@link SceneIndex.fromAsync}. */
export interface SceneIndexAsyncOptions extends SceneIndexOptions, ProgressOptions, WorkerOptions {}

/** The options of {@link SceneIndex.cull}: what counts as visible. */
export interface SceneCullOptions {
  /**
   * A light that casts shadows. Everything that may cast a shadow into the view then counts as visible, too: everything between
   * the view and the light, however far outside the view.
   */
  shadows?: Light;
}

const indexOptions: Record<keyof SceneIndexOptions, true> = {
  autoUpdate: true,
  autoPose: true,
  clipping: true,
  boundsOf: true,
  backend: true,
  shared: true,
};
const INDEX_OPTIONS = /* @__PURE__ */ new OptionNames<SceneIndexOptions>(indexOptions);
const ASYNC_OPTIONS = /* @__PURE__ */ new OptionNames<SceneIndexAsyncOptions>({
  ...indexOptions,
  onProgress: true,
  signal: true,
  workerUrl: true,
});
const CULL_OPTIONS = /* @__PURE__ */ new OptionNames<SceneCullOptions>({ shadows: true });

/**
 * An index of a scene graph: a tree of boxes around each object and instance. Its raycasts return the hits that `Raycaster`
 * returns, and there are other queries.
 *
 * - Each mesh, line or points object has an oriented box around its geometry, and so does each instance of an InstancedMesh or a
 *   BatchedMesh. A sprite has the cube that it can turn in.
 * - The box is `geometry.boundingBox`, which three.js uses, too, and does not update: compute it again after you move vertices. A
 *   SkinnedMesh has its own `boundingBox`, or else the box around its `boundingSphere`: compute these again after a change of
 *   pose.
 * - An object with its own raycast and a `boundingBox` has that box. While its `boundingBox` is null, every precise ray calls its
 *   raycast. {@link SceneIndexOptions.boundsOf} returns the bounds of any other object.
 * - Layers count, as they do for `Raycaster`.
 * - Invisible objects, and everything below them, are left out.
 * - Objects whose matrix or positions are not finite numbers, or whose vertices cannot be computed, are left out. The console
 *   warns once about each.
 * - There is no `dispose`: an index without references is garbage-collected, with its memory. The tree over the
 *   triangles of a geometry is freed with the geometry, too.
 *
 * @throws TypeError or RangeError that names the argument, if an argument of a call is not valid.
 *
 * @example
 * ```ts
 * import { BoxGeometry, Mesh, PerspectiveCamera, Scene } from 'three';
 *
 * const scene = new Scene();
 * const crate = new Mesh(new BoxGeometry(2, 2, 2));
 * scene.add(crate);
 * const camera = new PerspectiveCamera(90, 1, 1, 100);
 * camera.position.z = 5;
 * camera.updateMatrixWorld();
 * const index = SceneIndex.from(scene);
 *
 * // Once a frame:
 * index.update();
 *
 * const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) }; // renderer.domElement
 * const pointer = { clientX: 100, clientY: 100 }; // a PointerEvent
 * index.pick(pointer, camera, canvas)?.object === crate; // → true
 * ```
 */
export class SceneIndex extends Inspected {
  /** The object that was indexed, with everything below it. */
  readonly root: Object3D;
  /** The scene of the index's boxes, for all other queries: {@link at} maps an id to its object. Only the index may change it. */
  readonly boxes: BoxScene;
  /**
   * What the objects and instances draw, as a scene in which shapes move, with the ids of {@link boxes}: `sweep` and `contacts`, and what
   * `slabtree/character` needs. What counts is what {@link overlap} finds, as of the last `update`: triangles, from both sides, and the
   * boxes of objects whose triangles are not known. Hidden objects, lines and points are not solid. Clipping does not count.
   *
   * @example
   * ```ts
   * const ball = { center: { x: 0, y: 5, z: 0 }, radius: 1 };
   * const touch = index.solids.sweep(ball, { x: 0, y: -9, z: 0 });
   * touch?.distance; // → 3
   * ```
   */
  readonly solids: IndexSolids;
  /** Whether `update` checks all objects: see {@link SceneIndexOptions}. */
  autoUpdate: boolean;
  /** Whether `update` poses the objects that it checks: see {@link SceneIndexOptions}. */
  autoPose: boolean;
  /** @internal The last hits that an IndexRaycaster found in this index. Null after an update. */
  answer: RayAnswer | null = null;
  #clipping: Clipping | null;
  readonly #objects = new ObjectsById();
  readonly #graph: IndexedGraph;
  readonly #meshes: GeometryMeshes;
  readonly #rays: SceneRays;
  /** The scene of {@link triangles}. Null until it is first read. */
  #triangles: TriangleScene | null = null;
  /** Whether {@link triangles} must be brought up to date before it is used. */
  #areTrianglesOld = false;
  readonly #options: BoxSceneOptions;
  /** The Raycaster of `pick`. Undefined during a pick: if an object's raycast or a filter picks, it gets another Raycaster. */
  #raycaster: Raycaster | undefined;

  private constructor(
    root: Object3D,
    autoUpdate: boolean,
    autoPose: boolean,
    clipping: Clipping | null,
    boundsOf: BoundsOf | undefined,
    options: BoxSceneOptions,
  ) {
    super();
    // The constructor is private in TypeScript only: JavaScript may call it with wrong arguments.
    if (typeof autoUpdate !== 'boolean') throw new TypeError('a SceneIndex must be made by SceneIndex.from(root)');
    this.root = root;
    this.autoUpdate = autoUpdate;
    this.autoPose = autoPose;
    this.#clipping = clipping;
    this.#options = options;
    this.boxes = new BoxScene(options);
    const thresholds = new ThresholdObjects(options);
    const tables = { scene: this.boxes, objects: this.#objects, rows: new ObjectRows() };
    this.#graph = new IndexedGraph(root, tables, thresholds, boundsOf);
    this.#meshes = new GeometryMeshes(this.boxes, options.backend ?? 'auto');
    this.solids = new IndexSolids(this.boxes, this.#objects, this.#meshes);
    this.#rays = new SceneRays(tables, thresholds, this.#meshes);
  }

  /**
   * Returns an index of an object and everything below it. The first precise ray at a mesh builds the tree over its triangles,
   * which takes half a second for a million triangles. For heavy scenes, use {@link fromAsync}.
   *
   * @throws Error with the reason, if the requested backend or shared memory is not available.
   *
   * @example
   * ```ts
   * const ofCrate = SceneIndex.from(crate);
   * ofCrate.boxes.size; // → 1
   * ```
   */
  static from(root: Object3D, options: SceneIndexOptions = {}): SceneIndex {
    checkKind('root', root, 'isObject3D');
    INDEX_OPTIONS.check('options', options);
    return SceneIndex.#make(root, options);
  }

  static #make(root: Object3D, options: SceneIndexOptions): SceneIndex {
    const { autoUpdate = true, autoPose = false, clipping = null, boundsOf } = options;
    const { backend = 'auto', shared = false } = options;
    checkBoolean('options.autoUpdate', autoUpdate);
    checkBoolean('options.autoPose', autoPose);
    checkClipping('options.clipping', clipping);
    if (boundsOf !== undefined) checkFunction('options.boundsOf', boundsOf);
    const index = new SceneIndex(root, autoUpdate, autoPose, clipping, boundsOf, { backend, shared });
    index.markDirty(root);
    index.update();
    return index;
  }

  /**
   * Returns an index as {@link from} does, with the trees over triangles, and over many points or segments, already built by a
   * thread. Without this, each tree is built when a ray first needs it. The objects may change during the build: trees that are
   * then out of date are built again later.
   *
   * @returns a promise. It rejects with the errors of `from`, and with the signal's reason as soon as the signal is aborted.
   *
   * @example
   * ```ts
   * const built = await SceneIndex.fromAsync(scene, { onProgress: (done) => console.log(`${100 * done} %`) });
   * built.boxes.size; // → 1
   * ```
   */
  static async fromAsync(root: Object3D, options: SceneIndexAsyncOptions = {}): Promise<SceneIndex> {
    checkKind('root', root, 'isObject3D');
    ASYNC_OPTIONS.check('options', options);
    const copy = { ...options };
    const index = SceneIndex.#make(root, copy);
    const graph = index.#graph;
    await runInTurn([index.#meshes.jobFor(graph.geometries()), ...elementJobs(graph.objects)], copy);
    return index;
  }

  /**
   * Clipping planes: a renderer, or planes of your own. Rays do not hit parts that are clipped. The planes are read for each ray.
   * Null, the default, clips nothing.
   *
   * @example
   * ```ts
   * import { Plane, Vector3 } from 'three';
   *
   * index.clipping = { clippingPlanes: [new Plane(new Vector3(0, 0, -1), 0)] }; // nothing in front of z = 0, or a renderer
   * index.pick(pointer, camera, canvas); // → null
   * ```
   */
  get clipping(): Clipping | null {
    return this.#clipping;
  }

  set clipping(clipping: Clipping | null) {
    checkClipping('index.clipping', clipping);
    this.#clipping = clipping;
  }

  /**
   * Moves the boxes to where the objects are. Call it once a frame, before any query. It updates world matrices first, as the
   * renderer does, unless the root's `matrixWorldAutoUpdate` is false.
   *
   * It finds objects that were moved, added, removed, shown or hidden, or whose layers, geometry or bounds have changed. It
   * compares the instances of an InstancedMesh if you have set `instanceMatrix.needsUpdate`, which drawing needs too, and the
   * instances of a BatchedMesh if you have called `setMatrixAt`. Precise rays follow a change of vertices, an index, a draw range
   * or groups from the next update on.
   *
   * @example
   * ```ts
   * crate.position.x = 50;
   * index.update(); // once a frame
   * index.pick(pointer, camera, canvas); // → null
   * ```
   */
  update(): void {
    this.answer = null;
    this.#graph.update(this.autoUpdate, this.autoPose);
    this.#meshes.update();
    this.boxes.commit();
    this.#areTrianglesOld = true;
  }

  /**
   * Computes the vertices of an object, and of everything below it, from the present bones and morph influences. Later rays use
   * these vertices, whereas three.js computes vertices for every ray. Call it once a frame for objects whose bones or morph
   * influences change, or set {@link autoPose}. If nothing has changed, it takes almost no time.
   *
   * Objects that no {@link update} has found yet are not posed. Hidden objects are not posed either, and keep their last pose.
   *
   * Also sets the `boundingBox` and the `boundingSphere` of a SkinnedMesh, which three.js tests.
   *
   * @example
   * ```ts
   * index.pose(scene); // once a frame, after the animation mixer
   * ```
   */
  pose(object: Object3D): void {
    checkKind('object', object, 'isObject3D');
    this.answer = null;
    this.#graph.pose(object);
    this.#meshes.update();
    this.boxes.commit();
    this.#areTrianglesOld = true;
  }

  /**
   * Marks an object and everything below it, or one instance. The next update checks marked objects, even if it could not detect
   * the change by itself. If you mark instances of an object, its other instances count as unchanged.
   *
   * @param instanceId the whole object is marked if it is not indexed yet, or has no instances: then, the number must be 0, as in
   *   `IndexedSet.forEach`. If an object with instances, or with its own raycast, has a single box, any number marks the whole
   *   object.
   * @throws RangeError if the object has no such instance.
   *
   * @example
   * ```ts
   * const still = SceneIndex.from(scene, { autoUpdate: false }); // checks marked objects only
   * crate.position.x = 50;
   * still.markDirty(crate);
   * still.update();
   * still.boxes.bounds?.max.x; // → 51
   * ```
   */
  markDirty(object: Object3D, instanceId?: number): void {
    checkKind('object', object, 'isObject3D');
    this.#graph.markDirty(object, instanceId);
  }

  /**
   * Returns the object and the instance to which a box of {@link boxes} belongs.
   *
   * @example
   * ```ts
   * const { ids } = index.raycastMany(new Float32Array([0, 0, 9, 0, 0, -1]));
   * index.at(ids[0]).object === crate; // → true
   * ```
   */
  at(id: number): IndexedObject {
    checkNumber('id', id);
    return this.#objects.describe(id);
  }

  /**
   * Returns the closest intersection, or null: `raycaster.intersectObject(root, true)[0]`, without invisible objects. With
   * `within`, it is `intersectObject(within, true)[0]`, without objects outside the root.
   *
   * With `precise: false`, it is the hit of the nearest box, which needs no trees over triangles. Its `face` is null. Its
   * `normal` is the normal of the box's face, in the space of the object or of its instance. A ray that starts inside a box hits
   * its exit face.
   *
   * The raycaster's `near`, `far`, `layers` and `params` count. Boxes ignore `params`.
   *
   * An object's own `raycast`, even the root's, may query the index. If a precise query would call the same `raycast` again, it
   * calls the one of the object's class instead.
   *
   * @example
   * ```ts
   * import { Raycaster, Vector3 } from 'three';
   *
   * const raycaster = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
   * index.raycast(raycaster)?.distance; // → 4
   * ```
   */
  raycast(raycaster: Raycaster, options: SceneRaycastOptions = {}): Intersection | null {
    checkRaycaster('raycaster', raycaster);
    return this.#rays.closest(raycaster, readRayOptions(options, RAYCAST_OPTIONS, this.#choice(true)));
  }

  /**
   * Returns all intersections, sorted by distance: `raycaster.intersectObject(root, true)`, without invisible objects. With
   * `within`, it is `intersectObject(within, true)`. With `precise: false`, it is one hit per box: see {@link raycast}.
   *
   * @example
   * ```ts
   * import { Raycaster, Vector3 } from 'three';
   *
   * const raycaster = new Raycaster(new Vector3(0.5, 0, 5), new Vector3(0, 0, -1));
   * index.raycastAll(raycaster).map(({ distance }) => distance); // → [4]
   * ```
   */
  raycastAll(raycaster: Raycaster, options: SceneRaycastOptions = {}): Intersection[] {
    checkRaycaster('raycaster', raycaster);
    return this.#rays.all(raycaster, readRayOptions(options, RAYCAST_OPTIONS, this.#choice(true)));
  }

  /**
   * Returns whether a ray hits anything: true if {@link raycast} returns a hit. It is faster, as it ends at the first
   * hit that it finds. For a line of sight, set `far` to the distance of the target.
   *
   * @example
   * ```ts
   * import { Raycaster, Vector3 } from 'three';
   *
   * const lineOfSight = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1), 0, 10);
   * index.raycastAny(lineOfSight); // → true
   * ```
   */
  raycastAny(raycaster: Raycaster, options: SceneRaycastOptions = {}): boolean {
    checkRaycaster('raycaster', raycaster);
    return this.#rays.any(raycaster, readRayOptions(options, RAYCAST_OPTIONS, this.#choice(true)));
  }

  /**
   * Returns the closest intersection under the pointer, or null: calls {@link raycast} with the ray of `Raycaster.setFromCamera`.
   * With `inView: true`, it hits only objects that the camera draws: see {@link ScenePickOptions}.
   *
   * @param event the place of the pointer: a PointerEvent, a MouseEvent or a Touch.
   * @param camera perspective or orthographic, with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the event, the element or the camera is not finite.
   *
   * @example
   * ```ts
   * index.pick(pointer, camera, canvas, { inView: true })?.distance; // → 4
   * ```
   */
  pick(event: PagePointer, camera: Camera, element: PageElement, options: ScenePickOptions = {}): Intersection | null {
    const choice = readRayOptions(options, PICK_OPTIONS, this.#choice(true));
    const { raycaster, inView = false } = options;
    if (raycaster !== undefined) checkRaycaster('options.raycaster', raycaster);
    checkBoolean('options.inView', inView);
    const pointer = readPointer(event, camera, element);
    const own = this.#raycaster ?? new Raycaster();
    this.#raycaster = undefined;
    setFromCamera(own, pointer, camera);
    if (inView) limitToView(own, pointer, camera);
    raycaster?.ray.copy(own.ray);
    if (raycaster !== undefined) raycaster.camera = camera;
    const used = raycaster ?? own;
    const found = inView ? this.#closestInView(own, used, choice) : this.#rays.closest(used, choice);
    if (inView) removeLimits(own);
    // The cached Raycaster must not refer to the camera, so that the camera's graph can be garbage-collected.
    (own as { camera: Camera | null }).camera = null;
    this.#raycaster = own;
    return found;
  }

  /**
   * Returns the place to which the pointer snaps: the nearest vertex that is drawn within some pixels and not hidden; if there is
   * none, the nearest place on an edge; if there is none, the nearest place on a face; otherwise null.
   *
   * - Nearest means the smallest distance on the screen. Ties are broken by the distance from the camera, then by the order in
   *   which `Raycaster` tests.
   * - A place is hidden if a mesh lies between the near plane and it, except for the last 2^-16 of the way. Lines, points and
   *   sprites hide nothing. Only places between the near and the far plane count.
   * - The place on an edge is the one that is drawn nearest to the pointer. Vertices are the ends of edges, and points.
   * - The place on a face is the first hit of the ray through the pointer. If the ray hits nothing, it is the nearest place on
   *   the sides of the triangles.
   * - Triangles whose visible side is not drawn, because of the `side` of a material, are ignored. So are sprites, and objects
   *   with a raycast of their own.
   *
   * @param event the place of the pointer: a PointerEvent, a MouseEvent or a Touch.
   * @param camera perspective or orthographic, with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the event, the element or the camera is not finite.
   *
   * @example
   * ```ts
   * const corner = { clientX: 126, clientY: 74 }; // near the upper right corner of the crate's front
   * index.snap(corner, camera, canvas, { radius: 8, to: ['vertex', 'edge'] })?.kind; // → 'vertex'
   * ```
   */
  snap(event: PagePointer, camera: Camera, element: PageElement, options: SceneSnapOptions = {}): Snap | null {
    const choice = readSnapOptions(options, this.#choice(true));
    const measured = measuredOnce(element);
    const pointer = readPointer(event, camera, measured);
    const { width, height } = measured.getBoundingClientRect();
    const scene = { boxes: this.boxes, objects: this.#objects, rays: this.#rays, meshes: this.#meshes };
    return this.#query(() => new SnapSearch(scene, choice, camera, pointer, width, height).find());
  }

  /**
   * Returns the objects in a camera's view, tested plane by plane: see `BoxScene.cull`. Objects on none of the camera's layers
   * are left out. Read the sets before the next {@link update}: once that has found a change, reading them throws an error.
   *
   * @param camera with an up-to-date world matrix.
   *
   * @example
   * ```ts
   * const { inside, crossing } = index.cull(camera);
   * inside.size; // → 1
   * crossing.size; // → 0
   * ```
   */
  cull(camera: Camera, options: SceneCullOptions = {}): SceneView {
    CULL_OPTIONS.check('options', options);
    const { shadows } = options;
    if (shadows !== undefined) checkObject('options.shadows', shadows, 'a three.js Light with shadows', 'shadow');
    const planes = frustumFromMatrix(viewProjectionOf(camera), hasZeroToOneDepth(camera) ? 'webgpu' : 'opengl');
    const volume = shadows === undefined ? planes : shadowVolume(planes, shadows);
    const { inside, crossing } = this.boxes.cull(volume, { mask: camera.layers.mask });
    return { camera, inside: this.#setOf(inside), crossing: this.#setOf(crossing) };
  }

  /**
   * Returns the objects in an area of the camera's picture, between its near and far plane. The area is a rectangle or a lasso,
   * in pixels of the window. Parts of the area outside the picture select nothing. Objects on none of the camera's layers are
   * left out, and clipped parts do not count. Read the set before the next {@link update}: once that has found a change, reading it
   * throws an error.
   *
   * With `mode: 'crossing'`, the default, it selects objects that have a point in the area or on its edge; with `mode: 'window'`,
   * objects that are wholly inside it. An object is its box; with `precise: true`, its triangles, segments or points.
   *
   * @param area a rectangle `{ from, to }` by two pointer events, or a lasso `{ points }` by many.
   * @param camera with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the area, the element or the camera is not finite.
   *
   * @example
   * ```ts
   * const area = { from: { clientX: 50, clientY: 50 }, to: { clientX: 150, clientY: 150 } };
   * const selected = index.select(area, camera, canvas, { mode: 'window' });
   * selected.toArray()[0].object === crate; // → true
   * ```
   */
  select(
    area: SelectionRectangle | SelectionLasso,
    camera: Camera,
    element: PageElement,
    options: SceneSelectOptions = {},
  ): IndexedSet {
    const choice = readSelectOptions(options, this.#choice(false));
    const measured = measuredOnce(element);
    const where = readArea(area, camera, measured);
    const selection = new Selection(where, camera, choice, this.#meshes);
    const { step, params, isPrecise, clipping } = choice;
    const rays = gridRays(where, camera, measured, step, params);
    const seen = step === 0 ? null : this.#rays.seen(rays, { ...this.#choice(isPrecise), clipping });
    return this.#setOf(this.#query(() => selection.ids(this.boxes, this.#objects, seen)));
  }

  /**
   * Returns the objects and instances that overlap a shape, in no particular order, with the numbers of their triangles, segments
   * or points that overlap it. Touching counts.
   *
   * A triangle overlaps the shape as `overlaps` of the core defines it, with its vertices placed in the world by three.js's
   * arithmetic: `getVertexPosition`, then the world matrix. Both sides of a triangle count. Clipping does not.
   *
   * @param shape any {@link SceneShape}, such as a Box3, a Sphere, or an OBB or Capsule of three.js's addons. An empty one overlaps
   *   nothing.
   *
   * @example
   * ```ts
   * const [found] = index.overlap({ center: { x: 0, y: 0, z: 2 }, radius: 1.2 });
   * found.object === crate; // → true
   * found.faces; // → [8, 9]
   * ```
   */
  overlap(shape: SceneShape, options: SceneOverlapOptions = {}): SceneOverlap[] {
    const choice = readOverlapOptions(options);
    const read = readSceneShape('shape', shape);
    if (read === null) return [];
    return this.#query(() => new OverlapSearch(read, this.boxes, this.#objects, this.#meshes).find(choice));
  }

  /**
   * Returns the objects and instances nearest to a point or another shape: one, or up to `options.count`, nearest first. The distance
   * of an object is the distance of the nearest triangle, segment or point that it draws, also from inside a closed mesh. It is 0 if
   * the shape touches one. At equal distances, the object that `Raycaster` tests first comes first. Clipping does not count.
   *
   * @param shape a point such as a Vector3, or any other {@link SceneShape}. Nothing is near an empty one.
   *
   * @example
   * ```ts
   * const [nearest] = index.nearest({ x: 0, y: 0, z: 4 }, { maxDistance: 10 });
   * nearest.distance; // → 3
   * ```
   */
  nearest(shape: SceneShape, options: SceneNearestOptions = {}): SceneNeighbor[] {
    const choice = readNearestOptions(options);
    const read = readSceneShape('shape', shape);
    if (read === null) return [];
    return this.#query(() => new NearestSearch(read, choice, this.boxes, this.#objects, this.#meshes).find());
  }

  /**
   * Returns the first triangle that each of many rays hits: flat arrays, no Intersections. Use it for thousands of rays: visibility,
   * LiDAR, light.
   *
   * The arithmetic is the core's: see `BoxScene.raycastMany`. It tests triangles in the world and in float64, so `ts` may differ from
   * the distances of {@link raycast} in the last digits. Rays hit what the objects draw, as {@link triangles} has it: no lines, points
   * or sprites, and only the sides that the materials draw unless `side` is `'both'`.
   *
   * @param rays in world space, 6 numbers per ray: origin x y z, then direction x y z, of any length above 0.
   * @returns for each ray the id of the object or instance ({@link at} describes it), or -1; `t` in units of the direction, or Infinity;
   *   the `faceIndex`, or -1; and `u` and `v` of the hit. Read ids before the next {@link update}: once that has found a change, an id may be another
   *   object's.
   *
   * @example
   * ```ts
   * const { ids, ts, triangles } = index.raycastMany(new Float32Array([0.5, 0.5, 9, 0, 0, -1]));
   * index.at(ids[0]).object === crate; // → true
   * ts[0]; // → 8
   * ```
   */
  raycastMany(rays: FloatArray, options: SceneRaycastManyOptions = {}): ManyTriangleHits {
    const choice = readManyOptions(options);
    const { scene, numbers } = this.#currentTriangles();
    const hits = scene.raycastMany(rays, choice);
    numbers.rename(hits);
    return hits;
  }

  /**
   * Does {@link raycastMany} in the threads of a `RaycastPool`, as of the last {@link update} before the call.
   *
   * @param rays as in {@link raycastMany}: 6 numbers per ray. Do not change the numbers until the promise settles.
   * @param pool a pool of {@link triangles}. If it is a pool of another scene, the ids have no meaning.
   * @returns a promise, which rejects with the errors of the pool.
   *
   * @example
   * ```ts
   * import { RaycastPool } from 'slabtree/workers';
   *
   * const shared = SceneIndex.from(scene, { shared: 'auto' });
   * const pool = await RaycastPool.create(shared.triangles);
   * const { ts } = await shared.raycastManyAsync(new Float32Array([0.5, 0, 9, 0, 0, -1]), pool);
   * ts[0]; // → 8
   * pool.close();
   * ```
   */
  async raycastManyAsync(
    rays: FloatArray,
    pool: RayPool,
    options: SceneRaycastManyOptions = {},
  ): Promise<ManyTriangleHits> {
    const choice = readManyOptions(options);
    checkPool(pool);
    const { numbers } = this.#currentTriangles();
    const names = numbers.copy();
    const hits = await pool.raycastMany(rays, choice);
    names.rename(hits);
    return hits;
  }

  /**
   * The scene of triangles in which {@link raycastMany} casts, for a `RaycastPool`. It has ids of its own. Only the index may change it:
   * reading it, or casting many rays, brings it up to date with the last {@link update}. It is made when it is first read, from then on
   * it takes as much memory as the triangles of all geometries, or twice as much where materials draw both sides: each drawn side is
   * the front of a triangle.
   */
  get triangles(): BoxScene {
    return this.#currentTriangles().scene;
  }

  #currentTriangles(): TriangleScene {
    if (this.#triangles === null) this.#triangles = this.triangleScene(true, this.#options);
    else if (this.#areTrianglesOld) this.#triangles.update();
    this.#areTrianglesOld = false;
    return this.#triangles;
  }

  /** @internal Returns a new scene of what the objects draw: see {@link TriangleScene}. */
  triangleScene(isDoubled: boolean, options: BoxSceneOptions): TriangleScene {
    const index = { scene: this.boxes, objects: this.#objects };
    const triangles = new TriangleScene(index, this.#meshes, isDoubled, options);
    triangles.update();
    return triangles;
  }

  /**
   * Returns all objects and instances by the side of a plane on which their boxes are. Boxes that touch the plane are `crossing`.
   *
   * @example
   * ```ts
   * import { Plane, Vector3 } from 'three';
   *
   * const { front, crossing, back } = index.split(new Plane(new Vector3(1, 0, 0), 9));
   * front.size; // → 1
   * ```
   */
  split(plane: Plane): SceneSplit {
    const { front, crossing, back } = this.boxes.split(plane);
    return { front: this.#setOf(front), crossing: this.#setOf(crossing), back: this.#setOf(back) };
  }

  /** @internal Returns the fields that `console.log` shows of this index in Node. */
  inspected(): object {
    const { root, boxes, autoUpdate, autoPose } = this;
    return { root: `${root.type} ${JSON.stringify(root.name)}`, boxes, autoUpdate, autoPose };
  }

  /** @internal Whether the raycast of an object is running, called by this index. Queries then come from that raycast. */
  get isRaycasting(): boolean {
    return this.#rays.isRaycasting;
  }

  /**
   * @internal Returns all hits of a ray in an object and below it, including hits on clipped parts. Null if there are none.
   *
   * @param within the objects that are tested, with everything below them. Null for all.
   */
  find(
    raycaster: Raycaster,
    top: Object3D,
    hitsInvisible: boolean,
    within: ReadonlySet<Object3D> | null,
  ): FoundHits | null {
    const choice = { ...this.#choice(true), top, clipping: null };
    return this.#rays.find(raycaster, choice, hitsInvisible ? this.#invisible() : [], within);
  }

  /** Returns the objects that are invisible, or below an invisible object, that have no boxes, and that a raycast may hit. */
  #invisible(): Object3D[] {
    const found: Object3D[] = [];
    const add = (object: Object3D) => {
      const isNeverHit = object.raycast === Object3D.prototype.raycast || 'isNotIndexed' in object;
      if (!isNeverHit && !this.#graph.has(object)) found.push(object);
    };
    for (const top of this.#graph.invisible) top.traverse(add);
    return found;
  }

  /**
   * Returns the closest hit of a ray among what a camera draws.
   *
   * @param limits a Raycaster that is limited to the camera's view. `raycaster` may be the same Raycaster.
   */
  #closestInView(limits: Raycaster, raycaster: Raycaster, choice: RayChoice): Intersection | null {
    // A search of boxes needs only the `near`, `far` and layers of the Raycaster. A precise search also tests the layers of each
    // hit, as an object's raycast may hit objects on other layers.
    if (raycaster === limits && !choice.isPrecise) return this.#rays.closest(raycaster, choice);
    return searchWithin(limits, raycaster, choice, (narrowed) => this.#rays.closest(raycaster, narrowed));
  }

  /** Runs a query whose filter is called outside of the walks of the core: it must not change the index. */
  #query<Answer>(query: () => Answer): Answer {
    return this.boxes[INTERNALS].duringQuery(query);
  }

  #setOf(ids: IdSet): IndexedSet {
    return new IndexedSet(ids, this.#objects);
  }

  /** Returns the defaults of the options of a ray query. */
  #choice(isPrecise: boolean): RayChoice {
    return { isPrecise, filter: undefined, top: this.root, isEverything: true, clipping: this.clipping };
  }
}

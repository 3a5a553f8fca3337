import {
  BoxScene,
  type BoxSceneOptions,
  frustumFromMatrix,
  type IdSet,
  type Plane,
  type ProgressOptions,
  type WorkerOptions,
} from 'slabtree';
import { type Box3, type Camera, type Intersection, type Light, Object3D, Raycaster } from 'three';
import { checkNumber } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { OptionNames } from '../primitives/optionNames';
import { IndexedSet, type SceneSplit, type SceneView } from './boxes/indexedSet';
import { ObjectRows } from './boxes/objectRows';
import { type IndexedObject, ObjectsById } from './boxes/objectsById';
import { hasZeroToOneDepth, viewProjectionOf } from './camera/viewPlanes';
import { limitToView, removeLimits, searchWithin } from './camera/viewRays';
import { checkBoolean, checkFunction, checkKind, checkObject, checkRaycaster } from './check';
import { elementJobs } from './elements/elementTree';
import { IndexedGraph } from './indexedGraph';
import { type GeometryMeshes, geometryMeshesOf } from './meshes/geometryMeshes';
import { runInTurn } from './meshes/treeJobs';
import type { FoundHits } from './rays/allIntersections';
import type { RayAnswer } from './rays/rayAnswer';
import { checkClipping, type Clipping } from './rays/clipping';
import { type PageElement, type PagePointer, readPointer, setFromCamera } from './rays/pointer';
import {
  PICK_OPTIONS,
  RAYCAST_OPTIONS,
  type RayChoice,
  readRayOptions,
  type ScenePickOptions,
  type SceneRaycastOptions,
} from './rays/raycastOptions';
import { SceneRays } from './rays/sceneRays';
import { WideObjects } from './rays/wideObjects';
import type { BoundsOf } from './sources/namedBounds';
import { shadowVolume } from './visible/shadowVolume';
import { gridRays } from './selection/gridRays';
import { Selection } from './selection/selection';
import { readArea, type SelectionLasso, type SelectionRectangle } from './selection/selectionArea';
import { readSelectOptions, type SceneSelectOptions } from './selection/selectOptions';
import { SnapSearch } from './snapping/snapSearch';
import { readSnapOptions, type SceneSnapOptions, type Snap } from './snapping/snapOptions';

export interface SceneIndexOptions extends BoxSceneOptions {
  /**
   * Whether `update` checks all objects; true by default. With false, it checks only marked objects and everything below them.
   * Mark objects that you remove from the graph too.
   */
  autoUpdate?: boolean;
  /** Whether `update` poses the objects that it checks; false by default. See {@link SceneIndex.pose}. */
  autoPose?: boolean;
  /** What cuts parts of the picture away: the renderer, for example. See {@link SceneIndex.clipping}. */
  clipping?: Clipping | null;
  /**
   * Names the bounds of an object where nothing else does, such as those of an object with a raycast of its own and no
   * `boundingBox`. Each update calls it for each visible object that it checks.
   *
   * @returns a box around all that the object draws and all that its raycast hits, in its own space: `matrixWorld` places it. It
   *   replaces all other bounds, and the object is one box, also if it has instances. An empty box is never hit. Null if the object
   *   may be anywhere: then every precise ray calls its raycast, and no other question finds it. Undefined to leave it as it is
   *   without this option.
   */
  boundsOf?: (object: Object3D) => Box3 | null | undefined;
}

/** How {@link SceneIndex.fromAsync} makes an index. */
export interface SceneIndexAsyncOptions extends SceneIndexOptions, ProgressOptions, WorkerOptions {}

export interface SceneCullOptions {
  /**
   * A light that may cast shadows, and whose shadows are to be complete: whatever may cast a shadow into the view by it counts as
   * seen. That is what lies between the view and the light, however far outside the view.
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
 * Keeps a box around every object and instance of a scene graph. Answers ray casts as `Raycaster` does, and other queries.
 *
 * - A mesh, a line or points has an oriented box around its geometry. So has each instance of an InstancedMesh or a
 *   BatchedMesh. A sprite has the cube that it can turn in.
 * - The box is `geometry.boundingBox`. three.js uses it too, and does not update it: compute it again after you move vertices.
 *   A SkinnedMesh has its own `boundingBox`, or the box around its `boundingSphere` as long as it has none: compute again what it
 *   has after a change of pose.
 * - So has any object with a raycast of its own and a `boundingBox`. As long as that is null, every precise ray calls its raycast.
 *   {@link SceneIndexOptions.boundsOf} names the bounds of anything else.
 * - Layers count, as they do for `Raycaster`.
 * - Invisible objects, and everything below them, are left out.
 * - Objects whose matrix or positions are not finite numbers, or whose vertices cannot be computed, are left out. The console
 *   warns once about each.
 * - It needs no `dispose`: an index that nothing refers to is garbage, with its memory. The trees over triangles belong to the
 *   geometries, and go with them.
 *
 * ```ts
 * const index = SceneIndex.from(scene);
 *
 * // Once a frame:
 * index.update();
 *
 * const hit = index.pick(event, camera, renderer.domElement);
 * ```
 */
export class SceneIndex extends Inspected {
  readonly root: Object3D;
  /** The boxes, for all other queries. {@link at} tells what an id stands for. Only the index may change them. */
  readonly boxes: BoxScene;
  /** See {@link SceneIndexOptions}. */
  autoUpdate: boolean;
  /** See {@link SceneIndexOptions}. */
  autoPose: boolean;
  /** @internal What the last IndexRaycaster has found, since the last update. */
  answer: RayAnswer | null = null;
  #clipping: Clipping | null;
  readonly #objects = new ObjectsById();
  readonly #graph: IndexedGraph;
  readonly #meshes: GeometryMeshes;
  readonly #rays: SceneRays;
  /** The raycaster of picks. A pick takes it until it ends: a raycast or a filter may pick meanwhile. */
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
    // `private` means nothing to JavaScript.
    if (typeof autoUpdate !== 'boolean') throw new TypeError('a SceneIndex must be made by SceneIndex.from(root)');
    this.root = root;
    this.autoUpdate = autoUpdate;
    this.autoPose = autoPose;
    this.#clipping = clipping;
    this.boxes = new BoxScene(options);
    const wide = new WideObjects(options);
    this.#graph = new IndexedGraph(
      root,
      { scene: this.boxes, objects: this.#objects, rows: new ObjectRows() },
      wide,
      boundsOf,
    );
    this.#meshes = geometryMeshesOf(options.backend ?? 'auto');
    this.#rays = new SceneRays(this.boxes, this.#objects, wide, this.#meshes);
  }

  /**
   * Makes an index of an object and everything below it. The first precise ray at a mesh builds the tree over its triangles: half
   * a second for a million of them. For heavy scenes, use {@link fromAsync}.
   *
   * @throws TypeError or RangeError for a wrong argument, here and in all other methods; Error, with the reason, if the backend
   *   or the shared memory that you ask for is not available.
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
   * {@link from}, with the trees over triangles, and over many points or segments, that precise rays need: a thread builds them.
   * Otherwise, each is built when a ray first needs it. While it is under way, the objects may change: what does not fit any more
   * is built again.
   *
   * @returns a promise. It rejects with what `from` would throw, and with the reason of the signal as soon as that is aborted.
   *
   * ```ts
   * const index = await SceneIndex.fromAsync(scene, { onProgress: (done) => (progressBar.value = done) });
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
   * What cuts parts of the picture away: a renderer, or planes of your own. Rays do not hit what is cut away. It is read anew
   * for each ray. Null, the default, cuts nothing away.
   */
  get clipping(): Clipping | null {
    return this.#clipping;
  }

  set clipping(clipping: Clipping | null) {
    checkClipping('index.clipping', clipping);
    this.#clipping = clipping;
  }

  /**
   * Brings the boxes to where the objects are. Call it once a frame, before any query. It updates world matrices first, as the
   * renderer does, unless the root's `matrixWorldAutoUpdate` is false.
   *
   * It finds objects that have moved, come, gone, been shown or hidden, or changed their layers, geometry or bounds. It compares the
   * instances of an InstancedMesh if you have set `instanceMatrix.needsUpdate`, which drawing needs too, and those of a
   * BatchedMesh if you have called `setMatrixAt`.
   */
  update(): void {
    this.answer = null;
    this.#graph.update(this.autoUpdate, this.autoPose);
    this.boxes.commit();
  }

  /**
   * Computes the vertices of an object, and of everything below it, as bones and morph targets place them now: once, where three.js
   * computes them for every ray. From then on, the index answers with the vertices of the last time. Call it once a frame, for
   * what moves, or set {@link autoPose}. Where nothing has changed, it takes no time.
   *
   * What no {@link update} has found yet is not posed. What is hidden is not posed either, and keeps the pose that it has.
   *
   * A SkinnedMesh gets its `boundingBox` and its `boundingSphere` too, so that three.js also knows where it is.
   */
  pose(object: Object3D): void {
    checkKind('object', object, 'isObject3D');
    this.answer = null;
    this.#graph.pose(object);
    this.boxes.commit();
  }

  /**
   * Marks an object and everything below it, or one instance. The next update checks what is marked, even if it would not notice
   * a change by itself. If you mark instances of an object, its other instances are taken as unchanged.
   *
   * @param instanceId marks the whole object if the index does not hold it yet, or if it has no instances: the only number is 0
   *   then, as in `IndexedSet.forEach`. An object of one box that has instances, or a raycast of its own, is marked as a whole by
   *   any number: it numbers its instances itself.
   * @throws RangeError if the object has no such instance.
   */
  markDirty(object: Object3D, instanceId?: number): void {
    checkKind('object', object, 'isObject3D');
    this.#graph.markDirty(object, instanceId);
  }

  /** The object, and the instance, that an id of {@link boxes} stands for. */
  at(id: number): IndexedObject {
    checkNumber('id', id);
    return this.#objects.describe(id);
  }

  /**
   * Returns the closest intersection, or null: `raycaster.intersectObject(root, true)[0]`, for everything that is visible. With
   * `within`, it is that of `intersectObject(within, true)`, as far as that is below the root: the index knows nothing else.
   *
   * With `precise: false`, it is the nearest box, which needs no trees over triangles. The hit of a box has `face: null`. Its
   * `normal` is that of the face that the ray hits, in the space of the object or of its instance. A ray that starts inside a box
   * hits its exit face.
   *
   * The raycaster's `near`, `far`, `layers` and `params` count. Boxes have no use for `params`.
   *
   * An object's own `raycast` may ask the index; so may the root's. If a precise query would call the same `raycast` again, it
   * calls the one of the object's class instead.
   */
  raycast(raycaster: Raycaster, options: SceneRaycastOptions = {}): Intersection | null {
    checkRaycaster('raycaster', raycaster);
    return this.#rays.closest(raycaster, readRayOptions(options, RAYCAST_OPTIONS, this.#choice(true)));
  }

  /**
   * Returns all intersections, sorted by distance: `raycaster.intersectObject(root, true)`, for everything that is visible. With
   * `within`, it is `intersectObject(within, true)`. With `precise: false`, it is one hit for each box, as {@link raycast}
   * describes it.
   */
  raycastAll(raycaster: Raycaster, options: SceneRaycastOptions = {}): Intersection[] {
    checkRaycaster('raycaster', raycaster);
    return this.#rays.all(raycaster, readRayOptions(options, RAYCAST_OPTIONS, this.#choice(true)));
  }

  /**
   * Returns what lies under the pointer, or null: {@link raycast} with the ray through it, as `Raycaster.setFromCamera` aims it.
   * With `inView: true`, only what the camera draws is hit: see {@link ScenePickOptions}.
   *
   * @param event the place of the pointer: a PointerEvent, a MouseEvent or a Touch.
   * @param camera perspective or orthographic, with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the event, the element or the camera is not finite.
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
    // Otherwise it would keep the camera, and the graph that the camera is in.
    (own as { camera: Camera | null }).camera = null;
    this.#raycaster = own;
    return found;
  }

  /**
   * Snaps the pointer to what is drawn nearest to it, within some pixels, and not hidden: a vertex; if there is none, the nearest
   * place on an edge; if there is none, the nearest place on a face. Null if there is none either.
   *
   * - Nearest is by the distance on the screen. Of what is equally near, that nearest to the camera; then what `Raycaster` would
   *   come to first.
   * - A place is hidden if a mesh lies between the near plane and it, except for the last 2^-16 of the way. Lines, points and
   *   sprites hide nothing, and only what is between the near and the far plane counts.
   * - Each edge offers its place that is drawn nearest to the pointer. Vertices are the ends of edges, and points.
   * - A face offers the place where the ray through the pointer hits it first. If that hits nothing, each triangle offers the
   *   nearest place on its sides.
   * - Sides of triangles that are not drawn, because of the `side` of a material, offer nothing. Neither do sprites, nor objects
   *   with a raycast of their own.
   *
   * ```ts
   * const snap = index.snap(event, camera, renderer.domElement, { radius: 8, to: ['vertex', 'edge'] });
   * ```
   *
   * @param event the place of the pointer: a PointerEvent, a MouseEvent or a Touch.
   * @param camera perspective or orthographic, with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the event, the element or the camera is not finite.
   */
  snap(event: PagePointer, camera: Camera, element: PageElement, options: SceneSnapOptions = {}): Snap | null {
    const choice = readSnapOptions(options, this.#choice(true));
    const pointer = readPointer(event, camera, element);
    const { width, height } = element.getBoundingClientRect();
    const scene = { boxes: this.boxes, objects: this.#objects, rays: this.#rays, meshes: this.#meshes };
    return new SnapSearch(scene, choice, camera, pointer, width, height).find();
  }

  /**
   * What a camera sees, plane by plane: see `BoxScene.cull`. Objects on none of the camera's layers are left out. The sets end
   * with the next {@link update} that finds a change.
   *
   * @param camera with an up-to-date world matrix.
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
   * What lies in an area of the camera's picture, between its near and far plane: in a rectangle or a lasso, in pixels of the
   * window. What of the area is outside the picture selects nothing. Objects on none of the camera's layers are left out, and what is cut away does not count.
   * The set ends with the next {@link update} that finds a change.
   *
   * With `mode: 'crossing'`, the default, an object counts that has a point in the area; with `mode: 'window'`, one that lies
   * wholly in it. The edge, which may be that of the picture, belongs to the area. An object is its box, or its triangles, segments or points with `precise: true`.
   *
   * ```ts
   * const selected = index.select({ from: down, to: up }, camera, renderer.domElement, { precise: true });
   * ```
   *
   * @param area a rectangle `{ from, to }` by two pointer events, or a lasso `{ points }` by many.
   * @param camera with an up-to-date world matrix.
   * @param element the element that the camera's picture fills: the renderer's canvas.
   * @throws RangeError if the element has no size, or if a number of the area, the element or the camera is not finite.
   */
  select(
    area: SelectionRectangle | SelectionLasso,
    camera: Camera,
    element: PageElement,
    options: SceneSelectOptions = {},
  ): IndexedSet {
    const choice = readSelectOptions(options, this.#choice(false));
    const where = readArea(area, camera, element);
    const selection = new Selection(where, camera, choice, this.#meshes);
    const { step, params, isPrecise, clipping } = choice;
    const rays = gridRays(where, camera, element, step, params);
    const seen = step === 0 ? null : this.#rays.seen(rays, { ...this.#choice(isPrecise), clipping });
    return this.#setOf(selection.ids(this.boxes, this.#objects, seen));
  }

  /** Sorts all objects and instances by the side of a plane that their box is on. A box that touches the plane is crossing. */
  split(plane: Plane): SceneSplit {
    const { front, crossing, back } = this.boxes.split(plane);
    return { front: this.#setOf(front), crossing: this.#setOf(crossing), back: this.#setOf(back) };
  }

  /** @internal */
  inspected(): object {
    const { root, boxes, autoUpdate, autoPose } = this;
    return { root: `${root.type} ${JSON.stringify(root.name)}`, boxes, autoUpdate, autoPose };
  }

  /** @internal Whether the index is asking an object for its hits: then it is that object that asks the index. */
  get isAsking(): boolean {
    return this.#rays.isAsking;
  }

  /** @internal All hits within an object, nothing of them cut away. Null if there are none. */
  find(raycaster: Raycaster, top: Object3D, hitsInvisible: boolean): FoundHits | null {
    const choice = { ...this.#choice(true), top, clipping: null };
    return this.#rays.find(raycaster, choice, hitsInvisible ? this.#invisible() : []);
  }

  /** What is invisible, or below something that is, and may be hit all the same. What has a placeholder has boxes too. */
  #invisible(): Object3D[] {
    const found: Object3D[] = [];
    const add = (object: Object3D) => {
      const isNeverHit = object.raycast === Object3D.prototype.raycast || 'isNotIndexed' in object;
      if (!isNeverHit && !this.#graph.has(object)) found.push(object);
    };
    for (const top of this.#graph.invisible) top.traverse(add);
    return found;
  }

  /** @param limits the Raycaster that is limited to the view. The other one may be the same. */
  #closestInView(limits: Raycaster, raycaster: Raycaster, choice: RayChoice): Intersection | null {
    // The limits suffice for boxes, which are on the layers of their objects. A raycast may hit other objects.
    if (raycaster === limits && !choice.isPrecise) return this.#rays.closest(raycaster, choice);
    return searchWithin(limits, raycaster, choice, (narrowed) => this.#rays.closest(raycaster, narrowed));
  }

  #setOf(ids: IdSet): IndexedSet {
    return new IndexedSet(ids, this.#objects);
  }

  /** What a ray finds without options. */
  #choice(isPrecise: boolean): RayChoice {
    return { isPrecise, filter: undefined, top: this.root, isEverything: true, clipping: this.clipping };
  }
}

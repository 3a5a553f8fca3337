import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import {
  CreatePickingRay,
  MultiPick,
  MultiPickWithRay,
  Pick,
  PickingCustomization,
  PickWithRay,
  type Ray,
} from '@babylonjs/core/Culling/ray.core.js';
import { Frustum } from '@babylonjs/core/Maths/math.frustum.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { checkFinite, checkNumber, checkObject } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { InstanceTable } from '../primitives/instanceTable';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { INTERNALS } from '../scene/internals';
import { IndexedMeshes } from './boxes/indexedMeshes';
import { DRAWN } from './boxes/masks';
import type { IndexTables, MeshEntry } from './boxes/meshEntry';
import { describe, type IndexedMesh, MeshSet } from './boxes/meshSet';
import { Placement } from './boxes/placement';
import { MeshIntersections } from './meshes/meshIntersections';
import { AllPicks } from './rays/allPicks';
import { ClosestPick } from './rays/closestPick';
import {
  checkCamera,
  PICK_OPTIONS,
  type PickChoice,
  RAY_OPTIONS,
  readPickOptions,
  type ScenePickOptions,
  type SceneRayOptions,
} from './rays/pickOptions';
import type { PickSearch } from './rays/pickSearch';
import { pointerVolume } from './rays/pointerVolume';
import { PointerWalk } from './rays/pointerWalk';
import { isWalkable, RayWalk } from './rays/rayWalk';

/** The result of {@link SceneIndex.cull}: what is wholly `inside` a camera's view, and what is `crossing` its edges. */
export interface SceneView {
  inside: MeshSet;
  crossing: MeshSet;
}

const INDEX_OPTIONS = /* @__PURE__ */ new OptionNames<BoxSceneOptions>({ backend: true, shared: true });

/**
 * An index of the meshes of a Babylon.js scene: a tree of boxes around each mesh, instance and thin instance. Its picks return what the
 * picks of the scene return.
 *
 * - A box is the bounding box of the mesh, placed where Babylon.js hits it, and 0.3 % larger: `Ray.intersectsTriangle` also hits a
 *   little beyond the edges of a triangle.
 * - Meshes for which the index has no box are tested for every ray: those with an `intersects` of their own, billboards and all below
 *   them, with `infiniteDistance` or `enableDistantPicking`, or with a world matrix that is singular or almost so.
 * - There is no `dispose`: an index without references is garbage-collected, with its memory.
 *
 * @throws TypeError or RangeError that names the argument, if an argument of a call is not valid.
 *
 * @example
 * ```ts
 * import { CreateBox, FreeCamera, NullEngine, Scene, Vector3 } from '@babylonjs/core';
 *
 * const scene = new Scene(new NullEngine()); // on a page: new Engine(canvas)
 * const camera = new FreeCamera('camera', new Vector3(0, 0, -5), scene);
 * const crate = CreateBox('crate', { size: 2 }, scene);
 * const index = SceneIndex.from(scene);
 * scene.onBeforeRenderObservable.add(() => index.update());
 * scene.render();
 *
 * const { pickedMesh } = index.pick(256, 128); // the middle of the canvas, or scene.pointerX and scene.pointerY
 * pickedMesh === crate; // → true
 * ```
 */
export class SceneIndex extends Inspected {
  /** The scene that was indexed. */
  readonly scene: Scene;
  /**
   * The boxes of the meshes and thin instances, for all other queries: {@link at} maps an id to its mesh. Only the index may change it. It
   * also has the boxes of hidden and disabled meshes, which a predicate may accept: the mask {@link drawnMask} leaves them out.
   */
  readonly boxes: BoxScene;
  /**
   * The mask of the {@link boxes} of enabled, visible meshes.
   *
   * @example
   * ```ts
   * const hit = index.boxes.raycast(camera.getForwardRay(), { mask: index.drawnMask });
   * hit !== null; // → true
   * ```
   */
  readonly drawnMask = DRAWN;
  readonly #tables: IndexTables;
  readonly #meshes: IndexedMeshes;
  readonly #intersections: MeshIntersections;
  /** A search for reuse. Null while it is in use. */
  #spare: ClosestPick | null = null;

  private constructor(scene: Scene, options: BoxSceneOptions) {
    super();
    this.scene = scene;
    this.boxes = new BoxScene(options);
    this.#tables = { scene: this.boxes, entries: new InstanceTable<MeshEntry>(), placement: new Placement() };
    this.#meshes = new IndexedMeshes(scene, this.#tables);
    this.#intersections = new MeshIntersections(this.boxes);
  }

  /**
   * Returns an index of all meshes of a scene, left- or right-handed. The first ray that reaches a mesh of many triangles builds the
   * tree over them, which takes half a second for a million triangles.
   *
   * @param options of the BoxScene: `backend` and `shared`.
   * @throws Error with the reason, if the requested backend or shared memory is not available.
   *
   * @example
   * ```ts
   * const inJavaScript = SceneIndex.from(scene, { backend: 'js' });
   * inJavaScript.boxes.size; // → 1
   * ```
   */
  static from(scene: Scene, options: BoxSceneOptions = {}): SceneIndex {
    checkObject('scene', scene, 'a Babylon.js Scene', 'meshes');
    INDEX_OPTIONS.check('options', options);
    const index = new SceneIndex(scene, options);
    index.update();
    return index;
  }

  /**
   * Moves the boxes to where the meshes are. Call it before picks that follow a change, most often once a frame.
   *
   * It finds meshes that were moved, added, removed, enabled, disabled, shown or hidden, whose bounding info, material or
   * `isPickable` has changed, and changed thin instances. It computes world matrices as a pick of Babylon.js does: a matrix that has
   * been computed in the present frame is not computed again. Changed triangles are found by the rays themselves.
   *
   * @example
   * ```ts
   * crate.position.x = 50;
   * crate.computeWorldMatrix(true); // or the next frame
   * index.update();
   * index.pick(256, 128).hit; // → false
   * ```
   */
  update(): void {
    this.#meshes.update();
    this.boxes.commit();
  }

  /**
   * Returns the mesh, and the thin instance, to which a box of {@link boxes} belongs.
   *
   * @example
   * ```ts
   * const [nearest] = index.boxes.nearest({ x: 0, y: 0, z: -3 });
   * index.at(nearest.id).mesh === crate; // → true
   * ```
   */
  at(id: number): IndexedMesh {
    checkNumber('id', id);
    return describe(id, this.#tables.entries);
  }

  /**
   * Returns the closest hit of the ray under a point of the canvas, or a PickingInfo without a hit: what
   * `scene.pick(x, y, predicate, false, camera, trianglePredicate)` returns.
   *
   * @param x in pixels from the left edge of the canvas, like `scene.pointerX`.
   * @param y in pixels from the top edge, like `scene.pointerY`.
   * @throws Error if there is no camera.
   *
   * @example
   * ```ts
   * const { hit, pickedPoint } = index.pick(256, 128);
   * hit; // → true
   * pickedPoint?.z.toFixed(2); // → '-1.00'
   * ```
   */
  pick(x: number, y: number, options: ScenePickOptions = NO_OPTIONS): PickingInfo {
    const { scene } = this;
    const choice = this.#readPointer(x, y, options);
    const { predicate, trianglePredicate } = choice;
    const camera = choice.camera ?? null;
    if (isCustomized()) return Pick(scene, x, y, predicate, false, camera, trianglePredicate);
    const search = this.#take();
    const ray = CreatePickingRay(scene, x, y, null, camera);
    const isSearched = this.#searchPointer(search, x, y, choice, ray);
    const info = search.finish(ray);
    this.#spare = search;
    return isSearched ? info : Pick(scene, x, y, predicate, false, camera, trianglePredicate);
  }

  /**
   * Returns the closest hit of each mesh and thin instance under a point of the canvas, in the order of the meshes in the scene: what
   * `scene.multiPick(x, y, predicate, camera, trianglePredicate)` returns. An empty array if there is none.
   *
   * @param x in pixels from the left edge of the canvas.
   * @param y in pixels from the top edge of the canvas.
   * @throws Error if there is no camera.
   *
   * @example
   * ```ts
   * index.multiPick(256, 128).map(({ pickedMesh }) => pickedMesh?.name); // → ['crate']
   * ```
   */
  multiPick(x: number, y: number, options: ScenePickOptions = NO_OPTIONS): PickingInfo[] {
    const { scene } = this;
    const choice = this.#readPointer(x, y, options);
    const { predicate, trianglePredicate } = choice;
    const camera = choice.camera ?? null;
    if (!isCustomized()) {
      const search = new AllPicks(scene, this.#intersections);
      const ray = CreatePickingRay(scene, x, y, null, camera);
      if (this.#searchPointer(search, x, y, choice, ray)) return search.sorted();
    }
    return MultiPick(scene, x, y, predicate, camera ?? undefined, trianglePredicate) ?? [];
  }

  /**
   * Returns the closest hit of a ray, or a PickingInfo without a hit: what
   * `scene.pickWithRay(ray, predicate, false, trianglePredicate)` returns.
   *
   * @param ray in world space. Its `length` and `epsilon` count.
   *
   * @example
   * ```ts
   * import { Ray } from '@babylonjs/core';
   *
   * const { distance } = index.pickWithRay(new Ray(new Vector3(0.5, 9, 0), Vector3.Down(), 20));
   * distance; // → 8
   * ```
   */
  pickWithRay(ray: Ray, options: SceneRayOptions = NO_OPTIONS): PickingInfo {
    checkRay(ray);
    const choice = readPickOptions(options, RAY_OPTIONS);
    if (isCustomized() || !isWalkable(ray)) {
      const { predicate, trianglePredicate } = choice;
      return PickWithRay(this.scene, ray, predicate, false, trianglePredicate) ?? new PickingInfo();
    }
    const search = this.#take();
    this.#searchAlong(search, ray, choice);
    const info = search.finish(ray);
    this.#spare = search;
    return info;
  }

  /**
   * Returns the closest hit of each mesh and thin instance along a ray, in the order of the meshes in the scene: what
   * `scene.multiPickWithRay(ray, predicate, trianglePredicate)` returns. An empty array if there is none.
   *
   * @param ray in world space. Its `length` and `epsilon` count.
   *
   * @example
   * ```ts
   * import { Ray } from '@babylonjs/core';
   *
   * const hits = index.multiPickWithRay(new Ray(new Vector3(0.5, 9, 0), Vector3.Down(), 20));
   * hits.map(({ distance }) => distance); // → [8]
   * ```
   */
  multiPickWithRay(ray: Ray, options: SceneRayOptions = NO_OPTIONS): PickingInfo[] {
    checkRay(ray);
    const choice = readPickOptions(options, RAY_OPTIONS);
    if (isCustomized() || !isWalkable(ray)) {
      const { predicate, trianglePredicate } = choice;
      return MultiPickWithRay(this.scene, ray, predicate, trianglePredicate) ?? [];
    }
    const search = new AllPicks(this.scene, this.#intersections);
    this.#searchAlong(search, ray, choice);
    return search.sorted();
  }

  /**
   * Returns the enabled, visible meshes and thin instances whose boxes are in a camera's view. Boxes are compared with the six planes
   * of the view, as by `mesh.isInFrustum`, one plane after another: near an edge of the view, a box outside of it may be `crossing`.
   * Meshes without a box are left out.
   *
   * @param camera by default `scene.activeCamera`.
   * @throws Error if there is no camera.
   *
   * @example
   * ```ts
   * const { inside, crossing } = index.cull(camera);
   * inside.size; // → 1
   * crossing.size; // → 0
   * ```
   */
  cull(camera?: Camera): SceneView {
    if (camera !== undefined) checkCamera('camera', camera);
    const viewer = camera ?? this.scene.activeCamera;
    if (!viewer) throw noCamera('camera');
    const planes = Frustum.GetPlanes(viewer.getViewMatrix().multiply(viewer.getProjectionMatrix()));
    const { inside, crossing } = this.boxes.cull(
      planes.map(({ normal, d }) => ({ normal, constant: d })),
      { mask: DRAWN },
    );
    const { entries } = this.#tables;
    return { inside: new MeshSet(inside, entries), crossing: new MeshSet(crossing, entries) };
  }

  /** @internal Returns the fields that `console.log` shows of this index in Node. */
  inspected(): object {
    const { boxes } = this;
    return { meshes: this.scene.meshes.length, boxes };
  }

  /** Returns a search for one pick. No other pick uses it until it is finished: a predicate may pick, too. */
  #take(): ClosestPick {
    const search = this.#spare ?? new ClosestPick(this.scene, this.#intersections);
    this.#spare = null;
    return search;
  }

  /** Returns the checked options of a pick at a point of the canvas. */
  #readPointer(x: number, y: number, options: ScenePickOptions): PickChoice {
    checkFinite('x', x);
    checkFinite('y', y);
    const choice = readPickOptions(options, PICK_OPTIONS);
    const { activeCamera, cameraToUseForPointers } = this.scene;
    if (!(choice.camera ?? activeCamera ?? cameraToUseForPointers)) throw noCamera('options.camera');
    return choice;
  }

  /**
   * Tests the meshes under a point of the canvas. Returns false if rounding is so coarse that all meshes would be tested.
   *
   * @param ray under the point, in world space.
   */
  #searchPointer(search: PickSearch, x: number, y: number, choice: PickChoice, ray: Ray): boolean {
    const { scene } = this;
    const { spread, whole } = this.#meshes;
    const camera = choice.camera ?? scene.activeCamera ?? scene.cameraToUseForPointers;
    const planes = !camera ? null : pointerVolume(scene, x, y, camera, spread);
    if (planes === null) return false;
    this.boxes[INTERNALS].duringQuery(() => {
      search.beginPointer(x, y, choice);
      for (const entry of whole) search.testWhole(entry);
      new PointerWalk(this.#tables, search, planes).walk(ray.origin, spread, choice.predicate !== undefined);
    });
    return true;
  }

  #searchAlong(search: PickSearch, ray: Ray, choice: PickChoice): void {
    this.boxes[INTERNALS].duringQuery(() => {
      search.beginRay(ray, choice);
      for (const entry of this.#meshes.whole) search.testWhole(entry);
      new RayWalk(this.#tables, search, ray).walk(choice.predicate !== undefined);
    });
  }
}

/** Whether the program has replaced the function of Babylon.js that tests a mesh. */
function isCustomized(): boolean {
  return PickingCustomization.internalPickerForMesh !== undefined;
}

function checkRay(ray: unknown): void {
  checkObject('ray', ray, 'a Babylon.js Ray', 'intersectsTriangle');
}

function noCamera(name: string): Error {
  return new Error(
    `${name} must be a Babylon.js Camera if the scene has none: set scene.activeCamera, or pass a camera`,
  );
}

import { BoxScene, type BoxSceneOptions, frustumFromMatrix, type IdSet, type Plane } from 'slabtree';
import { type Camera, type Intersection, Matrix4, type Object3D, Raycaster, WebGPUCoordinateSystem } from 'three';
import { checkNumber, checkOptions } from '../primitives/check';
import { IndexedSet } from './boxes/indexedSet';
import { ObjectBoxes } from './boxes/objectBoxes';
import { type IndexedObject, Owners } from './boxes/owners';
import { checkBoolean, checkKind, checkMatrices, checkNotNaN, checkRaycaster, rangeError } from './check';
import { boxIntersection } from './rays/boxIntersection';
import { ClosestIntersection } from './rays/closestIntersection';
import { ObjectRaycasts } from './rays/objectRaycasts';
import { type PageElement, type PagePointer, readPointer, setFromCamera } from './rays/pointer';
import { WideObjects } from './rays/wideObjects';
import { sourceOf } from './sources/sourceOf';
import { hasStandIn } from './visible/standIns';

export interface SceneIndexOptions extends BoxSceneOptions {
  /**
   * Whether `update` looks at all objects; true by default. Where it is false, it looks only at those that were marked dirty,
   * and at what is below them: what was taken out of the graph must be marked too.
   */
  autoUpdate?: boolean;
}

export interface SceneRaycastOptions {
  /**
   * Whether the objects' own `raycast` is asked, for triangles say, where the ray meets their boxes; false by default, when the
   * boxes themselves are met.
   */
  precise?: boolean;
}

export interface ScenePickOptions extends SceneRaycastOptions {
  /** Whose `near`, `far`, `layers` and `params` count; its ray becomes the pointer's. One with three.js's defaults without. */
  raycaster?: Raycaster;
}

/** Sets of objects and instances by the side of a plane on which their boxes lie. */
export interface SceneSplit {
  front: IndexedSet;
  crossing: IndexedSet;
  back: IndexedSet;
}

/** What is in a camera's view: boxes wholly in it, and those across its edges. */
export interface SceneView {
  inside: IndexedSet;
  crossing: IndexedSet;
}

const viewProjection = /* @__PURE__ */ new Matrix4();

/**
 * The boxes of a scene graph, kept where its objects are, for queries as `Raycaster` answers them, and others.
 *
 * A mesh, a line or points is an oriented box around its geometry, an instance of an InstancedMesh or a BatchedMesh one each,
 * a sprite the cube that it may turn in. The box is `geometry.boundingBox`, which three.js goes by too, once it is there: after
 * vertices have moved it is yours to compute anew, and so is a SkinnedMesh's own for another pose. Layers count as they do for
 * `Raycaster`. What is invisible, or below what is, is left out, and so is what has a place or positions that are not finite
 * numbers, of which a warning on the console tells once.
 */
export class SceneIndex {
  readonly root: Object3D;
  /** The boxes, for all other questions: {@link at} says what an id stands for. Only the index may change it. */
  readonly boxes: BoxScene;
  /** See {@link SceneIndexOptions}. */
  autoUpdate: boolean;
  readonly #owners = new Owners();
  readonly #objects = new Map<Object3D, ObjectBoxes>();
  readonly #wide: WideObjects;
  readonly #asker = new ObjectRaycasts();
  /** Objects that were marked, and those of which only instances were. */
  readonly #dirty = new Set<Object3D>();
  readonly #dirtyInstances = new Set<ObjectBoxes>();
  #updates = 0;
  #raycaster: Raycaster | undefined;

  private constructor(root: Object3D, autoUpdate: boolean, options: BoxSceneOptions) {
    // JavaScript knows nothing of private.
    if (typeof autoUpdate !== 'boolean') throw new TypeError('a SceneIndex must be made by SceneIndex.from(root)');
    this.root = root;
    this.autoUpdate = autoUpdate;
    this.boxes = new BoxScene(options);
    this.#wide = new WideObjects(options);
  }

  /**
   * The index of an object and all that is below it.
   *
   * @throws TypeError or RangeError where an argument is wrong, as all that take one do; Error with the reason, where a backend or
   *   shared memory is asked for and not to be had.
   */
  static from(root: Object3D, options: SceneIndexOptions = {}): SceneIndex {
    checkKind('root', root, 'isObject3D');
    checkOptions('options', options);
    const { autoUpdate = true, backend = 'auto', shared = false } = options;
    checkBoolean('options.autoUpdate', autoUpdate);
    const index = new SceneIndex(root, autoUpdate, { backend, shared });
    index.markDirty(root);
    index.update();
    return index;
  }

  /**
   * Brings the boxes to where the objects are: once a frame, before it is asked. World matrices are brought up to date first,
   * as the renderer does it, unless `matrixWorldAutoUpdate` of the root is false.
   *
   * Looks at all objects for what has moved, came, went, was shown or hidden, has other layers or another geometry. The
   * instances of an InstancedMesh are compared where `instanceMatrix.needsUpdate` was set, as it must be for drawing, and those
   * of a BatchedMesh where `setMatrixAt` was called.
   */
  update(): void {
    if (this.autoUpdate) this.#updateAll();
    else this.#updateDirty();
    this.#dirty.clear();
    this.#dirtyInstances.clear();
    this.boxes.commit();
  }

  /**
   * Has the next update look at an object and all below it, or at an instance of it, also where it would not see by itself
   * that there is anything new. Where instances of an object are marked, its others are taken to be where they were.
   *
   * @throws RangeError where the object has no such instance.
   */
  markDirty(object: Object3D, instanceId?: number): void {
    checkKind('object', object, 'isObject3D');
    const boxes = this.#objects.get(object);
    if (instanceId === undefined || boxes === undefined || boxes.source.instanceName === null) {
      this.#dirty.add(object);
      return;
    }
    checkNotNaN('instanceId', instanceId);
    const { count } = boxes.source;
    if (instanceId >>> 0 !== instanceId || instanceId >= count) {
      throw rangeError('instanceId', `0 to ${count - 1}`, instanceId);
    }
    boxes.markDirty(instanceId);
    this.#dirtyInstances.add(boxes);
  }

  /** What an id of {@link boxes} stands for. */
  at(id: number): IndexedObject {
    checkNumber('id', id);
    return this.#owners.describe(id);
  }

  /**
   * The closest intersection, or null. Of the boxes: `normal` is that of the face that is met, in the space of the object (or of
   * its instance), `face` is null, and a ray that starts inside a box meets it where it leaves. `precise`, of what is in them:
   * `raycaster.intersectObject(root, true)[0]` of all that is visible.
   *
   * `near`, `far` and `layers` of the Raycaster count, and its `params` where it is precise.
   *
   * An object's own `raycast`, the root's for one, may ask the index. Where that would lead back to the same `raycast`, a precise
   * question asks the one of the object's class in its place.
   */
  raycast(raycaster: Raycaster, options: SceneRaycastOptions = {}): Intersection | null {
    checkRaycaster('raycaster', raycaster);
    return this.#raycast(raycaster, readPrecise(options));
  }

  /**
   * What lies under the pointer: {@link raycast} through it.
   *
   * @param event where the pointer is: a PointerEvent, a MouseEvent, a Touch.
   * @param camera perspective or orthographic, its world matrix up to date.
   * @param element what the camera's picture fills: the renderer's canvas.
   * @throws RangeError where the element has no size, or a number of the event, the element or the camera is not finite.
   */
  pick(event: PagePointer, camera: Camera, element: PageElement, options: ScenePickOptions = {}): Intersection | null {
    const precise = readPrecise(options);
    const { raycaster } = options;
    if (raycaster !== undefined) checkRaycaster('options.raycaster', raycaster);
    const pointer = readPointer(event, element);
    const own = this.#idleRaycaster();
    setFromCamera(own, pointer, camera);
    if (raycaster === undefined) return this.#raycast(own, precise);
    raycaster.ray.copy(own.ray);
    raycaster.camera = camera;
    return this.#raycast(raycaster, precise);
  }

  /**
   * What is in a camera's view, plane by plane: see `BoxScene.cull`. What is on none of the camera's layers is not.
   *
   * @param camera its world matrix up to date.
   */
  cull(camera: Camera): SceneView {
    checkKind('camera', camera, 'isCamera');
    checkMatrices(camera, 'projectionMatrix', 'matrixWorldInverse');
    viewProjection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const isZeroToOne = camera.coordinateSystem === WebGPUCoordinateSystem || camera.reversedDepth;
    const planes = frustumFromMatrix(viewProjection, isZeroToOne ? 'webgpu' : 'opengl');
    const { inside, crossing } = this.boxes.cull(planes, { mask: camera.layers.mask });
    return { inside: this.#setOf(inside), crossing: this.#setOf(crossing) };
  }

  /** Sorts all objects and instances by the side of a plane on which their boxes lie, touching ones as crossing. */
  split(plane: Plane): SceneSplit {
    const { front, crossing, back } = this.boxes.split(plane);
    return { front: this.#setOf(front), crossing: this.#setOf(crossing), back: this.#setOf(back) };
  }

  /** One that no pick uses: not that of a pick under way, where an object's raycast picks in turn. */
  #idleRaycaster(): Raycaster {
    return this.#asker.isAsking ? new Raycaster() : (this.#raycaster ??= new Raycaster());
  }

  #setOf(ids: IdSet): IndexedSet {
    return new IndexedSet(ids, this.#owners);
  }

  #raycast(raycaster: Raycaster, isPrecise: boolean): Intersection | null {
    const { near, far, ray, layers } = raycaster;
    checkNotNaN('raycaster.near', near);
    checkNotNaN('raycaster.far', far);
    // Nor is anything met between two infinities of one sign.
    if (!(far - near >= 0)) return null;
    if (isPrecise) return this.#raycastPrecisely(raycaster, near, far);
    const length = ray.direction.length();
    const hit = this.boxes.raycast(ray, { tMin: near / length, tMax: far / length, mask: layers.mask });
    return hit === null ? null : boxIntersection(hit, this.#owners);
  }

  #raycastPrecisely(raycaster: Raycaster, near: number, far: number): Intersection | null {
    this.#asker.begin();
    const closest = new ClosestIntersection(raycaster, near, far, this.#asker);
    // First, for one of them may be what asks this.
    const isNested = this.#asker.isAsking;
    if (isNested) this.#wide.askAll(closest);
    else this.#wide.askEndless(closest);
    if (this.#asker.isVoid) return null;
    closest.search(this.boxes, (id) => {
      const source = this.#owners.sourceOf(id);
      // Wide objects are asked apart.
      return source.reach === undefined ? closest.ask(source, this.#owners.instanceOf(id)) : null;
    });
    if (!isNested) this.#wide.search(closest);
    return closest.found;
  }

  #updateAll(): void {
    this.#updates++;
    this.#updateMatrices(this.root);
    if (this.#look(this.root, false) === this.#objects.size) return;
    for (const boxes of this.#objects.values()) if (boxes.lastUpdate !== this.#updates) this.#forget(boxes);
  }

  #updateDirty(): void {
    for (const boxes of this.#dirtyInstances) boxes.update();
    for (const marked of this.#dirty) {
      let object = marked;
      this.root.traverseAncestors((above) => {
        if (above === marked) object = this.root;
      });
      this.#updates++;
      if (this.#isShown(object)) {
        this.#updateMatrices(object);
        this.#look(object, true);
      }
      object.traverse((each) => {
        const boxes = this.#objects.get(each);
        if (boxes !== undefined && boxes.lastUpdate !== this.#updates) this.#forget(boxes);
      });
    }
  }

  /** As the renderer does it before it draws, and from the top, wherever the object is. */
  #updateMatrices(object: Object3D): void {
    if (!this.root.matrixWorldAutoUpdate) return;
    object.parent?.updateWorldMatrix(true, false);
    object.updateMatrixWorld(object.parent !== null);
  }

  /**
   * Looks at an object and all below it, as far as it is shown; returns how many have boxes.
   *
   * @param isBelowDirty whether what it is in was marked.
   */
  #look(object: Object3D, isBelowDirty: boolean): number {
    if (!object.visible && !hasStandIn(object)) return 0;
    const isDirty = isBelowDirty || this.#dirty.has(object);
    let count = 0;
    const boxes = this.#objects.get(object) ?? this.#add(object);
    if (boxes !== null) {
      boxes.lastUpdate = this.#updates;
      if (isDirty) boxes.markDirty();
      if (boxes.update() && boxes.source.reach !== undefined) this.#wide.change(boxes.source);
      count = 1;
    }
    // What is below an invisible source is not drawn, whatever is in the place of the source.
    if (object.visible) for (const child of object.children) count += this.#look(child, isDirty);
    return count;
  }

  #add(object: Object3D): ObjectBoxes | null {
    const source = sourceOf(object);
    if (source === null) return null;
    const boxes = new ObjectBoxes(source, this.boxes, this.#owners);
    this.#objects.set(object, boxes);
    this.#owners.see(object);
    return boxes;
  }

  #forget(boxes: ObjectBoxes): void {
    boxes.remove();
    this.#wide.delete(boxes.source);
    this.#objects.delete(boxes.source.object);
  }

  /** Whether an object is in the graph, and neither it nor what it is in is invisible. */
  #isShown(object: Object3D): boolean {
    if (!object.visible && !hasStandIn(object)) return false;
    let above: Object3D | null = object;
    while (above !== this.root && above.parent?.visible === true) above = above.parent;
    return above === this.root;
  }
}

function readPrecise(options: SceneRaycastOptions): boolean {
  checkOptions('options', options);
  const { precise = false } = options;
  checkBoolean('options.precise', precise);
  return precise;
}

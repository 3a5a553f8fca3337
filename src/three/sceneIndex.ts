import { BoxScene, type BoxSceneOptions, frustumFromMatrix, type IdSet, type Plane } from 'slabtree';
import {
  type Camera,
  type Intersection,
  Matrix4,
  type Object3D,
  Raycaster,
  Vector2,
  WebGPUCoordinateSystem,
} from 'three';
import { boxIntersection } from './boxIntersection';
import { checkKind } from './checkKind';
import { ClosestIntersection } from './closestIntersection';
import { IndexedSet } from './indexedSet';
import { ObjectAsker } from './objectAsker';
import { ObjectBoxes } from './objectBoxes';
import { type IndexedObject, Owners } from './owners';
import { sourceOf } from './sourceOf';
import { WideObjects } from './wideObjects';

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

const pointer = /* @__PURE__ */ new Vector2();
const viewProjection = /* @__PURE__ */ new Matrix4();

/**
 * The boxes of a scene graph, kept where its objects are, for queries as `Raycaster` answers them, and others.
 *
 * A mesh, a line or points is an oriented box around its geometry, an instance of an InstancedMesh or a BatchedMesh one each,
 * a sprite the cube that it may turn in. The box is `geometry.boundingBox`, which three.js goes by too, once it is there: after
 * vertices have moved it is yours to compute anew, and so is a SkinnedMesh's own for another pose. Layers count as they do for
 * `Raycaster`; what is invisible, or below what is, is left out.
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
  readonly #asker = new ObjectAsker();
  /** Objects that were marked, and those of which only instances were. */
  readonly #dirty = new Set<Object3D>();
  readonly #dirtyInstances = new Set<ObjectBoxes>();
  #updates = 0;
  #raycaster: Raycaster | undefined;

  private constructor(root: Object3D, options: SceneIndexOptions) {
    this.root = root;
    this.autoUpdate = options.autoUpdate ?? true;
    this.boxes = new BoxScene(options);
    this.#wide = new WideObjects(options);
  }

  /** The index of an object and all that is below it. */
  static from(root: Object3D, options: SceneIndexOptions = {}): SceneIndex {
    checkKind('root', root, 'Object3D');
    const index = new SceneIndex(root, options);
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
    checkKind('object', object, 'Object3D');
    const boxes = this.#objects.get(object);
    if (instanceId === undefined || boxes === undefined || boxes.source.instanceName === null) {
      this.#dirty.add(object);
      return;
    }
    const { count } = boxes.source;
    if (instanceId >>> 0 !== instanceId || instanceId >= count) {
      throw new RangeError(`instanceId must be 0 to ${count - 1}, got ${instanceId}`);
    }
    boxes.markDirty(instanceId);
    this.#dirtyInstances.add(boxes);
  }

  /** What an id of {@link boxes} stands for. */
  at(id: number): IndexedObject {
    return this.#owners.describe(id);
  }

  /**
   * The closest intersection, or null. Of the boxes: `normal` is that of the face that is met, in the space of the object (or of
   * its instance), `face` is null, and a ray that starts inside a box meets it where it leaves. `precise`, of what is in them:
   * `raycaster.intersectObject(root, true)[0]` of all that is visible.
   *
   * `near`, `far` and `layers` of the Raycaster count, and its `params` where it is precise.
   */
  raycast(raycaster: Raycaster, { precise = false }: SceneRaycastOptions = {}): Intersection | null {
    checkKind('raycaster', raycaster, 'Raycaster');
    const { near, far, ray, layers } = raycaster;
    if (near > far) return null;
    if (precise) return this.#raycastPrecisely(raycaster);
    const length = ray.direction.length();
    const hit = this.boxes.raycast(ray, { tMin: near / length, tMax: far / length, mask: layers.mask });
    return hit === null ? null : boxIntersection(hit, this.#owners);
  }

  /**
   * What lies under the pointer: {@link raycast} through it.
   *
   * @param event where the pointer is, in pixels of the window: a PointerEvent, a MouseEvent, a Touch.
   * @param camera perspective or orthographic, its world matrix up to date.
   * @param element what the camera's picture fills: the renderer's canvas.
   * @throws RangeError where the element has no size.
   */
  pick(
    event: { readonly clientX: number; readonly clientY: number },
    camera: Camera,
    element: { getBoundingClientRect(): { left: number; top: number; width: number; height: number } },
    options: ScenePickOptions = {},
  ): Intersection | null {
    const { clientX, clientY } = event;
    if (!Number.isFinite(clientX + clientY)) {
      throw new TypeError(`event.clientX and clientY must be pixels, got ${clientX} and ${clientY}`);
    }
    checkKind('camera', camera, 'Camera');
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!(width > 0 && height > 0)) {
      throw new RangeError(`element must have a size, got ${width} by ${height} pixels`);
    }
    const raycaster = options.raycaster ?? this.#idleRaycaster();
    pointer.set((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    raycaster.setFromCamera(pointer, camera);
    return this.raycast(raycaster, options);
  }

  /**
   * What is in a camera's view, plane by plane: see `BoxScene.cull`. What is on none of the camera's layers is not.
   *
   * @param camera its world matrix up to date.
   */
  cull(camera: Camera): SceneView {
    checkKind('camera', camera, 'Camera');
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

  #raycastPrecisely(raycaster: Raycaster): Intersection | null {
    this.#asker.begin();
    const closest = new ClosestIntersection(raycaster, this.#asker);
    // First, for one of them may be what asks this.
    this.#wide.askEndless(closest);
    if (this.#asker.isVoid) return null;
    closest.search(this.boxes, (id) => {
      const boxes = this.#owners.boxesOf(id);
      // Wide objects are asked apart.
      return boxes.source.reach === undefined ? closest.ask(boxes, this.#owners.instanceOf(id)) : null;
    });
    this.#wide.search(closest);
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
    if (!object.visible) return 0;
    const isDirty = isBelowDirty || this.#dirty.has(object);
    let count = 0;
    const boxes = this.#objects.get(object) ?? this.#add(object);
    if (boxes !== null) {
      boxes.lastUpdate = this.#updates;
      if (isDirty) boxes.markDirty();
      if (boxes.update() && boxes.source.reach !== undefined) this.#wide.change(boxes);
      count = 1;
    }
    for (const child of object.children) count += this.#look(child, isDirty);
    return count;
  }

  #add(object: Object3D): ObjectBoxes | null {
    const source = sourceOf(object);
    if (source === null) return null;
    const boxes = new ObjectBoxes(source, this.boxes, this.#owners);
    this.#objects.set(object, boxes);
    return boxes;
  }

  #forget(boxes: ObjectBoxes): void {
    boxes.remove();
    this.#wide.delete(boxes);
    this.#objects.delete(boxes.source.object);
  }

  /** Whether an object is in the graph, and neither it nor what it is in is invisible. */
  #isShown(object: Object3D): boolean {
    let above: Object3D | null = object;
    while (above !== null && above !== this.root && above.visible) above = above.parent;
    return above === this.root && above.visible;
  }
}

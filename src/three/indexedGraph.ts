import type { BoxScene } from 'slabtree';
import type { Object3D } from 'three';
import { ObjectBoxes } from './boxes/objectBoxes';
import type { Owners } from './boxes/owners';
import { checkNotNaN, rangeError } from './check';
import type { WideObjects } from './rays/wideObjects';
import { sourceOf } from './sources/sourceOf';
import { hasStandIn } from './visible/standIns';

/** The objects of a scene graph that have boxes. Each update walks the graph and finds what has changed. */
export class IndexedGraph {
  readonly #root: Object3D;
  readonly #scene: BoxScene;
  readonly #owners: Owners;
  readonly #wide: WideObjects;
  readonly #boxes = new Map<Object3D, ObjectBoxes>();
  /** The objects where the walks stopped: invisible ones below visible ones. */
  readonly #invisible = new Set<Object3D>();
  /** Objects marked as a whole. */
  readonly #dirty = new Set<Object3D>();
  /** Objects with marked instances. */
  readonly #dirtyInstances = new Set<ObjectBoxes>();
  /** Counts the walks. An object whose `lastUpdate` is another number was not visited by this one. */
  #updates = 0;

  constructor(root: Object3D, scene: BoxScene, owners: Owners, wide: WideObjects) {
    this.#root = root;
    this.#scene = scene;
    this.#owners = owners;
    this.#wide = wide;
  }

  /** Invisible objects below visible ones. Those with a stand-in have boxes. */
  get invisible(): ReadonlySet<Object3D> {
    return this.#invisible;
  }

  has(object: Object3D): boolean {
    return this.#boxes.has(object);
  }

  /** @throws RangeError if the object has no such instance. */
  markDirty(object: Object3D, instanceId?: number): void {
    const boxes = this.#boxes.get(object);
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

  /** Updates all objects, or only the marked ones and everything below them. */
  update(all: boolean): void {
    if (all) this.#updateAll();
    else this.#updateDirty();
    this.#dirty.clear();
    this.#dirtyInstances.clear();
  }

  #updateAll(): void {
    this.#updates++;
    this.#updateMatrices(this.#root);
    this.#invisible.clear();
    if (this.#visit(this.#root, false) === this.#boxes.size) return;
    for (const boxes of this.#boxes.values()) if (boxes.lastUpdate !== this.#updates) this.#remove(boxes);
  }

  #updateDirty(): void {
    for (const boxes of this.#dirtyInstances) boxes.update();
    for (const marked of this.#dirty) {
      // An object above the root stands for the root.
      let object = marked;
      this.#root.traverseAncestors((above) => {
        if (above === marked) object = this.#root;
      });
      this.#updates++;
      object.traverse((each) => this.#invisible.delete(each));
      if (isBelowVisible(object, this.#root)) {
        this.#updateMatrices(object);
        this.#visit(object, true);
      }
      object.traverse((each) => {
        const boxes = this.#boxes.get(each);
        if (boxes !== undefined && boxes.lastUpdate !== this.#updates) this.#remove(boxes);
      });
    }
  }

  /** As the renderer does before it draws, but from the top of the graph, wherever the object is in it. */
  #updateMatrices(object: Object3D): void {
    if (!this.#root.matrixWorldAutoUpdate) return;
    object.parent?.updateWorldMatrix(true, false);
    object.updateMatrixWorld(object.parent !== null);
  }

  /**
   * Updates an object and all below it, as far as they are shown. Returns how many of them have boxes.
   *
   * @param isBelowDirty whether an object above was marked.
   */
  #visit(object: Object3D, isBelowDirty: boolean): number {
    if (!object.visible) {
      this.#invisible.add(object);
      if (!hasStandIn(object)) return 0;
    }
    const isDirty = isBelowDirty || this.#dirty.has(object);
    let count = 0;
    const boxes = this.#boxes.get(object) ?? this.#add(object);
    if (boxes !== null) {
      boxes.lastUpdate = this.#updates;
      if (isDirty) boxes.markDirty();
      if (boxes.update() && boxes.source.reach !== undefined) this.#wide.change(boxes.source);
      count = 1;
    }
    // A stand-in replaces the object alone: what is below an invisible object is not drawn.
    if (object.visible) for (const child of object.children) count += this.#visit(child, isDirty);
    return count;
  }

  #add(object: Object3D): ObjectBoxes | null {
    const source = sourceOf(object);
    if (source === null) return null;
    const boxes = new ObjectBoxes(source, this.#scene, this.#owners);
    this.#boxes.set(object, boxes);
    this.#owners.see(object);
    return boxes;
  }

  #remove(boxes: ObjectBoxes): void {
    boxes.remove();
    this.#wide.delete(boxes.source);
    this.#boxes.delete(boxes.source.object);
  }
}

/** Whether an object is below a root, and everything above it, up to the root, is visible. */
function isBelowVisible(object: Object3D, root: Object3D): boolean {
  let at = object;
  while (at !== root && at.parent?.visible === true) at = at.parent;
  return at === root;
}

import type { Box3, BufferGeometry, Object3D } from 'three';
import { InstanceBoxes } from './boxes/instanceBoxes';
import type { KeptBoxes } from './boxes/keptBoxes';
import type { BoxHome } from './boxes/placeBox';
import { NO_ROW } from './boxes/objectRows';
import { SingleBox } from './boxes/singleBox';
import { warnOtherCopy } from './boxes/warnOtherCopy';
import { checkNotNaN, rangeError } from './check';
import type { WideObjects } from './rays/wideObjects';
import type { BoxSource } from './sources/boxSource';
import { type BoundsOf, namedBounds, ownBoundsOf, readBounds } from './sources/namedBounds';
import { NamedSource } from './sources/namedSource';
import { sourceOf } from './sources/sourceOf';
import { hasStandIn } from './visible/standIns';
import {
  DONE,
  FORCED,
  NEEDED,
  isPlain,
  isSelfContained,
  updateBones,
  updateOwnMatrices,
  updateWorldMatrices,
  type WorldMatrices,
} from './worldMatrices';

/** The objects of a scene graph that have boxes. Each update walks the graph and finds what has changed. */
export class IndexedGraph {
  readonly #root: Object3D;
  readonly #home: BoxHome;
  readonly #wide: WideObjects;
  readonly #boundsOf: BoundsOf | undefined;
  readonly #boxes = new Map<Object3D, KeptBoxes>();
  /** Of objects that have been posed, the source that has the pose: an object that comes back has it again. */
  readonly #posed = new WeakMap<Object3D, BoxSource>();
  /** The rows of the objects in the order of the last walk: the next is most likely in the same order. */
  readonly #walked: number[] = [];
  /** How many objects the walk has visited. */
  #walkedCount = 0;
  /**
   * Objects that are invisible, or that update more than their own world matrix. They and what is below them are visited when a
   * walk is through. With each, whether an object above was marked.
   */
  readonly #later: [object: Object3D, isBelowDirty: boolean][] = [];
  /** The objects where the walks stopped: invisible ones below visible ones. */
  readonly #invisible = new Set<Object3D>();
  /** Objects marked as a whole. */
  readonly #dirty = new Set<Object3D>();
  /** Objects with marked instances. */
  readonly #dirtyInstances = new Set<KeptBoxes>();
  /** Whether the update that is under way poses objects. */
  #isPosing = false;
  /** What is to be posed when all world matrices are up to date: bones may be anywhere. */
  readonly #toPose = new Set<KeptBoxes>();
  /** Counts the walks. `ObjectRows.visits` tells which was the last to visit an object. */
  #updates = 0;

  constructor(root: Object3D, home: BoxHome, wide: WideObjects, boundsOf: BoundsOf | undefined) {
    this.#root = root;
    this.#home = home;
    this.#wide = wide;
    this.#boundsOf = boundsOf;
  }

  /** Invisible objects below visible ones. Those with a placeholder have boxes. */
  get invisible(): ReadonlySet<Object3D> {
    return this.#invisible;
  }

  /** What has boxes. */
  get objects(): Iterable<Object3D> {
    return this.#boxes.keys();
  }

  /** The geometries of which three.js goes through the triangles. */
  *geometries(): Generator<BufferGeometry, void> {
    for (const { source } of this.#boxes.values()) {
      // Without a choice, all instances have the same.
      const count = source.boundsOf === undefined ? Math.min(1, source.count) : source.count;
      for (let i = 0; i < count; i++) {
        if (source.boundsOf !== undefined && source.boundsOf(i) < 0) continue;
        const geometry = source.triangles?.(source.object, i)?.geometry;
        if (geometry !== undefined) yield geometry;
      }
    }
  }

  has(object: Object3D): boolean {
    return this.#boxes.has(object);
  }

  /** @throws RangeError if the object has no such instance. */
  markDirty(object: Object3D, instanceId?: number): void {
    const boxes = this.#boxes.get(object);
    if (instanceId !== undefined) {
      checkInstance(boxes?.source ?? sourceOf(object, namedBounds(object, this.#given(object))), instanceId);
    }
    if (instanceId === undefined || boxes === undefined || boxes.source.instanceName === null) {
      this.#dirty.add(object);
      return;
    }
    boxes.markDirty(instanceId);
    this.#dirtyInstances.add(boxes);
  }

  /** Updates all objects, or only the marked ones and everything below them. */
  update(all: boolean, isPosing: boolean): void {
    this.#isPosing = isPosing;
    if (all) this.#updateAll();
    else this.#updateDirty();
    this.#pose(all ? this.#root : null);
    this.#dirty.clear();
    this.#dirtyInstances.clear();
  }

  /** Poses an object and all below it, as far as they have boxes. */
  pose(object: Object3D): void {
    if (this.#root.matrixWorldAutoUpdate) updateWorldMatrices(object);
    object.traverse((each) => {
      const boxes = this.#boxes.get(each);
      if (boxes !== undefined) this.#placeOrPose(boxes, true);
    });
    this.#pose(object);
  }

  /** Poses what has been noted. World matrices are up to date from `top` down, or, if that is null, only those of what is posed. */
  #pose(top: Object3D | null): void {
    if (this.#root.matrixWorldAutoUpdate) for (const { source } of this.#toPose) updateBones(source.object, top);
    for (const boxes of this.#toPose) {
      boxes.pose?.();
      this.#posed.set(boxes.source.object, boxes.source);
      this.#place(boxes);
    }
    this.#toPose.clear();
  }

  #updateAll(): void {
    this.#updates++;
    this.#invisible.clear();
    if (this.#boxes.size === 0) this.#reserve();
    const count = this.#walk(this.#root, false);
    if (count === this.#boxes.size) return;
    for (const boxes of this.#boxes.values()) if (!this.#isVisited(boxes)) this.#remove(boxes);
  }

  /** Whether the last walk has visited an object. */
  #isVisited({ row }: KeptBoxes): boolean {
    return this.#home.rows.visits[row] === this.#updates;
  }

  /** Makes room for the boxes of all objects without instances. */
  #reserve(): void {
    let count = 0;
    this.#root.traverseVisible((object) => (count += Number('geometry' in object)));
    if (count === 0) return;
    this.#home.scene.reserveObbs(count);
    this.#home.rows.reserve(count + 1);
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
      if (isBelowVisible(object, this.#root)) this.#walk(object, true);
      object.traverse((each) => {
        const boxes = this.#boxes.get(each);
        if (boxes !== undefined && !this.#isVisited(boxes)) this.#remove(boxes);
      });
    }
  }

  /**
   * Visits an object and all below it. World matrices are updated as the renderer does before it draws, but from the top of the
   * graph, wherever the object is in it. Returns how many of the objects have boxes.
   */
  #walk(object: Object3D, isDirty: boolean): number {
    this.#walkedCount = 0;
    if (!this.#root.matrixWorldAutoUpdate) return this.#visit(object, isDirty, DONE);
    object.parent?.updateWorldMatrix(true, false);
    this.#later.length = 0;
    let count = this.#visit(object, isDirty, object.parent === null ? NEEDED : FORCED);
    const later = this.#later.splice(0);
    if (later.every(([each]) => isSelfContained(each))) {
      for (const [each, isBelowDirty] of later) count += this.#visit(each, isBelowDirty, DONE);
      return count;
    }
    // Such an object may have changed others, which have been visited.
    this.#updates++;
    object.traverse((each) => this.#invisible.delete(each));
    return this.#visit(object, isDirty, DONE);
  }

  /**
   * Updates an object and all below it, as far as they are shown. Returns how many of them have boxes.
   *
   * @param isBelowDirty whether an object above was marked.
   * @param matrices what is to be done about the world matrices.
   */
  #visit(object: Object3D, isBelowDirty: boolean, matrices: WorldMatrices): number {
    let below = matrices;
    if (matrices !== DONE) {
      if (!object.visible || !isPlain(object)) {
        object.updateMatrixWorld(matrices === FORCED);
        this.#later.push([object, isBelowDirty]);
        return 0;
      }
      below = updateOwnMatrices(object, matrices);
    }
    if (!object.visible) {
      this.#invisible.add(object);
      if (!hasStandIn(object)) return 0;
    }
    const isDirty = isBelowDirty || (this.#dirty.size > 0 && this.#dirty.has(object));
    let count = this.#updateBoxes(object, isDirty) ? 1 : 0;
    // A placeholder replaces the object alone: what is below an invisible object is not drawn.
    if (object.visible) for (const child of object.children) count += this.#visit(child, isDirty, below);
    return count;
  }

  #placeOrPose(boxes: KeptBoxes, isPosing: boolean): void {
    if (isPosing && boxes.source.isPosable === true) this.#toPose.add(boxes);
    else this.#place(boxes);
  }

  #place(boxes: KeptBoxes): void {
    if (boxes.update() && boxes.source.reach !== undefined) this.#wide.change(boxes.source);
  }

  /** Updates the boxes of an object. Returns whether it has any. */
  #updateBoxes(object: Object3D, isDirty: boolean): boolean {
    const { rows, scene } = this.#home;
    const given = this.#given(object);
    const row = this.#nextRow(object, given);
    const known = rows.boxes[row];
    if (known === null) return false;
    rows.visits[row] = this.#updates;
    if (given === undefined && !isDirty && !this.#isPosing && rows.follow(row, object, scene)) return true;
    const boxes = this.#named(known, given, isDirty);
    if (boxes === null) return false;
    if (isDirty) boxes.markDirty();
    this.#placeOrPose(boxes, this.#isPosing);
    return true;
  }

  /** What the option `boundsOf` returns for an object. */
  #given(object: Object3D): Box3 | null | undefined {
    return this.#boundsOf === undefined ? undefined : readBounds(this.#boundsOf, object);
  }

  /** The boxes of an object with the bounds that are named now: others, if none were before, or none are any more. */
  #named(boxes: KeptBoxes, given: Box3 | null | undefined, isDirty: boolean): KeptBoxes | null {
    const { source } = boxes;
    // Lines and sprites come here in each update. Without bounds of their own, nothing names any, unless somebody marks them.
    const isPlain = source.instanceName === null && !(source instanceof NamedSource);
    if (isPlain && given === undefined && !isDirty && ownBoundsOf(source.object) === undefined) return boxes;
    const named = namedBounds(source.object, given);
    if (source instanceof NamedSource !== (named !== undefined)) {
      this.#remove(boxes);
      // They get the row that is free now, which the walk has just visited.
      return this.#add(source.object, given);
    }
    if (source instanceof NamedSource && named !== undefined) source.setBounds(named);
    return boxes;
  }

  /** The row of the object that a walk comes to. Gives it one if it is to have boxes. */
  #nextRow(object: Object3D, given: Box3 | null | undefined): number {
    const { rows } = this.#home;
    const walked = this.#walked;
    const at = this.#walkedCount++;
    if (at < walked.length && rows.isRowOf(walked[at], object)) return walked[at];
    // Where others have come or gone, the objects that follow most likely got their rows one after the other.
    const following = at > 0 ? walked[at - 1] + 1 : NO_ROW;
    if (rows.isRowOf(following, object)) return (walked[at] = following);
    const boxes = this.#boxes.get(object) ?? this.#add(object, given);
    return (walked[at] = boxes?.row ?? NO_ROW);
  }

  #add(object: Object3D, given: Box3 | null | undefined): KeptBoxes | null {
    const named = namedBounds(object, given);
    const found = sourceOf(object, named);
    if (found === null) return null;
    warnOtherCopy(object);
    const posed = this.#posed.get(object);
    const source = posed?.constructor === found.constructor ? posed : found;
    const { owners, rows } = this.#home;
    if (source instanceof NamedSource && named !== undefined) {
      source.setBounds(named);
      // It may have had a box for each instance before.
      owners.forget(object);
    }
    const isSingle = source.instanceName === null;
    const boxes = isSingle ? new SingleBox(source, this.#home) : new InstanceBoxes(source, this.#home);
    this.#boxes.set(object, boxes);
    rows.add(boxes);
    if (!isSingle) owners.see(object);
    return boxes;
  }

  #remove(boxes: KeptBoxes): void {
    boxes.remove();
    this.#home.rows.delete(boxes);
    this.#toPose.delete(boxes);
    this.#dirtyInstances.delete(boxes);
    this.#wide.delete(boxes.source);
    this.#boxes.delete(boxes.source.object);
  }
}

/** @param source null for an object without boxes, such as a group. */
function checkInstance(source: BoxSource | null, instanceId: number): void {
  checkNotNaN('instanceId', instanceId);
  const isSingle = source === null || source.instanceName === null;
  // What draws more than its geometry numbers its instances itself: the index has one box for all of them.
  const hasOwnNumbers = source instanceof NamedSource && !source.drawsGeometry;
  const count = hasOwnNumbers ? 2 ** 32 : isSingle ? 1 : source.count;
  if (instanceId >>> 0 === instanceId && instanceId < count) return;
  if (!isSingle && count > 0) throw rangeError('instanceId', `0 to ${count - 1}`, instanceId);
  const expected = `${isSingle ? '0 or ' : ''}left out, as the object has no instances`;
  throw rangeError('instanceId', expected, instanceId);
}

/** Whether an object is below a root, and everything above it, up to the root, is visible. */
function isBelowVisible(object: Object3D, root: Object3D): boolean {
  let at = object;
  while (at !== root && at.parent?.visible === true) at = at.parent;
  return at === root;
}

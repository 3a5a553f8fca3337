import type { Box3, BufferGeometry, Object3D } from 'three';
import { INTERNALS } from '../scene/internals';
import { InstanceBoxes } from './boxes/instanceBoxes';
import { NO_ROW, type ObjectBoxes } from './boxes/objectRows';
import type { IndexTables } from './boxes/placeBox';
import { SingleBox } from './boxes/singleBox';
import { warnOtherCopy } from './boxes/warnings';
import { rangeError } from '../primitives/check';
import { checkNotNaN } from './check';
import type { ThresholdObjects } from './rays/thresholdObjects';
import type { BoxSource } from './sources/boxSource';
import { type BoundsOf, namedBounds, ownBoundsOf, readBounds } from './sources/namedBounds';
import { NamedSource } from './sources/namedSource';
import { sourceOf } from './sources/sourceOf';
import { hasDrawnSubstitute } from './visible/substitutes';
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

/** The objects of a scene graph that have boxes. Each update traverses the graph, and moves, adds and removes boxes. */
export class IndexedGraph {
  readonly #root: Object3D;
  readonly #tables: IndexTables;
  readonly #thresholds: ThresholdObjects;
  readonly #boundsOf: BoundsOf | undefined;
  readonly #boxes = new Map<Object3D, ObjectBoxes>();
  /** The sources of posed objects: an object that is removed from the graph and added again keeps its pose. */
  readonly #posed = new WeakMap<Object3D, BoxSource>();
  /** The rows of the objects in the order of the last traversal of the graph: the next one most likely has the same order. */
  readonly #visitedRows: number[] = [];
  /** How many objects the current traversal of the graph has visited. */
  #visitedCount = 0;
  /**
   * The objects that a traversal visits at its end, with their descendants: invisible objects, and objects whose
   * `updateMatrixWorld` may change other objects. `isBelowDirty` is whether an ancestor of the object was marked.
   */
  readonly #later: [object: Object3D, isBelowDirty: boolean][] = [];
  /** The invisible objects that have only visible ancestors. Traversals of the graph end at them. */
  readonly #invisible = new Set<Object3D>();
  /** The objects that the user has marked as a whole for the next update. */
  readonly #dirty = new Set<Object3D>();
  /** The boxes of the objects of which the user has marked single instances. */
  readonly #dirtyInstances = new Set<ObjectBoxes>();
  /** Whether the current update poses objects: whether it computes their vertices by bones and morph targets. */
  #isPosing = false;
  /** The boxes of the objects to pose once all world matrices are up to date: bones may be anywhere in the graph. */
  readonly #toPose = new Set<ObjectBoxes>();
  /** The number of the current traversal. `ObjectRows.visits` has for each object the last traversal that visited it. */
  #updates = 0;

  constructor(root: Object3D, tables: IndexTables, thresholds: ThresholdObjects, boundsOf: BoundsOf | undefined) {
    this.#root = root;
    this.#tables = tables;
    this.#thresholds = thresholds;
    this.#boundsOf = boundsOf;
  }

  /** The invisible objects with visible ancestors only. Those for which a substitute is drawn have boxes. */
  get invisible(): ReadonlySet<Object3D> {
    return this.#invisible;
  }

  /** The objects of the scene graph that have boxes. */
  get objects(): Iterable<Object3D> {
    return this.#boxes.keys();
  }

  /** Yields the geometries whose triangles three.js's raycasts test, for all objects with boxes. */
  *geometries(): Generator<BufferGeometry, void> {
    for (const { source } of this.#boxes.values()) {
      // Without `boundsOf`, all instances of an object have the same geometry, so only the first instance is read.
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

  /**
   * Marks an object, or one of its instances, for the next update.
   *
   * @throws RangeError if the object has no instance with this number.
   */
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

  /** Updates the boxes of all objects, or only of the marked objects and everything below them. */
  update(all: boolean, isPosing: boolean): void {
    this.#isPosing = isPosing;
    if (all) this.#updateAll();
    else this.#updateDirty();
    this.#pose(all ? this.#root : null);
    this.#dirty.clear();
    this.#dirtyInstances.clear();
  }

  /**
   * Poses an object and its descendants: computes where bones and morph targets move their vertices. Objects without a box are not
   * posed.
   */
  pose(object: Object3D): void {
    if (this.#root.matrixWorldAutoUpdate) updateWorldMatrices(object);
    object.traverse((each) => {
      const boxes = this.#boxes.get(each);
      if (boxes !== undefined) this.#placeOrPose(boxes, true);
    });
    this.#pose(object);
  }

  /**
   * Poses the objects in `#toPose`.
   *
   * @param top an object; its world matrix and those of its descendants are up to date. Null if only the world matrices of the
   * objects to pose are up to date.
   */
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
    const count = this.#traverse(this.#root, false);
    if (count === this.#boxes.size) return;
    for (const boxes of this.#boxes.values()) if (!this.#isVisited(boxes)) this.#remove(boxes);
  }

  /** Whether the most recent traversal of the graph has visited the object of these boxes. */
  #isVisited({ row }: ObjectBoxes): boolean {
    return this.#tables.rows.visits[row] === this.#updates;
  }

  /** Reserves memory for the rows and boxes of all visible objects with a geometry, before they are added one by one. */
  #reserve(): void {
    let count = 0;
    this.#root.traverseVisible((object) => (count += Number('geometry' in object)));
    if (count === 0) return;
    this.#tables.scene[INTERNALS].reserveObbs(count);
    this.#tables.rows.reserve(count + 1);
  }

  #updateDirty(): void {
    for (const boxes of this.#dirtyInstances) boxes.update();
    for (const marked of this.#dirty) {
      // A marked object may be an ancestor of the index's root. The root is then updated in its place.
      let object = marked;
      this.#root.traverseAncestors((above) => {
        if (above === marked) object = this.#root;
      });
      this.#updates++;
      object.traverse((each) => this.#invisible.delete(each));
      if (isBelowVisible(object, this.#root)) this.#traverse(object, true);
      object.traverse((each) => {
        const boxes = this.#boxes.get(each);
        if (boxes !== undefined && !this.#isVisited(boxes)) this.#remove(boxes);
      });
    }
  }

  /**
   * Visits an object and its descendants, and updates their boxes. Updates world matrices as the renderer does before it draws,
   * including the matrices of ancestors. Returns how many of the visited objects have boxes.
   */
  #traverse(object: Object3D, isDirty: boolean): number {
    this.#visitedCount = 0;
    if (!this.#root.matrixWorldAutoUpdate) return this.#visit(object, isDirty, DONE);
    object.parent?.updateWorldMatrix(true, false);
    this.#later.length = 0;
    let count = this.#visit(object, isDirty, object.parent === null ? NEEDED : FORCED);
    const later = this.#later.splice(0);
    if (later.every(([each]) => isSelfContained(each))) {
      for (const [each, isBelowDirty] of later) count += this.#visit(each, isBelowDirty, DONE);
      return count;
    }
    // The `updateMatrixWorld` of an object may have changed objects already visited, so a second traversal visits all objects.
    this.#updates++;
    object.traverse((each) => this.#invisible.delete(each));
    return this.#visit(object, isDirty, DONE);
  }

  /**
   * Updates the boxes of an object and of its visible descendants. Returns how many of these objects have boxes.
   *
   * @param isBelowDirty whether an ancestor of the object was marked.
   * @param matrices which world matrices, of the object and of its descendants, must be updated.
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
      if (!hasDrawnSubstitute(object)) return 0;
    }
    const isDirty = isBelowDirty || (this.#dirty.size > 0 && this.#dirty.has(object));
    let count = this.#updateBoxes(object, isDirty) ? 1 : 0;
    // Children of an invisible object are skipped, even if it has a substitute, which replaces the object alone.
    if (object.visible) for (const child of object.children) count += this.#visit(child, isDirty, below);
    return count;
  }

  #placeOrPose(boxes: ObjectBoxes, isPosing: boolean): void {
    if (isPosing && boxes.source.isPosable === true) this.#toPose.add(boxes);
    else this.#place(boxes);
  }

  #place(boxes: ObjectBoxes): void {
    if (boxes.update() && boxes.source.reach !== undefined) this.#thresholds.change(boxes.source);
  }

  /** Updates the boxes of an object that a traversal visits. Returns whether the object has boxes. */
  #updateBoxes(object: Object3D, isDirty: boolean): boolean {
    const { rows, scene } = this.#tables;
    const given = this.#given(object);
    const row = this.#nextRow(object, given);
    const known = rows.boxes[row];
    if (known === null) return false;
    rows.visits[row] = this.#updates;
    if (given === undefined && !isDirty && !this.#isPosing && rows.follow(row, object, scene)) return true;
    const boxes = this.#withNamedBounds(known, given, isDirty);
    if (boxes === null) return false;
    if (isDirty) boxes.markDirty();
    this.#placeOrPose(boxes, this.#isPosing);
    return true;
  }

  /** Returns the bounds that the user's function `boundsOf` returns for an object. Undefined if there is no such function. */
  #given(object: Object3D): Box3 | null | undefined {
    return this.#boundsOf === undefined ? undefined : readBounds(this.#boundsOf, object);
  }

  /**
   * Sets the bounds of an object that come from the option `boundsOf` or from its `boundingBox`, and returns its boxes. Replaces
   * the boxes if the object has such bounds now but had none before, or the reverse.
   */
  #withNamedBounds(boxes: ObjectBoxes, given: Box3 | null | undefined, isDirty: boolean): ObjectBoxes | null {
    const { source } = boxes;
    // The fast path for lines and sprites: most have no `boundingBox`, and a new one takes effect only after `markDirty`.
    const isPlain = source.instanceName === null && !(source instanceof NamedSource);
    if (isPlain && given === undefined && !isDirty && ownBoundsOf(source.object) === undefined) return boxes;
    const named = namedBounds(source.object, given);
    if (source instanceof NamedSource !== (named !== undefined)) {
      this.#remove(boxes);
      // The new boxes get the row that the removed boxes have just freed. The current traversal has already visited that row.
      return this.#add(source.object, given);
    }
    if (source instanceof NamedSource && named !== undefined) source.setBounds(named);
    return boxes;
  }

  /** Returns the row of the object that a traversal visits next; NO_ROW if it has no boxes. Adds boxes for a new object. */
  #nextRow(object: Object3D, given: Box3 | null | undefined): number {
    const { rows } = this.#tables;
    const visited = this.#visitedRows;
    const at = this.#visitedCount++;
    if (at < visited.length && rows.isRowOf(visited[at], object)) return visited[at];
    // If objects were added or removed, the rows of the objects that a traversal visits after them most likely still are
    // consecutive.
    const following = at > 0 ? visited[at - 1] + 1 : NO_ROW;
    if (rows.isRowOf(following, object)) visited[at] = following;
    else visited[at] = (this.#boxes.get(object) ?? this.#add(object, given))?.row ?? NO_ROW;
    return visited[at];
  }

  #add(object: Object3D, given: Box3 | null | undefined): ObjectBoxes | null {
    const named = namedBounds(object, given);
    const found = sourceOf(object, named);
    if (found === null) return null;
    warnOtherCopy(object);
    const posed = this.#posed.get(object);
    const source = posed?.constructor === found.constructor ? posed : found;
    const { objects, rows } = this.#tables;
    if (source instanceof NamedSource && named !== undefined) {
      source.setBounds(named);
      // An object that has one box now may have had one box per instance before.
      objects.deleteInstanced(object);
    }
    const isSingle = source.instanceName === null;
    const boxes = isSingle ? new SingleBox(source, this.#tables) : new InstanceBoxes(source, this.#tables);
    this.#boxes.set(object, boxes);
    rows.add(boxes);
    if (!isSingle) objects.addInstanced(object);
    return boxes;
  }

  #remove(boxes: ObjectBoxes): void {
    boxes.remove();
    this.#tables.rows.delete(boxes);
    this.#toPose.delete(boxes);
    this.#dirtyInstances.delete(boxes);
    this.#thresholds.delete(boxes.source);
    this.#boxes.delete(boxes.source.object);
  }
}

/**
 * Throws a RangeError unless an object has an instance with this number.
 *
 * @param source the source of the object's boxes. Null for an object without boxes, such as a group.
 */
function checkInstance(source: BoxSource | null, instanceId: number): void {
  checkNotNaN('instanceId', instanceId);
  const isSingle = source === null || source.instanceName === null;
  // An object that draws more than its geometry has one box for everything that it draws. Such an object may number its instances
  // in its own way, so any 32-bit number is accepted.
  const hasOwnNumbers = source instanceof NamedSource && !source.drawsGeometry;
  const count = hasOwnNumbers ? 2 ** 32 : isSingle ? 1 : source.count;
  if (instanceId >>> 0 === instanceId && instanceId < count) return;
  if (!isSingle && count > 0) throw rangeError('instanceId', `0 to ${count - 1}`, instanceId);
  const expected = `${isSingle ? '0 or ' : ''}left out, as the object has no instances`;
  throw rangeError('instanceId', expected, instanceId);
}

/** Whether an object is `root` or a descendant of it, and all its ancestors up to `root` are visible. */
function isBelowVisible(object: Object3D, root: Object3D): boolean {
  let at = object;
  while (at !== root && at.parent?.visible === true) at = at.parent;
  return at === root;
}

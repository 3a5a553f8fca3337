import type { FloatArray } from 'slabtree';
import { type Box3, type BufferGeometry, Matrix4 } from 'three';
import { INTERNALS } from '../../scene/internals';
import { isFilled, copyChanged } from '../math';
import { type BoxSource, type DrawnObject, worldMatrixOf } from '../sources/boxSource';
import { InstanceMatrices } from './instanceMatrices';
import { NONE } from './objectsById';
import { type IndexTables, placeBox, removeBox } from './placeBox';
import { NO_ROW, type ObjectBoxes } from './objectRows';

/** Marks a hidden instance, in place of the number of its local box. */
const HIDDEN = -1;

const corners: number[] = [];
const identity = /* @__PURE__ */ new Matrix4();
const world = /* @__PURE__ */ new Matrix4();

/** The boxes of one object with instances, such as an InstancedMesh: one box per instance. */
export class InstanceBoxes implements ObjectBoxes {
  readonly source: BoxSource;
  row = NO_ROW;
  readonly #tables: IndexTables;
  #count = 0;
  /** Instances with this number or a larger one are new: no earlier update has placed their boxes. */
  #known = 0;
  /** For each instance, the id of the instance's box in the scene, or NONE if the instance has no box. */
  #ids = new Int32Array(0);
  /** For each instance, the number of the instance's local box, or HIDDEN. See `BoxSource.boundsOf`. */
  #boundsOf = new Int32Array(0);
  // The fields below record the matrices, local boxes and layer mask with which the boxes of the instances were last placed.
  readonly #matrixWorld = new Float64Array(16);
  readonly #matrices = new InstanceMatrices();
  #bounds = new Float64Array(0);
  #mask = 0;
  /** The geometry and the raycast of the object at the last update. */
  #geometry: BufferGeometry | undefined;
  #raycast: unknown;
  /** Whether all instances must be placed again. */
  #isDirty = true;
  /** Whether the last update threw, as updates during a query do. Some boxes may then be out of date. */
  #hasFailed = false;
  /** The numbers of the instances that the user has marked for the next update. */
  #dirty: number[] = [];

  constructor(source: BoxSource, tables: IndexTables) {
    this.source = source;
    this.#tables = tables;
  }

  markDirty(instance?: number): void {
    if (instance === undefined) this.#isDirty = true;
    else this.#dirty.push(instance);
  }

  update(): boolean {
    const { source } = this;
    const hasNewMask = this.#setMask(source.object.layers.mask);
    this.#setCount(source.count);
    const known = this.#known;
    const count = this.#count;
    const isResized = this.#readBounds() || this.#hasFailed;
    source.followGeometries?.();
    const object: DrawnObject = source.object;
    if (object.geometry !== this.#geometry || object.raycast !== this.#raycast) this.#unlinkAll();
    this.#geometry = object.geometry;
    this.#raycast = object.raycast;
    const isMoved = copyChanged(source.matrixWorld.elements, this.#matrixWorld, 0);
    const mayHaveMoved = source.matrices !== null && this.#matrices.setCurrent(source.matrices, source.version);
    const dirty = this.#dirty;
    this.#known = count;
    this.#dirty = [];
    this.#hasFailed = true;
    const isWhole = this.#isDirty || isMoved || isResized;
    if (isWhole) this.#place(0, count, isResized);
    else this.#placeSome(known, dirty, mayHaveMoved);
    this.#hasFailed = this.#isDirty = false;
    return isWhole || hasNewMask;
  }

  /** Ends all links to the mesh of the geometry. */
  #unlinkAll(): void {
    for (let i = 0; i < this.#count; i++) this.#unlink(i);
  }

  #unlink(instance: number): void {
    const id = this.#ids[instance];
    if (id !== NONE) this.#tables.scene[INTERNALS].unlink(id);
  }

  /** Places the marked instances, the changed instances, and the new ones. */
  #placeSome(known: number, dirty: readonly number[], mayHaveMoved: boolean): void {
    // If the user has marked instances, all others count as unchanged: comparing all takes longer than placing the marked ones.
    for (const instance of dirty) if (instance < known) this.#place(instance, instance + 1, false);
    this.#placeChanged(known, mayHaveMoved && dirty.length === 0);
    this.#place(known, this.#count, false);
  }

  remove(): void {
    this.#setCount(0);
    this.#isDirty = true;
  }

  /** Sets the layer mask of the boxes of all instances. Returns whether the mask has changed. */
  #setMask(mask: number): boolean {
    if (mask === this.#mask) return false;
    for (const id of this.#ids.subarray(0, this.#count)) if (id !== NONE) this.#tables.scene.setMask(id, mask);
    this.#mask = mask;
    return true;
  }

  #setCount(count: number): void {
    for (let i = count; i < this.#count; i++) this.#removeBox(i);
    if (count > this.#ids.length) {
      this.#ids = grown(this.#ids, count);
      this.#boundsOf = grown(this.#boundsOf, count);
    }
    this.#count = count;
    this.#known = Math.min(this.#known, count);
  }

  /** Reads the local boxes of all instances from the object. Returns whether any of these boxes has changed. */
  #readBounds(): boolean {
    const { source } = this;
    const length = 6 * source.boundsCount;
    let isResized = length !== this.#bounds.length;
    if (isResized) this.#bounds = new Float64Array(length);
    for (let i = 0; i < source.boundsCount; i++) {
      const { min, max } = source.boundsAt(i);
      min.toArray(corners);
      max.toArray(corners, 3);
      if (copyChanged(corners, this.#bounds, 6 * i)) isResized = true;
    }
    return isResized;
  }

  /** Finds the instances with numbers below `known` that have changed, and places each run of consecutive ones in one go. */
  #placeChanged(known: number, mayHaveMoved: boolean): void {
    let first = this.#findChanged(0, known, mayHaveMoved);
    while (first < known) {
      let end = first + 1;
      let next = this.#findChanged(end, known, mayHaveMoved);
      while (next === end && end < known) next = this.#findChanged(++end, known, mayHaveMoved);
      this.#place(first, end, false);
      first = next;
    }
  }

  /** Returns the number of the first instance in [first, known) that has changed, or `known` if none has. */
  #findChanged(first: number, known: number, mayHaveMoved: boolean): number {
    const { source } = this;
    const end = mayHaveMoved ? this.#matrices.findChanged(first, known) : known;
    if (source.boundsOf === undefined) return end;
    for (let i = first; i < end; i++) if (source.boundsOf(i) !== this.#boundsOf[i]) return i;
    return end;
  }

  /**
   * Places the boxes of the instances in [first, end): at once if their ids are consecutive, or all are new with one local box.
   */
  #place(first: number, end: number, isResized: boolean): void {
    if (first === end) return;
    const { source } = this;
    if (source.matrices !== null) this.#matrices.store(first, end);
    const ids = this.#ids;
    const shape = source.boundsOf?.(first) ?? 0;
    let isMove = !isResized;
    let isAddition = shape !== HIDDEN;
    for (let i = first; i < end; i++) {
      const bounds = source.boundsOf?.(i) ?? 0;
      isMove &&= bounds === this.#boundsOf[i] && ids[i] !== NONE && ids[i] - ids[first] === i - first;
      isAddition &&= bounds === shape && ids[i] === NONE;
      this.#boundsOf[i] = bounds;
    }
    if ((isMove || isAddition) && this.#placeTogether(first, end, isMove ? null : source.boundsAt(shape))) return;
    for (let i = first; i < end; i++) this.#placeOne(i);
  }

  /**
   * Moves the boxes of consecutive instances, or adds boxes if `bounds` is given. Returns false, without changes, if a box is
   * invalid.
   */
  #placeTogether(first: number, end: number, bounds: Box3 | null): boolean {
    if (bounds !== null && !isFilled(bounds)) return false;
    const { source } = this;
    const matrices = this.#worldMatrices(first, end);
    try {
      if (bounds === null) {
        // A single changed instance is the common case, and moves by setMatrix, the call for one box.
        if (end - first === 1) this.#tables.scene.setMatrix(this.#ids[first], matrices);
        else this.#tables.scene.setMatrices(this.#ids[first], matrices);
      } else {
        const id = this.#tables.scene.addObbs(bounds, matrices, this.#mask);
        for (let i = first; i < end; i++) {
          this.#ids[i] = id + i - first;
          this.#tables.objects.set(this.#ids[i], source, i);
        }
      }
      return true;
    } catch {
      // An instance's new or old matrix has no inverse. Any other error recurs when the caller places instances one by one.
      return false;
    }
  }

  #placeOne(instance: number): void {
    const { source } = this;
    // An instance of a batch may have another geometry of the batch now.
    this.#unlink(instance);
    const shape = this.#boundsOf[instance];
    const bounds = shape === HIDDEN ? null : source.boundsAt(shape);
    this.#ids[instance] = placeBox(this.#tables, source, instance, this.#ids[instance], bounds, this.#mask);
  }

  #worldMatrices(first: number, end: number): FloatArray {
    const { source } = this;
    const { matrices, matrixWorld } = source;
    if (matrices !== null && matrixWorld.equals(identity)) {
      return matrices.subarray(16 * first, 16 * end);
    }
    const numbers = new Float64Array(16 * (end - first));
    for (let i = first; i < end; i++) numbers.set(worldMatrixOf(source, i, world).elements, 16 * (i - first));
    return numbers;
  }

  #removeBox(instance: number): void {
    this.#ids[instance] = removeBox(this.#tables, this.#ids[instance]);
  }
}

/** Returns a longer copy of an array. The added entries are -1, which means both NONE (no box) and HIDDEN (no local box). */
function grown(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length).fill(NONE);
  larger.set(numbers);
  return larger;
}

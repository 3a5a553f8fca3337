import { type BoxScene, distanceToBox, type FloatArray, type Obb } from 'slabtree';
import { Box3, Matrix4 } from 'three';
import { isFilled } from '../sources/boundingBox';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { InstanceMatrices } from './instanceMatrices';
import type { Owners } from './owners';
import { warnNotIndexed } from './warnNotIndexed';

/** The id of an instance without a box. */
const NONE = -1;
/** In place of the number of a local box: the instance is hidden. */
const HIDDEN = -1;

const corners: number[] = [];
const identity = /* @__PURE__ */ new Matrix4();
const world = /* @__PURE__ */ new Matrix4();
const flattened = /* @__PURE__ */ new Box3();

/** Keeps the boxes of one object where the object is. */
export class ObjectBoxes {
  readonly source: BoxSource;
  /** The number of the walk over the graph that last visited the object. */
  lastUpdate = 0;
  readonly #scene: BoxScene;
  readonly #owners: Owners;
  #count = 0;
  /** Instances from here on are new. */
  #known = 0;
  /** The id of each instance's box, or NONE. */
  #ids = new Int32Array(0);
  /** The number of each instance's local box, or HIDDEN. */
  #boundsOf = new Int32Array(0);
  // The state that the boxes were placed from.
  readonly #matrixWorld = new Float64Array(16);
  readonly #matrices = new InstanceMatrices();
  #bounds = new Float64Array(0);
  #mask = 0;
  /** Whether all instances must be placed again. */
  #isDirty = true;
  /** The marked instances. */
  #dirty: number[] = [];

  constructor(source: BoxSource, scene: BoxScene, owners: Owners) {
    this.source = source;
    this.#scene = scene;
    this.#owners = owners;
  }

  /** Makes the next update place an instance again, or all of them. */
  markDirty(instance?: number): void {
    if (instance === undefined) this.#isDirty = true;
    else this.#dirty.push(instance);
  }

  /**
   * Brings the boxes to where the object is. Its world matrix must be up to date. Returns whether the object as a whole has
   * changed; a changed instance does not count.
   */
  update(): boolean {
    const { source } = this;
    const hasNewMask = this.#setMask(source.object.layers.mask);
    this.#setCount(source.count);
    const known = this.#known;
    const count = this.#count;
    const isResized = this.#readBounds();
    const isMoved = copyChanged(source.matrixWorld.elements, this.#matrixWorld, 0);
    const mayHaveMoved = source.matrices !== null && this.#matrices.look(source.matrices, source.version);
    const dirty = this.#dirty;
    this.#known = count;
    this.#dirty = [];
    if (this.#isDirty || isMoved || isResized) {
      this.#isDirty = false;
      this.#place(0, count, isResized);
      return true;
    }
    // Marked instances are taken to be all that have changed: comparing the others takes longer than placing these.
    for (const instance of dirty) if (instance < known) this.#place(instance, instance + 1, false);
    this.#placeChanged(known, mayHaveMoved && dirty.length === 0);
    this.#place(known, count, false);
    return hasNewMask;
  }

  /** Removes all boxes from the scene. The next update puts them back. */
  remove(): void {
    this.#setCount(0);
    this.#isDirty = true;
  }

  /** Returns whether the mask has changed. */
  #setMask(mask: number): boolean {
    if (mask === this.#mask) return false;
    this.#mask = mask;
    for (const id of this.#ids.subarray(0, this.#count)) if (id !== NONE) this.#scene.setMask(id, mask);
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

  /** Reads the local boxes. Returns whether any has changed. */
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

  /** Places the instances below `known` that have changed, run by run. */
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

  /** The first changed instance from `first` on, or `known` if there is none. */
  #findChanged(first: number, known: number, mayHaveMoved: boolean): number {
    const { source } = this;
    const end = mayHaveMoved ? this.#matrices.findChanged(first, known) : known;
    if (source.boundsOf === undefined) return end;
    for (let i = first; i < end; i++) if (source.boundsOf(i) !== this.#boundsOf[i]) return i;
    return end;
  }

  /** Places a run of instances: together if they are alike, otherwise one by one. */
  #place(first: number, end: number, isResized: boolean): void {
    if (first === end) return;
    const { source } = this;
    if (source.matrices !== null) this.#matrices.keep(first, end);
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

  /** Moves a run of boxes, or adds one with these bounds. Returns false, and changes nothing, if not all of it can be placed. */
  #placeTogether(first: number, end: number, bounds: Box3 | null): boolean {
    if (bounds !== null && !isFilled(bounds)) return false;
    const matrices = this.#worldMatrices(first, end);
    try {
      if (bounds === null) {
        // Most instances move alone.
        if (end - first === 1) this.#scene.setMatrix(this.#ids[first], matrices);
        else this.#scene.setMatrices(this.#ids[first], matrices);
      } else {
        const id = this.#scene.addObbs(bounds, matrices, this.#mask);
        for (let i = first; i < end; i++) this.#setId(i, id + i - first);
      }
      return true;
    } catch {
      // A matrix has no inverse, or had none before. Any other error is thrown when the instances are placed one by one.
      return false;
    }
  }

  #placeOne(instance: number): void {
    const { source } = this;
    const shape = this.#boundsOf[instance];
    const bounds = shape === HIDDEN ? null : source.boundsAt(shape);
    const matrix = worldMatrixOf(source, instance, world);
    // A scale of 0 turns everything into a point. That is how instances are hidden.
    if (bounds === null || bounds.isEmpty() || matrix.getMaxScaleOnAxis() === 0) {
      this.#removeBox(instance);
      return;
    }
    const scene = this.#scene;
    const id = this.#ids[instance];
    const box = { min: bounds.min, max: bounds.max, matrix };
    if (isValid(box)) {
      if (id === NONE) this.#setId(instance, scene.addObb(box, this.#mask));
      else scene.setObb(id, box);
      return;
    }
    // The matrix flattens the box, or something is not finite. A flat object gets the axis-aligned box around it, so that
    // culling still finds it.
    flattened.copy(bounds).applyMatrix4(matrix);
    if (!isFilled(flattened)) {
      warnNotIndexed(source, instance, isFilled(bounds) ? 'world matrix' : 'bounding box');
      this.#removeBox(instance);
    } else if (id === NONE) this.#setId(instance, scene.addAabb(flattened, this.#mask));
    else scene.setAabb(id, flattened);
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

  #setId(instance: number, id: number): void {
    this.#ids[instance] = id;
    this.#owners.set(id, this.source, instance);
  }

  #removeBox(instance: number): void {
    const id = this.#ids[instance];
    if (id === NONE) return;
    this.#scene.remove(id);
    this.#owners.delete(id);
    this.#ids[instance] = NONE;
  }
}

/** Whether a box is finite, not empty, and can be oriented by its matrix. */
function isValid(box: Obb): boolean {
  try {
    // All functions of slabtree check a box in the same way. The distance does not matter.
    distanceToBox(box, box.min);
    return true;
  } catch {
    return false;
  }
}

/** A longer copy. New places hold -1, which is both NONE and HIDDEN. */
function grown(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length).fill(NONE);
  larger.set(numbers);
  return larger;
}

/** Copies numbers to `at` and the places after it. Returns whether any of them has changed. */
function copyChanged(from: ArrayLike<number>, to: Float64Array, at: number): boolean {
  let hasChanged = false;
  for (let i = 0; i < from.length; i++) {
    // Unlike ===, this takes NaN as equal to NaN.
    if (Object.is(from[i], to[at + i])) continue;
    to[at + i] = from[i];
    hasChanged = true;
  }
  return hasChanged;
}

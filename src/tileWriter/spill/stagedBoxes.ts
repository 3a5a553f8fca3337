import type { Aabb, FloatArray, Matrix4, Obb } from 'slabtree';
import { conditionOf } from '../../bvh/boxes/boxRecords';
import { ALL_BITS, BoxStore } from '../../bvh/boxes/boxStore';
import { readMatrices } from '../../bvh/boxes/readMatrices';
import { indexOf } from '../../bvh/layout/nodeLayout';
import { addToSums, createSums } from '../../bvh/margins/measureScene';
import { HeapMemory } from '../../bvh/memory/memory';
import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readAabb, readMatrix, readObb } from '../../primitives/flat/boxRecord';
import { checkCorners } from '../../primitives/flat/corners';
import { checkBoxNumbers, checkMask } from '../../scene/arguments/checkNumbers';
import { readFloatArray } from '../../scene/arguments/floatArray';
import { checkMatrices, readLocalBox, sameBox } from '../../scene/arguments/obbMatrices';
import type { SpilledBoxes } from './spilledBoxes';
import type { PlacedMesh } from './spilledMeshes';

const AT_ONCE = 8192;

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const arithmetic = { readMatrices };

/** Checks added boxes as a `BoxScene` does, measures them, and spills them to disk, a few thousand boxes at a time. */
export class StagedBoxes {
  /** The sums from which the measure of all spilled boxes is computed. */
  readonly sums = createSums();
  /** The largest condition number of the matrix of a spilled instance: see BoxStore. */
  meshCondition = 0;
  readonly #spilled: SpilledBoxes;
  readonly #boxes = new BoxStore(new HeapMemory());

  constructor(spilled: SpilledBoxes) {
    this.#spilled = spilled;
  }

  get count(): number {
    return this.#spilled.count + this.#boxes.size;
  }

  addAabb(box: Aabb, mask = ALL_BITS): number {
    const record = new Float64Array(OBB_STRIDE);
    readAabb('box', box, record);
    checkMask('mask', mask);
    this.#makeRoom();
    const id = this.count;
    this.#boxes.setAabb(this.#boxes.addId(mask), record, 0);
    return id;
  }

  addObb(box: Obb, mask = ALL_BITS): number {
    const record = new Float64Array(OBB_STRIDE);
    readObb('box', box, record);
    checkMask('mask', mask);
    this.#makeRoom();
    const id = this.count;
    this.#boxes.setObb(this.#boxes.addId(mask), record);
    return id;
  }

  addAabbs(boxes: FloatArray, mask = ALL_BITS): number {
    const numbers = readFloatArray('boxes', boxes, AABB_STRIDE, 'box');
    checkBoxNumbers('boxes', numbers);
    checkMask('mask', mask);
    const first = this.count;
    for (let at = 0; at < numbers.length; at += AABB_STRIDE * AT_ONCE) {
      this.#makeRoom();
      this.#boxes.addAabbs(numbers.subarray(at, at + AABB_STRIDE * AT_ONCE), mask);
    }
    return first;
  }

  addObbs(box: Aabb, matrices: FloatArray, mask = ALL_BITS): number {
    const record = new Float64Array(OBB_STRIDE);
    readLocalBox(box, record);
    return this.#addPlaced(record, matrices, mask, (count) => this.#boxes.addObbs(record, count, mask));
  }

  addInstance({ place, bounds }: PlacedMesh, matrix: Matrix4 = IDENTITY, mask = ALL_BITS): number {
    const record = new Float64Array(OBB_STRIDE);
    readMatrix('matrix', matrix, record);
    record.set(bounds);
    checkCorners('matrix', record);
    checkMask('mask', mask);
    this.#makeRoom();
    const id = this.count;
    this.#boxes.setMatrix(this.#boxes.addInstances(place, bounds, 1, mask), record);
    return id;
  }

  addInstances({ place, bounds }: PlacedMesh, matrices: FloatArray, mask = ALL_BITS): number {
    return this.#addPlaced(bounds, matrices, mask, (count) => this.#boxes.addInstances(place, bounds, count, mask));
  }

  /** Adds a box for each matrix. @param box the local box that all added boxes or instances have. */
  #addPlaced(box: Float64Array, matrices: FloatArray, mask: number, add: (count: number) => number): number {
    const numbers = readFloatArray('matrices', matrices, 16, 'matrix');
    checkMask('mask', mask);
    checkMatrices(arithmetic, numbers, sameBox(box));
    const first = this.count;
    for (let at = 0; at < numbers.length; at += 16 * AT_ONCE) {
      this.#makeRoom();
      const some = numbers.subarray(at, at + 16 * AT_ONCE);
      const count = some.length / 16;
      const own = add(count);
      for (let done = 0, run: number; done < count; done += run) {
        run = this.#boxes.obbRun(own + done, count - done);
        const matricesOfRun = some.subarray(16 * done, 16 * (done + run));
        readMatrices(matricesOfRun, this.#boxes.obbs, this.#boxes.obbRecord(own + done), Infinity);
      }
    }
    return first;
  }

  #makeRoom(): void {
    if (this.#boxes.size >= AT_ONCE) this.spill();
  }

  /** Spills the staged boxes, which are in memory, to the temporary file. */
  spill(): void {
    this.meshCondition = Math.max(this.meshCondition, largestCondition(this.#boxes));
    addToSums(this.#boxes, this.sums);
    this.#spilled.addAll(this.#boxes, this.#spilled.count);
    this.#boxes.clear();
  }
}

/** Returns the largest condition number of an instance's matrix. Unlike the store's value, it ignores the order of boxes. */
function largestCondition({ meshes, idLimit, obbs, places }: BoxStore): number {
  let largest = 0;
  if (meshes.length === 0) return largest;
  for (let id = 0; id < idLimit; id++) {
    if (meshes[id] === 0) continue;
    const condition = conditionOf(obbs.data, indexOf(places[id]) * OBB_STRIDE);
    // The negated comparison is true for a NaN, which an overflow leads to. NaN then counts as Infinity.
    if (!(condition <= largest)) largest = condition < Infinity ? condition : Infinity;
  }
  return largest;
}

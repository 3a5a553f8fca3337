import type { Backend } from '../../bvh/backend/backend';
import type { BoxStore } from '../../bvh/boxes/boxStore';
import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readAabb, readMatrix, tryWriteMatrix } from '../../primitives/flat/boxRecord';
import { show } from '../../primitives/check';
import { areSafe, checkCorners, isPlaced } from '../../primitives/flat/corners';
import type { Aabb } from '../../primitives/shapes/aabb';
import { SAFE_SIZE } from '../../primitives/shapes/matrix4';
import type { FloatArray } from './floatArray';

/** Reads the local box of oriented boxes that many matrices place. */
export function readLocalBox(box: Aabb, out: Float64Array): void {
  if (ArrayBuffer.isView(box)) {
    throw new TypeError(`box must be a box { min, max }, got ${show(box)}: give the box first, then the matrices`);
  }
  readAabb('box', box, out);
}

/** The local boxes of oriented boxes, which many matrices place. */
export interface LocalBoxes {
  /** Whether all numbers of the local boxes are smaller than SAFE_SIZE: see primitives/shapes/matrix4.ts. */
  readonly areSafe: boolean;
  /** Copies to the start of a box's record the local box that the matrix with an index places. */
  write(index: number, record: Float64Array): void;
}

/** Returns the local boxes of matrices that all place the same box. */
export function sameBox(box: Float64Array): LocalBoxes {
  const own = box.subarray(0, AABB_STRIDE);
  return {
    areSafe: areSafe(own),
    write: (_, record) => {
      record.set(own);
    },
  };
}

/** Returns the local boxes of OBBs of the scene with consecutive ids, from `firstId` on. */
export function boxesOf(boxes: BoxStore, firstId: number): LocalBoxes {
  return {
    areSafe: !boxes.hasLargeObbs,
    write: (index, record) => {
      boxes.copyLocalBox(firstId + index, record);
    },
  };
}

/**
 * Throws unless every matrix of 16 numbers can place its local box. The error names the matrix. Changes no box.
 *
 * @returns whether all numbers of the matrices and local boxes are smaller than SAFE_SIZE.
 */
export function checkMatrices(
  backend: Pick<Backend, 'readMatrices'>,
  matrices: FloatArray,
  boxes: LocalBoxes,
  name = 'matrices',
): boolean {
  const count = matrices.length / 16;
  const safe = boxes.areSafe ? backend.readMatrices(matrices, null, 0, SAFE_SIZE) : 0;
  const record = new Float64Array(OBB_STRIDE);
  for (let i = safe; i < count; i++) {
    boxes.write(i, record);
    if (tryWriteMatrix(matrices, 16 * i, record, 0, Infinity) && isPlaced(record, 0)) continue;
    const which = `${name} (matrix ${i})`;
    readMatrix(which, matrices.subarray(16 * i, 16 * i + 16), record);
    checkCorners(which, record);
  }
  return safe === count;
}

/** Sets the checked matrices of OBBs with consecutive ids. Boxes whose records are adjacent are set in one call. */
export function setMatrices(backend: Backend, boxes: BoxStore, firstId: number, matrices: FloatArray): void {
  const count = matrices.length / 16;
  for (let done = 0, run: number; done < count; done += run) {
    run = boxes.obbRun(firstId + done, count - done);
    const some = matrices.subarray(16 * done, 16 * (done + run));
    backend.readMatrices(some, boxes.obbs, boxes.obbRecord(firstId + done), Infinity);
  }
  boxes.coverMatrices(firstId, count);
}

/** Throws unless float64 can hold the corners of a mesh's instances when the mesh gets other bounds. */
export function checkInstances(boxes: BoxStore, ids: readonly number[], bounds: Float64Array): void {
  const record = new Float64Array(OBB_STRIDE);
  for (const id of ids) {
    boxes.copyObb(id, record);
    record.set(bounds);
    checkCorners('positions', record, `all corners of instance ${id}`);
  }
}

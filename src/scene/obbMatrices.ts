import type { Backend } from '../bvh/backend/backend';
import type { LeafStore } from '../bvh/boxes/leafStore';
import { OBB_STRIDE } from '../primitives/flat/boxLayout';
import { readAabb, readMatrix } from '../primitives/flat/boxRecord';
import { show } from '../primitives/check';
import type { Aabb } from '../primitives/shapes/aabb';
import type { FloatArray } from './arguments/floatArray';

/** Reads the local box of many matrices. */
export function readLocalBox(box: Aabb, out: Float64Array): void {
  if (ArrayBuffer.isView(box)) {
    throw new TypeError(`box must be a box { min, max }, got ${show(box)}: give the box first, then the matrices`);
  }
  readAabb('box', box, out);
}

/** Throws unless every matrix of 16 numbers can place a box. The message names the matrix. Changes nothing. */
export function checkMatrices(backend: Pick<Backend, 'readMatrices'>, matrices: FloatArray, name = 'matrices'): void {
  const read = backend.readMatrices(matrices, null, 0);
  const at = 16 * read;
  if (at === matrices.length) return;
  readMatrix(`${name} (matrix ${read})`, matrices.subarray(at, at + 16), new Float64Array(OBB_STRIDE));
}

/** Sets the matrices of a run of OBBs. Boxes whose records are adjacent in memory are set together. */
export function setMatrices(backend: Backend, leaves: LeafStore, firstId: number, matrices: FloatArray): void {
  const count = matrices.length / 16;
  for (let done = 0, run = 0; done < count; done += run) {
    run = leaves.obbRun(firstId + done, count - done);
    const some = matrices.subarray(16 * done, 16 * (done + run));
    backend.readMatrices(some, leaves.obbs, leaves.obbRecord(firstId + done));
  }
  leaves.coverMatrices(firstId, count);
}

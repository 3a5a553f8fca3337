import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readMatrices } from '../boxes/readMatrices';
import type { FileOperations } from '../file/fileOperations';
import type { BoundKernel } from './boundKernel';

/** For fewer matrices than this, reading them here is faster than copying them for the kernel. */
const WORTH_COPYING = 16;
/** How many matrices go through the kernel at once. */
const MATRIX_BATCH = 1024;

/** Reads matrices into records: see readMatrices. */
export function kernelMatrices(kernel: BoundKernel): FileOperations['readMatrices'] {
  return (matrices, obbs, index, limit) => {
    const count = matrices.length / 16;
    if (count < WORTH_COPYING) return readMatrices(matrices, obbs, index, limit);
    const isFloat32 = matrices.BYTES_PER_ELEMENT === 4 ? 1 : 0;
    const batch = Math.min(count, MATRIX_BATCH);
    // Room for the matrices, and for their records, which the kernel writes here if they are not kept.
    kernel.scratch.reserve(batch * (16 + OBB_STRIDE) * 8);
    const at = kernel.scratch.byteOffset;
    const { buffer } = kernel.memory.memory;
    const copy = isFloat32 === 1 ? new Float32Array(buffer, at, batch * 16) : new Float64Array(buffer, at, batch * 16);
    const records = obbs === null ? at + batch * 128 : obbs.data.byteOffset + index * OBB_STRIDE * 8;
    for (let first = 0; first < count; first += batch) {
      const some = Math.min(batch, count - first);
      copy.set(matrices.subarray(16 * first, 16 * (first + some)));
      const kept = obbs === null ? 0 : first;
      const read = kernel.functions.readMatrices(at, isFloat32, some, records + kept * OBB_STRIDE * 8, limit);
      if (read < some) return first + read;
    }
    return count;
  };
}

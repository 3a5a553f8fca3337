import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { tryWriteMatrix } from '../../primitives/flat/boxRecord';
import type { ObbRecords } from './boxRecords';

const unused = /* @__PURE__ */ new Float64Array(OBB_STRIDE);

/**
 * Reads the matrices of OBBs, 16 numbers each, into consecutive records. Leaves the local boxes in the records
 * unchanged.
 *
 * @param obbs the records that are written, from `index` on, or null to only check the matrices.
 * @param limit every number of a matrix must be smaller: see tryWriteMatrix.
 * @returns how many matrices were read before the first matrix that cannot be written.
 */
export function readMatrices(
  matrices: Float32Array | Float64Array,
  obbs: ObbRecords | null,
  index: number,
  limit: number,
): number {
  const count = matrices.length / 16;
  const records = obbs?.data ?? unused;
  for (let i = 0; i < count; i++) {
    const at = obbs === null ? 0 : (index + i) * OBB_STRIDE;
    if (!tryWriteMatrix(matrices, 16 * i, records, at, limit)) return i;
  }
  return count;
}

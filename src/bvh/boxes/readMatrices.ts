import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { tryWriteMatrix } from '../../primitives/flat/boxRecord';
import type { ObbRecords } from './boxRecords';

const unused = /* @__PURE__ */ new Float64Array(OBB_STRIDE);

/**
 * Reads matrices, 16 numbers each, into consecutive OBB records. Does not write their local boxes.
 *
 * @param obbs where records are written, from `index` on, or null to only check the matrices.
 * @param limit every number must be smaller: see tryWriteMatrix.
 * @returns how many were read before the first matrix that cannot be written.
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

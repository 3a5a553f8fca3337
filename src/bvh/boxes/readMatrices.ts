import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { tryWriteMatrix } from '../../primitives/flat/boxRecord';
import type { ObbRecords } from './leafStore';

const unused = new Float64Array(OBB_STRIDE);

/**
 * Reads matrices, 16 numbers each, into OBB records that follow one another, but for their bounds.
 *
 * @param obbs whose records they are, from that of `index` on; null where nothing is to be kept.
 * @returns how many, up to the first that cannot place a box: that is not finite, not affine, or singular.
 */
export function readMatrices(matrices: Float32Array | Float64Array, obbs: ObbRecords | null, index: number): number {
  const count = matrices.length / 16;
  const records = obbs?.data ?? unused;
  for (let i = 0; i < count; i++) {
    const at = obbs === null ? 0 : (index + i) * OBB_STRIDE;
    if (!tryWriteMatrix(matrices, 16 * i, records, at)) return i;
  }
  return count;
}

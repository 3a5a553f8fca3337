import type { Matrix4 } from 'slabtree';
import { readMatrix } from '../../primitives/flat/boxRecord';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';

const record = new Float64Array(OBB_STRIDE);

/**
 * Why a matrix of finite numbers cannot place a box, in the words of the library. Null if it can. Ask before you add
 * the box: an error of the scene then has another reason, such as a lack of memory.
 */
export function matrixProblem(matrix: Matrix4): string | null {
  try {
    readMatrix('box.matrix', matrix, record);
    return null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message;
    throw thrown;
  }
}

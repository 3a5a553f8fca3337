import type { BoxScene, Obb } from 'slabtree';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readObb } from '../../primitives/flat/boxRecord';

/** A target for boxes: a scene, or a `TileWriter`. */
export type BoxSink = Pick<BoxScene, 'size' | 'addAabb' | 'addAabbs' | 'addObb' | 'addMesh' | 'addInstances'>;

const record = new Float64Array(OBB_STRIDE);

/**
 * Returns why a matrix cannot place a box of finite numbers, in the words of the library. Null if it can. Call this before the
 * box is added: an error of the scene then has another reason, such as a lack of memory.
 */
export function obbProblem(box: Obb): string | null {
  try {
    readObb('box', box, record);
    return null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message;
    throw thrown;
  }
}

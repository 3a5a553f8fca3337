import type { BoxScene, Obb } from 'slabtree';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readObb } from '../../primitives/flat/boxRecord';

/** What boxes are added to: a scene, or a `TileWriter`. */
export type BoxSink = Pick<BoxScene, 'size' | 'addAabb' | 'addAabbs' | 'addObb' | 'addMesh' | 'addInstances'>;

const record = new Float64Array(OBB_STRIDE);

/**
 * Why a box of finite numbers cannot be placed by its matrix, in the words of the library. Null if it can. Ask before you
 * add the box: an error of the scene then has another reason, such as a lack of memory.
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

import type { BoxScene, Obb } from 'slabtree';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readObb } from '../../primitives/flat/boxRecord';

/** What boxes and meshes are added to: a scene in memory, or a `TileWriter`. */
export type BoxSink = Pick<BoxScene, 'size' | 'addAabb' | 'addAabbs' | 'addObb' | 'addMesh' | 'addInstances'>;

const record = new Float64Array(OBB_STRIDE);

/**
 * Returns the library's error message if a matrix cannot place a box of finite numbers, else null. Call this before the box is
 * added: if the scene then throws, the reason is another one, such as a lack of memory.
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

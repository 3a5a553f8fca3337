import { type Aabb, BoxScene, type Obb } from 'slabtree';

/** The object to which boxes and meshes are added: a scene in memory, or a `TileWriter`. */
export type BoxSink = Pick<BoxScene, 'size' | 'addAabb' | 'addAabbs' | 'addObb' | 'addMesh' | 'addInstances'>;

const scratch = new BoxScene({ backend: 'js' });
/** How many boxes the scratch scene may have: clearing it takes longer than adding a box. */
const MOST_BOXES = 1024;

/** Throws the TypeError or RangeError with which a scene refuses a box. */
export function checkBox(box: Aabb | Obb): void {
  if ('matrix' in box) scratch.addObb(box);
  else scratch.addAabb(box);
  if (scratch.size === MOST_BOXES) scratch.clear();
}

/**
 * Returns the library's error message if a matrix cannot place a box of finite numbers, else null. Call this before the box is
 * added: if the scene then throws, the reason is another one, such as a lack of memory.
 */
export function obbProblem(box: Obb): string | null {
  try {
    checkBox(box);
    return null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message;
    throw thrown;
  }
}

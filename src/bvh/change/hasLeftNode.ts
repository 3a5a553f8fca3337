import { writeWorldBounds } from '../boxes/worldBounds';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

const bounds = new Float64Array(6);

/**
 * Whether the middle of a box is outside its node, which hangs in `slot`. It then fits better elsewhere in the tree.
 *
 * This is for a pass over the whole tree. Fewer boxes leave than by hasLeftOthers, and there an insertion costs many times
 * more than a fit.
 */
export function hasLeftNode({ leaves, nodes: { float32 }, origin }: Tree, slot: number, place: number): boolean {
  if (slot === NO_SLOT) return false;
  writeWorldBounds(leaves, place, bounds);
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = bounds[k] + bounds[k + 3] - 2 * origin[k];
    // NaN for boxes without bounds. Then neither comparison is true.
    if (twiceMiddle < 2 * float32[slot + MIN[k]] || twiceMiddle > 2 * float32[slot + MAX[k]]) return true;
  }
  return false;
}

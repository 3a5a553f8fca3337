import { writeWorldBounds } from '../boxes/worldBounds';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

const bounds = new Float64Array(6);

/**
 * Whether the middle of a box is far outside its node, which hangs in `slot`: on some axis, by more than half the extent of
 * the node. It then fits better elsewhere in the tree.
 *
 * This is for a pass over the whole tree. Fewer boxes leave than by hasLeftOthers, because there an insertion costs many
 * times more than a fit. Boxes that travel leave a little, and widen their nodes until a new tree takes over.
 */
export function hasLeftNode({ leaves, nodes: { float32 }, origin }: Tree, slot: number, place: number): boolean {
  if (slot === NO_SLOT) return false;
  writeWorldBounds(leaves, place, bounds);
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = bounds[k] + bounds[k + 3] - 2 * origin[k];
    const min = float32[slot + MIN[k]];
    const max = float32[slot + MAX[k]];
    // NaN for boxes without bounds. Then neither comparison is true.
    if (twiceMiddle < 3 * min - max || twiceMiddle > 3 * max - min) return true;
  }
  return false;
}

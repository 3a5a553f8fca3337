import { REFERENCE_MAX } from '../layout/referenceLayout';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Whether the middle of a box is far outside its node, which hangs in `slot`: on some axis, by more than half the extent of
 * the node. It then fits better elsewhere in the tree.
 *
 * This is for a pass over the whole tree. Fewer boxes leave than by hasLeftOthers, because there an insertion costs many
 * times more than a fit. Boxes that travel leave a little, and widen their nodes until a new tree takes over.
 *
 * The kernel computes in float32, so its trees may differ from these.
 *
 * @param reference the bounds of the box.
 */
export function hasLeftNode({ nodes: { float32 } }: Tree, slot: number, reference: Float32Array): boolean {
  if (slot === NO_SLOT) return false;
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = reference[k] + reference[k + REFERENCE_MAX];
    const min = float32[slot + MIN[k]];
    const max = float32[slot + MAX[k]];
    // NaN for boxes without bounds. Then neither comparison is true.
    if (twiceMiddle < 3 * min - max || twiceMiddle > 3 * max - min) return true;
  }
  return false;
}

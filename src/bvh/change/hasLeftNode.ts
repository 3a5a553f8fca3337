import { REFERENCE_MAX } from '../layout/referenceLayout';
import { NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Whether a box has left the others in its node: on some axis, its middle half is beyond all of them. If it stayed, a box
 * that travels would drag the bounds of its node along, and of all nodes above. The outermost box of a node may leave even
 * if it hardly moves.
 *
 * The kernel computes in float32, so its trees may differ from these.
 *
 * @param slot the slot of the box. Its bounds there may be old.
 * @param reference the bounds of the box now.
 */
export function hasLeftOthers({ nodes: { float32 }, paths }: Tree, slot: number, reference: Float32Array): boolean {
  const node = slot >> NODE_SHIFT;
  if (paths.parentSlots[node] === NO_SLOT) return false;
  const first = node << NODE_SHIFT;
  for (let k = 0; k < 3; k++) {
    const min = reference[k];
    const max = reference[k + REFERENCE_MAX];
    const quarter = (max - min) / 4;
    // Empty slots are beyond every number. For boxes without bounds, these are NaN, and no comparison is true.
    let isAbove = true;
    let isBelow = true;
    for (let other = first; other < first + WIDTH; other++) {
      if (other === slot) continue;
      isAbove &&= float32[other + MAX[k]] < min + quarter;
      isBelow &&= float32[other + MIN[k]] > max - quarter;
    }
    if (isAbove || isBelow) return true;
  }
  return false;
}

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

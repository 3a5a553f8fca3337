import { REFERENCE_MAX } from '../layout/referenceLayout';
import { NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Whether a box has left the other boxes of its node: on some axis, its middle half is beyond all of them. Such a box
 * would stretch the bounds of all nodes above it, so it is removed and inserted again. The outermost box of a node may
 * meet this condition even if it hardly moves.
 *
 * The kernel computes in float32, so its trees may differ.
 *
 * @param slot the slot of the box. Its bounds may be out of date.
 * @param reference the present bounds of the box.
 */
export function hasLeftOthers({ nodes: { float32 }, paths }: Tree, slot: number, reference: Float32Array): boolean {
  const node = slot >> NODE_SHIFT;
  if (paths.parentSlots[node] === NO_SLOT) return false;
  const first = node << NODE_SHIFT;
  for (let k = 0; k < 3; k++) {
    const min = reference[k];
    const max = reference[k + REFERENCE_MAX];
    const quarter = (max - min) / 4;
    // Empty slots satisfy both comparisons. For unbounded boxes, quarter is NaN, and no comparison is true.
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
 * Whether the centre of a box is outside its node on some axis by more than half the node's extent.
 *
 * For a pass over the whole tree, in which an insertion costs many times more than a refit. So the condition is
 * stricter than {@link hasLeftOthers}. Boxes that move far widen their nodes until a rebuild.
 *
 * The kernel computes in float32, so its trees may differ.
 *
 * @param slot the slot of the box's node in its parent, or NO_SLOT for the root.
 * @param reference the bounds of the box.
 */
export function hasLeftNode({ nodes: { float32 } }: Tree, slot: number, reference: Float32Array): boolean {
  if (slot === NO_SLOT) return false;
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = reference[k] + reference[k + REFERENCE_MAX];
    const min = float32[slot + MIN[k]];
    const max = float32[slot + MAX[k]];
    // NaN for unbounded boxes. Then neither comparison is true.
    if (twiceMiddle < 3 * min - max || twiceMiddle > 3 * max - min) return true;
  }
  return false;
}

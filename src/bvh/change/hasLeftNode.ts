import { REFERENCE_MAX } from '../layout/referenceLayout';
import { NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Returns whether a box has left the other boxes of its node: on some axis, the middle half of the box is beyond all
 * others. Such a box would stretch the bounds of all nodes above it, so it is removed and inserted again. The outermost
 * box of a node may meet this condition even if it hardly moves.
 *
 * The kernel computes in float32, so its trees may differ.
 *
 * @param slot the slot of the box. The bounds in the slot may be out of date.
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
    // In this test of whether a box has left the other boxes, empty slots satisfy both comparisons. A quarter of an
    // unbounded box's size is NaN, and no comparison is true.
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
 * Returns whether the centre of a box is outside its node on some axis by more than half the node's extent.
 *
 * This test is for a pass over the whole tree, in which an insertion costs many times more than a refit. So the
 * condition is stricter than in {@link hasLeftOthers}. Boxes that move far widen their nodes until a rebuild.
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
    // Twice the centre of an unbounded box is NaN, and both comparisons with NaN are false.
    if (twiceMiddle < 3 * min - max || twiceMiddle > 3 * max - min) return true;
  }
  return false;
}

import { writeWorldBounds } from '../boxes/worldBounds';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

const bounds = new Float64Array(6);

/** Whether the middle of a box lies outside the node that it is in, which hangs in a slot: its like are elsewhere then. */
export function hasLeft({ leaves, nodes: { float32 }, origin }: Tree, slot: number, place: number): boolean {
  if (slot === NO_SLOT) return false;
  writeWorldBounds(leaves, place, bounds);
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = bounds[k] + bounds[k + 3] - 2 * origin[k];
    // Not a number for boxes without bounds: then neither comparison holds.
    if (twiceMiddle < 2 * float32[slot + MIN[k]] || twiceMiddle > 2 * float32[slot + MAX[k]]) return true;
  }
  return false;
}

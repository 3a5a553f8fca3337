import { ORIGIN } from '../../bvh/layout/kernelLayout';
import { MAX_X, MIN_X, WIDTH } from '../../bvh/layout/nodeLayout';
import { BOX_BOUNDS } from '../boxes/worldBounds';
import { exchanged } from '../memory/exchange';
import { addressOfSlot } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';

/** Whether the middle of BOX_BOUNDS is far outside the node that hangs in a slot: see bvh/change/hasLeftNode.ts. */
export function hasLeftNode(slot: i32): bool {
  if (slot == NO_SLOT) return false;
  for (let k = 0; k < 3; k++) {
    const bounds = BOX_BOUNDS + (<usize>k << 3);
    const twiceMiddle = load<f64>(bounds) + load<f64>(bounds, 24) - 2 * exchanged(ORIGIN + k);
    const at = addressOfSlot(slot) + <usize>k * (WIDTH * 4);
    const min = <f64>load<f32>(at, MIN_X * 4);
    const max = <f64>load<f32>(at, MAX_X * 4);
    if (twiceMiddle < 3 * min - max || twiceMiddle > 3 * max - min) return true;
  }
  return false;
}

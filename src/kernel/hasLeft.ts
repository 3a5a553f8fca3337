import { MAX_X, MIN_X, WIDTH } from '../bvh/nodeLayout';
import { BOX_BOUNDS } from './boxBounds';
import { ORIGIN } from './layout';
import { slotAt } from './nodes';
import { NO_SLOT } from './paths';
import { measured } from './scene';

/** Whether the middle of BOX_BOUNDS lies outside the node that hangs in a slot: see bvh/hasLeft.ts. */
export function hasLeft(slot: i32): bool {
  if (slot == NO_SLOT) return false;
  for (let k = 0; k < 3; k++) {
    const bounds = BOX_BOUNDS + (<usize>k << 3);
    const twiceMiddle = load<f64>(bounds) + load<f64>(bounds, 24) - 2 * measured(ORIGIN + k);
    const at = slotAt(slot) + <usize>k * (WIDTH * 4);
    if (twiceMiddle < 2 * <f64>load<f32>(at, MIN_X * 4)) return true;
    if (twiceMiddle > 2 * <f64>load<f32>(at, MAX_X * 4)) return true;
  }
  return false;
}

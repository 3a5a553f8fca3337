import { CHILD, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../bvh/nodeLayout';
import { ROW_WORDS } from '../bvh/rowLayout';
import { halfArea } from './halfArea';
import { measureScene } from './measureScene';
import { fit, slotAt } from './nodes';
import { boxSlotOf } from './paths';
import { writeBox, writeRowBounds } from './rows';
import { places } from './scene';

const ROW: usize = memory.data(ROW_WORDS * 4, 16);

/** Fits the tree to the boxes as they are now: see bvh/refit.ts. */
export function refit(idLimit: i32): void {
  measureScene(idLimit);
  for (let id = 0; id < idLimit; id++) {
    const place = load<u32>(places + (<usize>id << 2));
    if (place == 0) continue;
    writeRowBounds(place, ROW);
    writeBox(slotAt(boxSlotOf(id)), id, ROW);
  }
  fitNodes(0);
}

/** Fits the bounds of all nodes below one to what is in their slots; returns the sum of half their areas. */
export function fitNodes(node: i32): f64 {
  const first = node << NODE_SHIFT;
  let areas: f64 = 0;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const at = slotAt(slot);
    const child = load<i32>(at, CHILD * 4);
    if (child < 0) continue;
    areas += fitNodes(child);
    fit(at, child);
    areas += halfArea(
      <f64>load<f32>(at, MAX_X * 4) - <f64>load<f32>(at, MIN_X * 4),
      <f64>load<f32>(at, MAX_Y * 4) - <f64>load<f32>(at, MIN_Y * 4),
      <f64>load<f32>(at, MAX_Z * 4) - <f64>load<f32>(at, MIN_Z * 4),
    );
  }
  return areas;
}

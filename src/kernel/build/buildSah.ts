import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { placeOf } from '../boxes/places';
import { countNodes } from './collapse';
import { writeReferenceBounds } from './references';
import { planSlots } from './slotPlan';
import { splitBinary } from './splitBinary';

/**
 * Does the build up to the number of wide nodes, which decides how much room they take: see bvh/build/buildSah.ts.
 *
 * @param scratch room for the references, 32 bytes each, and for twice as many binary nodes, less one, 20 bytes each.
 *   The references come first: collapse needs them.
 * @returns how many wide nodes there will be.
 */
export function planTree(idLimit: i32, total: i32, scratch: usize): i32 {
  const capacity = <usize>max(1, 2 * total - 1);
  const areas = scratch + <usize>total * (REFERENCE_WORDS * 4);
  const second = areas + (capacity << 3);
  const boxes = second + (capacity << 2);
  const plan = boxes + (capacity << 2);
  measureScene(idLimit);
  let reference = scratch;
  for (let id = 0; id < idLimit; id++) {
    const place = placeOf(id);
    if (place == 0) continue;
    writeReferenceBounds(place, reference);
    store<i32>(reference, id, REFERENCE_ID * 4);
    // An id is a denormal float32, and denormal sums are slow. With this 1, no sum of fourth lanes is denormal.
    store<f32>(reference, 1, (REFERENCE_MAX + REFERENCE_ID) * 4);
    reference += REFERENCE_WORDS * 4;
  }
  splitBinary(scratch, total, second, boxes, areas);
  planSlots(plan);
  return countNodes(0, 0, 0);
}

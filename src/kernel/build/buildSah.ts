import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { placeOf } from '../boxes/places';
import { countNodes } from './collapse';
import { writeReferenceBounds } from './references';
import { planSlots } from './slotPlan';
import { splitBinary } from './splitBinary';

/**
 * All of the build up to the wide nodes, whose number decides how much room they take: see bvh/build/buildSah.ts.
 *
 * @param scratch room for the references, 32 bytes a box, and for twice as many binary nodes, less one, of 20 bytes. The
 *   references are at its beginning: collapse needs them.
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
    // So that no sum of fourth lanes is denormal, which is slow: ids are.
    store<f32>(reference, 1, (REFERENCE_MAX + REFERENCE_ID) * 4);
    reference += REFERENCE_WORDS * 4;
  }
  splitBinary(scratch, total, second, boxes, areas);
  planSlots(plan);
  return countNodes(0, 0, 0);
}

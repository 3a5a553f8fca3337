import { ROW_ID, ROW_WORDS } from '../../bvh/layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { places } from '../memory/boundScene';
import { writeRowBounds } from './references';
import { countNodes } from './collapse';
import { planSlots } from './slotPlan';
import { splitBinary } from './splitBinary';

/**
 * All of the build up to the wide nodes, whose number decides how much room they take: see bvh/build/buildSah.ts.
 *
 * @param scratch room for the rows, 32 bytes a box, and for twice as many binary nodes, less one, of 20 bytes. The rows are
 *   at its beginning: collapse needs them.
 * @returns how many wide nodes there will be.
 */
export function planTree(idLimit: i32, total: i32, scratch: usize): i32 {
  const capacity = <usize>max(1, 2 * total - 1);
  const rows = scratch;
  const areas = rows + <usize>total * (ROW_WORDS * 4);
  const second = areas + (capacity << 3);
  const boxes = second + (capacity << 2);
  const plan = boxes + (capacity << 2);
  measureScene(idLimit);
  let row = rows;
  for (let id = 0; id < idLimit; id++) {
    const place = load<u32>(places + (<usize>id << 2));
    if (place == 0) continue;
    writeRowBounds(place, row);
    store<i32>(row, id, ROW_ID * 4);
    // So that no sum of fourth lanes is denormal, which is slow: ids are.
    store<f32>(row, 1, ROW_ID * 4 + 16);
    row += ROW_WORDS * 4;
  }
  splitBinary(rows, total, second, boxes, areas);
  planSlots(plan);
  return countNodes(0, 0, 0);
}

import { MAX_X, MIN_X, NODE_SHIFT, OBB, WIDTH } from '../bvh/nodeLayout';
import { SAMPLE_SHIFT } from '../bvh/changeSample';
import { ROW_WORDS } from '../bvh/rowLayout';
import { BOX_BOUNDS, kindOf, recordAt, writeWorldBounds } from './boxBounds';
import { insert } from './insert';
import { NODE_COUNT, ORIGIN } from './layout';
import { growMeasure } from './measureScene';
import { nodeCount, setNodeCount, slotAt } from './nodes';
import { obbMargin } from './obbMargin';
import { boxSlotOf, fitUpward, NO_SLOT, parentSlotOf } from './paths';
import { preparePads } from './ray';
import { remove } from './remove';
import { roundRow, writeBox } from './rows';
import { measured, places, setMeasured } from './scene';

const ROW: usize = memory.data(ROW_WORDS * 4, 16);

/**
 * Brings the tree up to date, one path a change: see bvh/applyChanges.ts.
 *
 * @param words the bits of the changed ids, of which those from `first` up to `end` are looked at.
 */
export function applyChanges(words: usize, first: i32, end: i32, isFitted: bool): bool {
  setNodeCount(<i32>measured(NODE_COUNT));
  for (let word = first; word < end; word++) {
    for (let bits = load<u32>(words + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      if (!applyChange((word << 5) + ctz(bits), isFitted)) return false;
    }
  }
  setMeasured(NODE_COUNT, nodeCount);
  preparePads();
  return true;
}

function applyChange(id: i32, isFitted: bool): bool {
  const slot = boxSlotOf(id);
  const place = load<u32>(places + (<usize>id << 2));
  if (place == 0) {
    if (slot != NO_SLOT) remove(id);
    return true;
  }
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  growMeasure(box);
  const isAway = slot == NO_SLOT || hasLeft(slot >> NODE_SHIFT);
  roundRow(box, ROW);
  if (isAway) {
    if (slot != NO_SLOT) remove(id);
    return insert(id, ROW);
  }
  writeBox(slotAt(slot), id, ROW);
  if (!isFitted) fitUpward(slot >> NODE_SHIFT);
  return true;
}

/** How large a share of the changes take more than to fit bounds: see bvh/applyChanges.ts. */
export function shareOfMoves(words: usize, first: i32, end: i32): f64 {
  const step = max(1, (end - first) >> SAMPLE_SHIFT);
  let moves = 0;
  let looked = 0;
  for (let word = first; word < end; word += step) {
    for (let bits = load<u32>(words + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      const id = (word << 5) + ctz(bits);
      const slot = boxSlotOf(id);
      const place = load<u32>(places + (<usize>id << 2));
      looked++;
      if (slot == NO_SLOT || place == 0) {
        moves++;
        continue;
      }
      writeWorldBounds(place);
      if (hasLeft(slot >> NODE_SHIFT)) moves++;
    }
  }
  return <f64>moves / <f64>looked;
}

/** Whether the middle of BOX_BOUNDS lies outside a node. */
function hasLeft(node: i32): bool {
  const slot = parentSlotOf(node);
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

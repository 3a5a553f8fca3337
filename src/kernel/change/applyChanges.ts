import { ROW_WORDS } from '../../bvh/layout/referenceLayout';
import { NODE_COUNT, WORK } from '../../bvh/layout/kernelLayout';
import { NODE_SHIFT, OBB } from '../../bvh/layout/nodeLayout';
import { WORK_OF_MOVE } from '../../bvh/layout/treeletSize';
import { kindOf, recordAt, writeWorldBounds } from '../boxes/worldBounds';
import { roundRow, writeBox } from '../build/references';
import { clearGathered, endGrowth, growMeasure } from '../margins/measureScene';
import { obbMargin } from '../margins/obbMargin';
import { places } from '../memory/boundScene';
import { exchanged, setExchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { nodeCount, setNodeCount, slotAt } from '../tree/nodes';
import { boxSlotOf, fitUpward, NO_SLOT, parentSlotOf } from '../tree/treePaths';
import { hasLeft } from './hasLeft';
import { insert } from './insert';
import { remove } from './remove';

const ROW: usize = memoryBase + memory.data(ROW_WORDS * 4, 16);

/**
 * Brings the tree up to date, one path a change: see bvh/change/applyChanges.ts.
 *
 * @param words the bits of the changed ids, of which those from `first` up to `end` are looked at.
 */
export function applyChanges(words: usize, first: i32, end: i32): bool {
  setNodeCount(<i32>exchanged(NODE_COUNT));
  clearGathered();
  for (let word = first; word < end; word++) {
    for (let bits = load<u32>(words + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      if (!applyChange((word << 5) + ctz(bits))) return false;
    }
  }
  setExchanged(NODE_COUNT, nodeCount);
  endGrowth();
  return true;
}

function applyChange(id: i32): bool {
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
  const isAway = slot == NO_SLOT || hasLeft(parentSlotOf(slot >> NODE_SHIFT));
  const isSelf = roundRow(box, ROW);
  if (isAway) {
    if (slot != NO_SLOT) remove(id);
    return insert(id, ROW, isSelf);
  }
  writeBox(slotAt(slot), id, ROW, isSelf);
  fitUpward(slot >> NODE_SHIFT);
  setExchanged(WORK, exchanged(WORK) + WORK_OF_MOVE);
  return true;
}

import { REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { NODE_COUNT } from '../../bvh/layout/kernelLayout';
import { NODE_SHIFT, OBB } from '../../bvh/layout/nodeLayout';
import { kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import { roundBounds, writeBox } from '../build/references';
import { clearGathered, endGrowth, growMeasure } from '../margins/measureScene';
import { obbMargin } from '../margins/obbMargin';
import { exchanged, setExchanged, memoryBase } from '../memory/workingMemory';
import { addressOfSlot, nodeCount, setNodeCount } from '../tree/nodes';
import { mayBeRun } from '../tree/duplicates';
import { boxSlotOf, NO_SLOT } from '../tree/treePaths';
import { fitUpward } from './refit';
import { hasLeftOthers } from './hasLeftNode';
import { insert } from './insert';
import { markChangedRuns, unmarkUpward } from './updateDuplicates';
import { remove } from './remove';

const REFERENCE: usize = memoryBase + memory.data(REFERENCE_WORDS * 4, 16);

let inserted: i32 = 0;
/** Whether any changed box may now be in a run of duplicates (a subtree of equal boxes). */
let hasRun: bool = false;

/**
 * Removes, inserts or refits each changed box, one path of the tree per box: see bvh/change/applyChanges.ts.
 *
 * @param words the address of the bits of the changed ids. The words from `first` up to `end` are applied.
 * @param length how many words there are.
 * @returns how many boxes were inserted, or -1 if the tree has become too deep.
 */
export function applyChanges(words: usize, first: i32, end: i32, length: i32): i32 {
  inserted = 0;
  hasRun = false;
  setNodeCount(<i32>exchanged(NODE_COUNT));
  clearGathered();
  for (let word = first; word < end; word++) {
    for (let bits = load<u32>(words + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      if (!applyChange((word << 5) + ctz(bits))) return -1;
    }
  }
  if (hasRun) markChangedRuns(words, first, end, length);
  setExchanged(NODE_COUNT, nodeCount);
  endGrowth();
  return inserted;
}

function applyChange(id: i32): bool {
  const slot = boxSlotOf(id);
  const place = placeOf(id);
  if (place == 0) {
    if (slot != NO_SLOT) remove(id);
    return true;
  }
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  growMeasure(box);
  const boundsAreExact = roundBounds(box, REFERENCE);
  const mustInsert = slot == NO_SLOT || hasLeftOthers(slot, REFERENCE);
  if (mustInsert) {
    if (slot != NO_SLOT) remove(id);
    inserted++;
    if (!insert(id, REFERENCE, boundsAreExact)) return false;
  } else {
    writeBox(addressOfSlot(slot), id, REFERENCE, boundsAreExact);
    unmarkUpward(slot >> NODE_SHIFT);
    fitUpward(slot >> NODE_SHIFT);
  }
  hasRun = hasRun || mayBeRun(boxSlotOf(id) >> NODE_SHIFT);
  return true;
}

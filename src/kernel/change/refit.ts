import { ROW_WORDS } from '../../bvh/layout/referenceLayout';
import { AREAS } from '../../bvh/layout/kernelLayout';
import { CHILD, EMPTY, NODE_SHIFT, OBB, WIDTH } from '../../bvh/layout/nodeLayout';
import { kindOf, recordAt, writeWorldBounds } from '../boxes/worldBounds';
import { roundRow, writeBox } from '../build/references';
import { clearGathered, endGrowth, growMeasure, measureScene } from '../margins/measureScene';
import { obbMargin } from '../margins/obbMargin';
import { places } from '../memory/boundScene';
import { setExchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { areaOfSlot, fit, nodeAt, slotAt } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';
import { hasLeft } from './hasLeft';

const ROW: usize = memoryBase + memory.data(ROW_WORDS * 4, 16);

/** The bits of the changed ids, or 0 where all boxes are fitted; and how many of them are changed no longer. */
let words: usize = 0;
let fitted: i32 = 0;

/** Fits the tree to its boxes as they are now: see bvh/change/refit.ts. */
export function refit(idLimit: i32): void {
  measureScene(idLimit);
  words = 0;
  setExchanged(AREAS, refitBelow(0, NO_SLOT));
}

/** Fits the tree to the boxes that have moved in their nodes: see bvh/change/refit.ts. Returns how many those are. */
export function refitChanged(wordsAt: usize): i32 {
  words = wordsAt;
  fitted = 0;
  clearGathered();
  setExchanged(AREAS, refitBelow(0, NO_SLOT));
  endGrowth();
  return fitted;
}

function refitBelow(node: i32, slotAbove: i32): f64 {
  touchRecords(node);
  const first = node << NODE_SHIFT;
  let areas: f64 = 0;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const at = slotAt(slot);
    const child = load<i32>(at, CHILD * 4);
    if (child >= 0) {
      areas += refitBelow(child, slot);
      fit(at, child);
      areas += areaOfSlot(at);
    } else if (child != EMPTY) {
      refitBox(at, ~child, slotAbove);
    }
  }
  return areas;
}

/** What was read last of the records ahead: so that reading is not left out. */
export let lastTouched: i32 = 0;

/** Reads a word of each cache line of a node's records, so that they are on their way all at once. */
function touchRecords(node: i32): void {
  const at = nodeAt(node);
  let touched = 0;
  for (let slot = at; slot < at + WIDTH * 4; slot += 4) {
    const child = load<i32>(slot, CHILD * 4);
    if (child >= 0 || child == EMPTY) continue;
    const place = load<u32>(places + (<usize>~child << 2));
    const record = recordAt(place);
    touched |= load<i32>(record);
    if (kindOf(place) == OBB) touched |= load<i32>(record, 64) | load<i32>(record, 128) | load<i32>(record, 192);
  }
  lastTouched = touched;
}

function refitBox(slot: usize, id: i32, slotAbove: i32): void {
  const place = load<u32>(places + (<usize>id << 2));
  const word = words + (<usize>(id >> 5) << 2);
  const bit = 1 << (id & 31);
  if (words != 0 && (place == 0 || (load<i32>(word) & bit) == 0)) return;
  writeWorldBounds(place);
  if (words != 0 && hasLeft(slotAbove)) return;
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  if (words != 0) {
    store<i32>(word, load<i32>(word) & ~bit);
    fitted++;
    growMeasure(box);
  }
  writeBox(slot, id, ROW, roundRow(box, ROW));
}

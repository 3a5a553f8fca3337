import { REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { CHILD, EMPTY, NODE_SHIFT, OBB, WIDTH } from '../../bvh/layout/nodeLayout';
import { kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import { roundBounds, writeBox } from '../build/references';
import { clearGathered, endGrowth, growMeasure, measureScene } from '../margins/measureScene';
import { obbMargin } from '../margins/obbMargin';
import { memoryBase } from '../memory/workingMemory';
import { addressOfNode, addressOfSlot, fit } from '../tree/nodes';
import { allowSwaps, markRun } from '../tree/duplicates';
import { NO_SLOT, parentSlotOf } from '../tree/treePaths';
import { hasLeftNode } from './hasLeftNode';

const REFERENCE: usize = memoryBase + memory.data(REFERENCE_WORDS * 4, 16);

/** The address of the bits of the ids of changed boxes, or 0 to refit all boxes of the tree. */
let words: usize = 0;
/** How many changed boxes have been refitted. Their bits in `words` are cleared. */
let fitted: i32 = 0;

/** Refits all bounds of the tree to its boxes, and measures the scene's extents again: see bvh/change/refit.ts. */
export function refit(idLimit: i32, isPacked: bool): void {
  allowSwaps(!isPacked);
  measureScene(idLimit);
  words = 0;
  refitBelow(0, NO_SLOT);
}

/**
 * Refits the tree to the changed boxes that have stayed near their nodes: see bvh/change/refit.ts. Returns how many
 * boxes have been refitted.
 */
export function refitChanged(wordsAt: usize, isPacked: bool): i32 {
  allowSwaps(!isPacked);
  words = wordsAt;
  fitted = 0;
  clearGathered();
  refitBelow(0, NO_SLOT);
  endGrowth();
  return fitted;
}

function refitBelow(node: i32, slotAbove: i32): void {
  touchBelow(node);
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const slotAt = addressOfSlot(slot);
    const child = load<i32>(slotAt, CHILD * 4);
    if (child >= 0) {
      refitBelow(child, slot);
      fit(slotAt, child);
      markRun(slot);
    } else if (child != EMPTY) {
      refitBox(slotAt, ~child, slotAbove);
    }
  }
}

/** The words of nodes and boxes that were prefetched last. Storing them keeps the compiler from removing the reads. */
export let lastTouched: i32 = 0;

/** Prefetches the child nodes of a node and the records of its boxes: reads a word of each cache line. */
function touchBelow(node: i32): void {
  const nodeAt = addressOfNode(node);
  let touched = 0;
  for (let slotAt = nodeAt; slotAt < nodeAt + WIDTH * 4; slotAt += 4) {
    const child = load<i32>(slotAt, CHILD * 4);
    if (child == EMPTY) break;
    if (child >= 0) {
      const below = addressOfNode(child);
      touched |= load<i32>(below) | load<i32>(below, 64) | load<i32>(below, 128) | load<i32>(below, CHILD * 4);
      continue;
    }
    const place = placeOf(~child);
    const record = recordAt(place);
    touched |= load<i32>(record);
    if (kindOf(place) == OBB) touched |= load<i32>(record, 64) | load<i32>(record, 128) | load<i32>(record, 192);
  }
  lastTouched = touched;
}

function refitBox(slotAt: usize, id: i32, slotAbove: i32): void {
  const place = placeOf(id);
  const word = words + (<usize>(id >> 5) << 2);
  const bit = 1 << (id & 31);
  if (words != 0 && (place == 0 || (load<i32>(word) & bit) == 0)) return;
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  // BOX_BOUNDS must be added to the scene's measure before roundBounds widens them.
  if (words != 0) growMeasure(box);
  const boundsAreExact = roundBounds(box, REFERENCE);
  if (words != 0) {
    if (hasLeftNode(slotAbove, REFERENCE)) return;
    store<i32>(word, load<i32>(word) & ~bit);
    fitted++;
  }
  writeBox(slotAt, id, REFERENCE, boundsAreExact);
}

/** Refits the bounds of a node whose slots have changed, and of the nodes above: see bvh/change/refit.ts. */
export function fitUpward(node: i32): void {
  let child = node;
  for (let slot = parentSlotOf(child); slot != NO_SLOT; slot = parentSlotOf(child)) {
    if (!fit(addressOfSlot(slot), child)) return;
    child = slot >> NODE_SHIFT;
  }
}

import { HIT_T, NEXT_T, NO_HIT, NO_ROOM, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { splatAxis } from '../lanes';
import { insertEntry } from '../slots/childOrder';
import { testSlots } from '../slots/raySlots';
import { descents, farStarts, inverses, LARGEST, leaveSlack, limitOf, nearStarts, prepareRange, prepareRay, rangeEnd, rangeStart } from '../margins/rayMargin';
import { masks, nodes, placeholders } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { hitSlotBox } from '../slots/slotBox';
import { addressOfNode, addressOfSlot, rootNode } from '../tree/nodes';
import { recordAt } from '../boxes/boxStore';
import { DROP, endLinks, LEAVE, linkOf, PUT_BACK_TESTED, putBackAt, testLinkedBox } from './linkedBoxes';
import { entryAt } from './walkRay';

/**
 * The nodes and boxes ahead of the ray, 8 bytes each: the node, or the inverted bits of the box's slot, and the least t
 * at which the ray may hit the node or box. The nearest is last. The list is kept from one candidate to the next.
 */
const AHEAD: usize = memoryBase + memory.data(8 * 1024, 16);
const AHEAD_END: usize = AHEAD + 8 * 1024;
let aheadEnd: usize = AHEAD;

/**
 * A bit that marks the slot of a box in AHEAD whose exact t is known. Every slot is smaller than this bit, because the
 * memory has at most 2^30 words.
 */
const TESTED: i32 = 1 << 30;

/** The t at which the ray enters each slot of the current node. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** Begins a walk of the boxes along RAY, without links: see {@link nextCandidate}. */
export function beginCandidates(): void {
  store<i32>(AHEAD, rootNode());
  store<f32>(AHEAD, -Infinity, 4);
  aheadEnd = AHEAD + 8;
  endLinks();
}

/**
 * Returns the next of the boxes that RAY hits, in the order of t. Boxes with the same t in float32 come in any order. RAY
 * must be the same in all calls after {@link beginCandidates}.
 *
 * @param limit the largest t that counts. It may be smaller than in the call before.
 * @param reachX how far beyond its bounds RAY may hit a box, on each axis: see prepareRay.
 * @param isMetByBounds whether a box is a candidate as soon as RAY comes as close to its bounds, without the exact test. Its t is
 *   then where RAY enters its slot.
 * @param hasMask whether only boxes that share a bit with `mask` count.
 * @returns the id, NO_HIT, NO_ROOM if too many nodes and boxes lie ahead, or NEEDS_FLOAT64. Writes to HIT_T the t at
 *   which RAY enters the widened box. Lists the triangles of a linked box: see linkedBoxes.ts.
 */
export function nextCandidate(
  limit: f64, reachX: f32, reachY: f32, reachZ: f32, isMetByBounds: bool, hasMask: bool, mask: u32,
): i32 {
  prepareRange();
  if (!prepareRay(f32x4(reachX, reachY, reachZ, 0))) return NEEDS_FLOAT64;
  const nearX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const nearStartX = splatAxis(nearStarts, 0);
  const nearStartY = splatAxis(nearStarts, 1);
  const nearStartZ = splatAxis(nearStarts, 2);
  const farStartX = splatAxis(farStarts, 0);
  const farStartY = splatAxis(farStarts, 1);
  const farStartZ = splatAxis(farStarts, 2);
  const inverseX = splatAxis(inverses, 0);
  const inverseY = splatAxis(inverses, 1);
  const inverseZ = splatAxis(inverses, 2);
  const slack = f32x4.splat(leaveSlack);
  const first = f32x4.splat(rangeStart);
  const last = min(rangeEnd, limitOf(limit));
  const lasts = f32x4.splat(last);
  const ahead = AHEAD;
  const nears = NEARS;
  let top = aheadEnd;
  while (top > ahead) {
    top -= 8;
    if (load<f32>(top, 4) > last) break;
    const entry = load<i32>(top);
    if (entry < 0) {
      const slot = ~entry & ~TESTED;
      const slotAt = addressOfSlot(slot);
      const id = ~load<i32>(slotAt, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      const link = linkOf(id);
      if (link != 0) {
        const record = recordAt(load<u32>(slotAt, CONTENT * 4));
        const fate = testLinkedBox(id, link, record, load<f32>(top, 4), (~entry & TESTED) != 0, limit);
        if (fate == LEAVE) return leave(top, id);
        if (fate == DROP) continue;
        insertEntry(ahead, top, fate == PUT_BACK_TESTED ? ~(slot | TESTED) : entry, putBackAt);
        top += 8;
        continue;
      }
      // The t is then where the ray enters the slot.
      const isByBounds = isMetByBounds || id < placeholders;
      const t = isByBounds ? entryAt(top + 4) : hitSlotBox(slotAt);
      // The t of a box that the ray misses is NaN. A comparison with NaN is false, so a miss is skipped.
      if (!(t <= limit)) continue;
      // The t of a hit, which may be infinite, is clamped: float32 limits, which it is compared with, are finite.
      const near = <f32>min(t, <f64>LARGEST);
      // The tested box is put back in the list at its exact t: RAY may hit another box after it enters the bounds of
      // this box, but before this box itself.
      const isTested = isByBounds || (~entry & TESTED) != 0;
      if (!isTested && top > ahead && near > load<f32>(top - 4)) {
        insertEntry(ahead, top, ~(slot | TESTED), near);
        top += 8;
        continue;
      }
      store<f64>(memoryBase, t, HIT_T * 8);
      return leave(top, id);
    }
    if (top + 8 * WIDTH > AHEAD_END) return NO_ROOM;
    const nodeAt = addressOfNode(entry);
    let entered = testSlots(
      nodeAt, nears, nearX, nearY, nearZ, inverseX, inverseY, inverseZ,
      nearStartX, nearStartY, nearStartZ, farStartX, farStartY, farStartZ,
      first, lasts, true, slack,
    );
    const firstSlot = <i32>((nodeAt - nodes) >> 2);
    while (entered != 0) {
      const slot = ctz(entered);
      entered &= entered - 1;
      const child = load<i32>(nodeAt + (<usize>slot << 2), CHILD * 4);
      insertEntry(ahead, top, child < 0 ? ~(firstSlot + slot) : child, load<f32>(nears + (<usize>slot << 2)));
      top += 8;
    }
  }
  aheadEnd = ahead;
  return NO_HIT;
}

/** Makes the box that was returned last the next candidate again. Call it before {@link nextCandidate}. */
export function repeatCandidate(): void {
  aheadEnd += 8;
}

/** Stores what lies ahead for the next call. Returns the candidate. */
function leave(top: usize, id: i32): i32 {
  aheadEnd = top;
  store<f64>(memoryBase, top > AHEAD ? <f64>load<f32>(top - 4) : Infinity, NEXT_T * 8);
  return id;
}

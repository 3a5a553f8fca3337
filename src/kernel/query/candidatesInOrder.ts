import { HIT_T, NO_HIT, NO_ROOM, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { CHILD, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { multiplyAdd, splatAxis } from '../lanes';
import {
  descents,
  farStarts,
  inverses,
  LARGEST,
  leaveSlack,
  limitOf,
  nearStarts,
  prepareRange,
  prepareRay,
  rangeEnd,
  rangeStart,
} from '../margins/rayMargin';
import { masks, nodes, placeholders } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { hitSlotBox } from '../slots/slotBox';
import { addressOfNode, addressOfSlot, rootNode } from '../tree/nodes';
import { entryAt } from './walkRay';

/**
 * What lies ahead of a ray, 8 bytes each: a node or a box, and the least t at which the ray may meet it. The nearest is last. It
 * stays from one box to the next. A box is told by its slot, with all bits inverted.
 */
const AHEAD: usize = memoryBase + memory.data(8 * 1024, 16);
const AHEAD_END: usize = AHEAD + 8 * 1024;
let aheadEnd: usize = AHEAD;

/**
 * A bit beside the slot of a box that has been tested: its t is the box's own, and not that of its bounds. Every slot is less, as
 * all the memory that there can be has 2^30 words.
 */
const TESTED: i32 = 1 << 30;

/** The t at which the ray enters each slot of the current node. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/**
 * Finds the first box that RAY hits: of those with the same t in float32, any. {@link nextBox} finds the others.
 *
 * @param limit the largest t that matters.
 * @param widenedReach how far a box that is widened for RAY may reach beyond its bounds.
 * @param hasMask whether only boxes that share a bit with `mask` count.
 * @returns the id, NO_HIT, NO_ROOM if too much lies ahead, or NEEDS_FLOAT64. Leaves in HIT_T where RAY enters the box, widened as RAY says.
 */
export function firstBox(limit: f64, widenedReach: f32, hasMask: bool, mask: u32): i32 {
  store<i32>(AHEAD, rootNode());
  store<f32>(AHEAD, -Infinity, 4);
  aheadEnd = AHEAD + 8;
  return nextBox(limit, widenedReach, hasMask, mask);
}

/** Finds the box after the one that was found last, for the same RAY. The limit may be less. */
export function nextBox(limit: f64, widenedReach: f32, hasMask: bool, mask: u32): i32 {
  prepareRange();
  if (!prepareRay(widenedReach)) return NEEDS_FLOAT64;
  const nearX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const farX: usize = <usize>((MIN_X + MAX_X) * 4) - nearX;
  const farY: usize = <usize>((MIN_Y + MAX_Y) * 4) - nearY;
  const farZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - nearZ;
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
      // A placeholder is met where the ray enters its slot.
      const isPlaceholder = id < placeholders;
      const t = isPlaceholder ? entryAt(top + 4) : hitSlotBox(slotAt);
      // Written this way, NaN is no hit.
      if (!(t <= limit)) continue;
      // No greater than the limits, which are finite.
      const near = <f32>min(t, <f64>LARGEST);
      // The ray may meet something else after the bounds, but before the box in them.
      const isTested = isPlaceholder || (~entry & TESTED) != 0;
      if (!isTested && top > ahead && near > load<f32>(top - 4)) {
        push(top, ~(slot | TESTED), near);
        top += 8;
        continue;
      }
      store<f64>(memoryBase, t, HIT_T * 8);
      aheadEnd = top;
      return id;
    }
    if (top + 8 * WIDTH > AHEAD_END) return NO_ROOM;
    const nodeAt = addressOfNode(entry);
    const enterXLow = multiplyAdd(v128.load(nodeAt + nearX), inverseX, nearStartX);
    const enterYLow = multiplyAdd(v128.load(nodeAt + nearY), inverseY, nearStartY);
    const enterZLow = multiplyAdd(v128.load(nodeAt + nearZ), inverseZ, nearStartZ);
    const leaveXLow = multiplyAdd(v128.load(nodeAt + farX), inverseX, farStartX);
    const leaveYLow = multiplyAdd(v128.load(nodeAt + farY), inverseY, farStartY);
    const leaveZLow = multiplyAdd(v128.load(nodeAt + farZ), inverseZ, farStartZ);
    const enterLow = f32x4.pmax(f32x4.pmax(enterXLow, enterYLow), f32x4.pmax(enterZLow, first));
    const leaveLow = f32x4.pmin(f32x4.pmin(leaveXLow, leaveYLow), f32x4.pmin(leaveZLow, lasts));
    v128.store(nears, enterLow);
    const enterXHigh = multiplyAdd(v128.load(nodeAt + nearX, 16), inverseX, nearStartX);
    const enterYHigh = multiplyAdd(v128.load(nodeAt + nearY, 16), inverseY, nearStartY);
    const enterZHigh = multiplyAdd(v128.load(nodeAt + nearZ, 16), inverseZ, nearStartZ);
    const leaveXHigh = multiplyAdd(v128.load(nodeAt + farX, 16), inverseX, farStartX);
    const leaveYHigh = multiplyAdd(v128.load(nodeAt + farY, 16), inverseY, farStartY);
    const leaveZHigh = multiplyAdd(v128.load(nodeAt + farZ, 16), inverseZ, farStartZ);
    const enterHigh = f32x4.pmax(f32x4.pmax(enterXHigh, enterYHigh), f32x4.pmax(enterZHigh, first));
    const leaveHigh = f32x4.pmin(f32x4.pmin(leaveXHigh, leaveYHigh), f32x4.pmin(leaveZHigh, lasts));
    v128.store(nears, enterHigh, 16);
    let met =
      i32x4.bitmask(f32x4.le(enterLow, f32x4.mul(leaveLow, slack))) |
      (i32x4.bitmask(f32x4.le(enterHigh, f32x4.mul(leaveHigh, slack))) << 4);
    const firstSlot = <i32>((nodeAt - nodes) >> 2);
    while (met != 0) {
      const slot = ctz(met);
      met &= met - 1;
      const child = load<i32>(nodeAt + (<usize>slot << 2), CHILD * 4);
      push(top, child < 0 ? ~(firstSlot + slot) : child, load<f32>(nears + (<usize>slot << 2)));
      top += 8;
    }
  }
  aheadEnd = ahead;
  return NO_HIT;
}

/** Adds something at its place in the order. */
@inline
function push(end: usize, entry: i32, near: f32): void {
  let at = end;
  while (at > AHEAD && load<f32>(at - 4) < near) {
    store<u64>(at, load<u64>(at - 8));
    at -= 8;
  }
  store<i32>(at, entry);
  store<f32>(at, near, 4);
}

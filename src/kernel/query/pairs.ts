import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  OBB,
  WIDTH,
} from '../../bvh/layout/nodeLayout';
import { PAIRS_AT_ONCE } from '../../bvh/layout/pairStack';
import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';
import { BOX_BOUNDS, kindOf, readSlotBox } from '../boxes/worldBounds';
import { masks } from '../memory/boundScene';
import { memoryBase } from '../memory/host';
import { framesOverlap, writeFrame } from '../primitives/query/separatingAxes';
import { nodeAt } from '../tree/nodes';

/** Slots that wait, two and two, 8 bytes a pair; and the node whose slots are compared next. */
let stack: usize = 0;
let top: usize = 0;
let nextNode: i32 = 0;

/** The frames of two boxes, and the slot of which the first is. */
const FRAME_A: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);
const FRAME_B: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);
let framedSlot: usize = 0;

/** To be called before the pairs of a tree are found, with room for PAIR_STACK pairs. */
export function beginPairs(stackAt: usize): void {
  stack = stackAt;
  top = stackAt;
  nextNode = 0;
  framedSlot = 0;
}

/**
 * Finds pairs of boxes that overlap: bvh/query/pairs.ts, one slot against eight. It stops where there may be no room for more, and
 * goes on from there when it is called again.
 *
 * @param out room for `capacity` pairs, 8 bytes each.
 * @returns how many pairs it has written: all that are left, where PAIRS_AT_ONCE more would have had room.
 */
export function findPairs(nodeCount: i32, out: usize, capacity: i32, hasMask: bool, mask: u32): i32 {
  const last = out + (<usize>(capacity - PAIRS_AT_ONCE) << 3);
  let at = out;
  while (at <= last) {
    if (top > stack) {
      top -= 8;
      const a = <usize>load<u32>(top);
      const b = <usize>load<u32>(top, 4);
      const childA = load<i32>(a, CHILD * 4);
      const childB = load<i32>(b, CHILD * 4);
      if (childA < 0) {
        at = compare(a, nodeAt(childB), 255, at, hasMask, mask);
      } else if (childB < 0) {
        at = compare(b, nodeAt(childA), 255, at, hasMask, mask);
      } else {
        const nodeA = nodeAt(childA);
        const nodeB = nodeAt(childB);
        for (let met = slotsThatMeet(b, nodeA); met != 0; met &= met - 1) {
          at = compare(nodeA + (<usize>ctz(met) << 2), nodeB, 255, at, hasMask, mask);
        }
      }
    } else if (nextNode < nodeCount) {
      const node = nodeAt(nextNode++);
      for (let i = 0; i < WIDTH - 1; i++) {
        const slot = node + (<usize>i << 2);
        if (load<i32>(slot, CHILD * 4) == EMPTY) break;
        at = compare(slot, node, 254 << i, at, hasMask, mask);
      }
    } else break;
  }
  return <i32>((at - out) >> 3);
}

/**
 * Compares a slot with those of a node that are allowed: keeps the pairs of boxes that overlap, and leaves the rest that meet
 * for later.
 *
 * @returns where the next pair goes.
 */
function compare(slot: usize, node: usize, allowed: i32, at: usize, hasMask: bool, mask: u32): usize {
  let met = slotsThatMeet(slot, node) & allowed;
  if (met == 0) return at;
  const child = load<i32>(slot, CHILD * 4);
  if (child < 0) {
    let boxes =
      i32x4.bitmask(v128.load(node, CHILD * 4)) | (i32x4.bitmask(v128.load(node, CHILD * 4 + 16)) << 4);
    boxes &= met;
    met ^= boxes;
    if (hasMask && (load<u32>(masks + (<usize>~child << 2)) & mask) == 0) return at;
    for (; boxes != 0; boxes &= boxes - 1) {
      const other = node + (<usize>ctz(boxes) << 2);
      const id = ~load<i32>(other, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      if (!boxesOverlap(slot, other)) continue;
      store<i32>(at, min(~child, id));
      store<i32>(at, max(~child, id), 4);
      at += 8;
    }
  }
  for (; met != 0; met &= met - 1) {
    store<u32>(top, <u32>slot);
    store<u32>(top, <u32>(node + (<usize>ctz(met) << 2)), 4);
    top += 8;
  }
  return at;
}

/** Which slots of a node are in use, and have bounds that meet those of a slot. */
function slotsThatMeet(slot: usize, node: usize): i32 {
  return meetFour(slot, node) | (meetFour(slot, node + 16) << 4);
}

function meetFour(slot: usize, at: usize): i32 {
  const x = v128.and(
    f32x4.ge(v128.load(at, MAX_X * 4), v128.load32_splat(slot, MIN_X * 4)),
    f32x4.le(v128.load(at, MIN_X * 4), v128.load32_splat(slot, MAX_X * 4)),
  );
  const y = v128.and(
    f32x4.ge(v128.load(at, MAX_Y * 4), v128.load32_splat(slot, MIN_Y * 4)),
    f32x4.le(v128.load(at, MIN_Y * 4), v128.load32_splat(slot, MAX_Y * 4)),
  );
  const z = v128.and(
    f32x4.ge(v128.load(at, MAX_Z * 4), v128.load32_splat(slot, MIN_Z * 4)),
    f32x4.le(v128.load(at, MIN_Z * 4), v128.load32_splat(slot, MAX_Z * 4)),
  );
  // Infinite bounds meet even those of an empty slot.
  const isUsed = i32x4.ne(v128.load(at, CHILD * 4), i32x4.splat(EMPTY));
  return i32x4.bitmask(v128.and(v128.and(x, y), v128.and(z, isUsed)));
}

/** Whether the boxes in two slots, whose bounds meet, overlap by the exact test: see bvh/query/pairs.ts. */
function boxesOverlap(a: usize, b: usize): bool {
  const placeA = load<u32>(a, CONTENT * 4);
  const placeB = load<u32>(b, CONTENT * 4);
  return (placeA | placeB) >>> 30 == 0 || storedBoxesOverlap(a, b);
}

function storedBoxesOverlap(a: usize, b: usize): bool {
  const isObbA = kindOf(load<u32>(a, CONTENT * 4)) == OBB;
  const isObbB = kindOf(load<u32>(b, CONTENT * 4)) == OBB;
  if (isObbA || isObbB) {
    if (framedSlot != a) {
      const record = readSlotBox(a);
      writeFrame(isObbA ? record : 0, FRAME_A);
      framedSlot = a;
    }
    const record = readSlotBox(b);
    writeFrame(isObbB ? record : 0, FRAME_B);
    return framesOverlap(FRAME_A, FRAME_B);
  }
  readSlotBox(a);
  memory.copy(FRAME_B, BOX_BOUNDS, 48);
  readSlotBox(b);
  for (let at: usize = 0; at < 24; at += 8) {
    if (load<f64>(BOX_BOUNDS + at) > load<f64>(FRAME_B + at, 24)) return false;
    if (load<f64>(FRAME_B + at) > load<f64>(BOX_BOUNDS + at, 24)) return false;
  }
  return true;
}

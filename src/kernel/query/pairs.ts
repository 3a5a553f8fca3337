import { CHILD, CONTENT, EMPTY, IN_SLOT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { PAIRS_AT_ONCE } from '../../bvh/layout/queryLayout';
import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';
import { kindOf } from '../boxes/boxStore';
import { masks } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { aabbOverlapsAabb, framesOverlap } from '../primitives/query/separatingAxes';
import { leafSlots } from '../slots/raySlots';
import { boundsOfSlotBox, isObbInSlot, writeSlotFrame } from '../slots/slotBox';
import { addressOfNode } from '../tree/nodes';

/** The stack of pairs of slots still to compare, 8 bytes a pair, and the node whose own slots are compared next. */
let stack: usize = 0;
let top: usize = 0;
let nextNode: i32 = 0;

/** The frames of the two boxes of an exact overlap test, and the slot of the first box. */
const FRAME_A: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);
const FRAME_B: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);
let framedSlot: usize = 0;

/** Begins to find the pairs of overlapping boxes of a tree. `stackAt` is the address of memory for PAIR_STACK pairs. */
export function beginPairs(stackAt: usize): void {
  stack = stackAt;
  top = stackAt;
  nextNode = 0;
  framedSlot = 0;
}

/**
 * Finds pairs of boxes that overlap: the walk of bvh/query/pairs.ts, with one slot against eight. Stops when `out` may
 * be full. The next call continues at the same pair of slots.
 *
 * @param out the address of room for `capacity` pairs of ids, 8 bytes each.
 * @returns how many pairs were written. If `out` still had room for PAIRS_AT_ONCE more, there are no further pairs.
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
        at = compare(a, addressOfNode(childB), 255, at, hasMask, mask);
      } else if (childB < 0) {
        at = compare(b, addressOfNode(childA), 255, at, hasMask, mask);
      } else {
        const nodeA = addressOfNode(childA);
        const nodeB = addressOfNode(childB);
        for (let overlapping = overlappingSlots(b, nodeA); overlapping != 0; overlapping &= overlapping - 1) {
          at = compare(nodeA + (<usize>ctz(overlapping) << 2), nodeB, 255, at, hasMask, mask);
        }
      }
    } else if (nextNode < nodeCount) {
      const nodeAt = addressOfNode(nextNode++);
      for (let i = 0; i < WIDTH - 1; i++) {
        const slotAt = nodeAt + (<usize>i << 2);
        if (load<i32>(slotAt, CHILD * 4) == EMPTY) break;
        at = compare(slotAt, nodeAt, 254 << i, at, hasMask, mask);
      }
    } else break;
  }
  return <i32>((at - out) >> 3);
}

/**
 * Compares a slot with slots of one node. Writes the pairs of boxes that overlap. Pushes pairs of slots onto the stack
 * if their bounds overlap and at least one has a child node.
 *
 * @param allowed the slots of the node to compare with, as bits.
 * @param at the address for the next pair of boxes.
 * @returns the address after the last pair written.
 */
function compare(slotAt: usize, nodeAt: usize, allowed: i32, at: usize, hasMask: bool, mask: u32): usize {
  let overlapping = overlappingSlots(slotAt, nodeAt) & allowed;
  if (overlapping == 0) return at;
  const child = load<i32>(slotAt, CHILD * 4);
  if (child < 0) {
    let boxes = leafSlots(nodeAt) & overlapping;
    overlapping ^= boxes;
    if (hasMask && (load<u32>(masks + (<usize>~child << 2)) & mask) == 0) return at;
    for (; boxes != 0; boxes &= boxes - 1) {
      const other = nodeAt + (<usize>ctz(boxes) << 2);
      const id = ~load<i32>(other, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      if (!boxesOverlap(slotAt, other)) continue;
      store<i32>(at, min(~child, id));
      store<i32>(at, max(~child, id), 4);
      at += 8;
    }
  }
  for (; overlapping != 0; overlapping &= overlapping - 1) {
    store<u32>(top, <u32>slotAt);
    store<u32>(top, <u32>(nodeAt + (<usize>ctz(overlapping) << 2)), 4);
    top += 8;
  }
  return at;
}

/** Returns, as bits, the used slots of a node whose bounds overlap the bounds of another slot. */
function overlappingSlots(slotAt: usize, nodeAt: usize): i32 {
  return overlappingFour(slotAt, nodeAt) | (overlappingFour(slotAt, nodeAt + 16) << 4);
}

function overlappingFour(slotAt: usize, at: usize): i32 {
  const x = v128.and(
    f32x4.ge(v128.load(at, MAX_X * 4), v128.load32_splat(slotAt, MIN_X * 4)),
    f32x4.le(v128.load(at, MIN_X * 4), v128.load32_splat(slotAt, MAX_X * 4)),
  );
  const y = v128.and(
    f32x4.ge(v128.load(at, MAX_Y * 4), v128.load32_splat(slotAt, MIN_Y * 4)),
    f32x4.le(v128.load(at, MIN_Y * 4), v128.load32_splat(slotAt, MAX_Y * 4)),
  );
  const z = v128.and(
    f32x4.ge(v128.load(at, MAX_Z * 4), v128.load32_splat(slotAt, MIN_Z * 4)),
    f32x4.le(v128.load(at, MIN_Z * 4), v128.load32_splat(slotAt, MAX_Z * 4)),
  );
  // Empty slots are masked out, because infinite bounds overlap even the bounds of an empty slot.
  const isUsed = i32x4.ne(v128.load(at, CHILD * 4), i32x4.splat(EMPTY));
  return i32x4.bitmask(v128.and(v128.and(x, y), v128.and(z, isUsed)));
}

/**
 * Returns whether the boxes in two slots overlap, by the exact test: see bvh/query/pairs.ts. The bounds of the slots
 * must overlap.
 */
function boxesOverlap(a: usize, b: usize): bool {
  return kindOf(load<u32>(a, CONTENT * 4) | load<u32>(b, CONTENT * 4)) == IN_SLOT || storedBoxesOverlap(a, b);
}

function storedBoxesOverlap(a: usize, b: usize): bool {
  if (isObbInSlot(a) || isObbInSlot(b)) {
    if (framedSlot != a) {
      writeSlotFrame(a, FRAME_A);
      framedSlot = a;
    }
    writeSlotFrame(b, FRAME_B);
    return framesOverlap(FRAME_A, FRAME_B);
  }
  // The bounds of the first box are copied, because both boxes may be read into BOX_BOUNDS.
  memory.copy(FRAME_B, boundsOfSlotBox(a), 48);
  return aabbOverlapsAabb(FRAME_B, boundsOfSlotBox(b));
}

import { NO_HIT } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, WIDTH } from '../../bvh/layout/nodeLayout';
import { comesBefore } from '../boxes/boxStore';
import { leastLane, multiplyAdd } from '../lanes';
import { FAR_STARTS, GROUP_RAYS, INVERSES, NEAR_BOUNDS, NEAR_STARTS } from '../margins/rayGroupMargin';
import { leaveSlack, limitOf, rangeEnd, rangeStart } from '../margins/rayMargin';
import { BOTH_X, BOTH_Y, BOTH_Z } from '../margins/slabRay';
import { masks, root, placeholders } from '../memory/boundScene';
import { readRay } from '../primitives/flat/batchRays';
import { memoryBase } from '../memory/workingMemory';
import { earliest, latest, leafSlots, testSlots } from '../slots/raySlots';
import { hitSlotBox } from '../slots/slotBox';
import { addressOfNode } from '../tree/nodes';
import { entryAt } from './walkRay';

/**
 * The stack of nodes of a group of rays. An entry has the t at which each ray enters the node, the least of these t,
 * and the node. Every level of the tree pushes at most seven nodes.
 */
const ENTRY: usize = 32;
const LEAST: usize = 16;
const NODE: usize = 20;
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 32, 16);

/** For each slot of the current node, the t at which each ray enters the slot, or NaN if the ray misses the slot. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 16, 16);

/** The t at which the only ray that enters a node enters each slot of the node. */
const NEARS_OF_ONE: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** For each ray of the group, the t up to which the walk visits nodes. */
const LASTS: usize = memoryBase + memory.data(16, 16);

/** If fewer rays of a group than this enter each visited node, on average, casting the rays one by one is faster. */
const WORTH_SHARING: f32 = 1.25;

/**
 * The most nodes that a group of rays visits. With more nodes, the boxes may be a run of duplicates, which only the
 * walk of a single ray tests as one box.
 */
const MOST_NODES: i32 = 256;

/** The results of {@link castGroup}. */
export const WORTH_IT: i32 = 0;
const NOT_WORTH_IT: i32 = 1;
export const UNFINISHED: i32 = 2;

/**
 * Finds the closest hit of each ray of a group of four. The group must be prepared: see prepareGroup. The rays share
 * one walk: a node is visited if any ray enters it, and its children are sorted once for all rays. Each ray has its own
 * limits and exact tests, so its answer equals the answer of a walk alone: among the hits with the smallest t, the hit
 * with the smallest id, whatever the order of the nodes.
 *
 * @param first the index of the group's first ray in its batch. `ids` and `ts` are the addresses for the answers of the
 *   batch.
 * @returns WORTH_IT or NOT_WORTH_IT: whether enough rays entered each node, on average. UNFINISHED if the walk was
 *   stopped without answers, and the rays must be cast one by one.
 */
export function castGroup(
  rays: usize, isFloat32: bool, first: i32, ids: usize, ts: usize, hasMask: bool, mask: u32,
): i32 {
  const nearOffsetX = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS);
  const nearOffsetY = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS + 4);
  const nearOffsetZ = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS + 8);
  const nearX = v128.load(GROUP_RAYS, NEAR_STARTS);
  const nearY = v128.load(GROUP_RAYS, NEAR_STARTS + 16);
  const nearZ = v128.load(GROUP_RAYS, NEAR_STARTS + 32);
  const farX = v128.load(GROUP_RAYS, FAR_STARTS);
  const farY = v128.load(GROUP_RAYS, FAR_STARTS + 16);
  const farZ = v128.load(GROUP_RAYS, FAR_STARTS + 32);
  const inverseX = v128.load(GROUP_RAYS, INVERSES);
  const inverseY = v128.load(GROUP_RAYS, INVERSES + 16);
  const inverseZ = v128.load(GROUP_RAYS, INVERSES + 32);
  const slack = f32x4.splat(leaveSlack);
  const firsts = f32x4.splat(rangeStart);
  const nears = NEARS;
  let lasts = f32x4.splat(rangeEnd);

  ts += <usize>first << 3;
  ids += <usize>first << 2;
  v128.store(ts, f64x2.splat(Infinity));
  v128.store(ts, f64x2.splat(Infinity), 16);
  v128.store(ids, i32x4.splat(NO_HIT));
  let rayRead = -1;

  const stack = STACK;
  let top = stack;
  let nodeAt = root;
  // A bit for each ray that enters the current node. The other rays of the group have the limit -Infinity.
  let entering = 15;
  let limits = lasts;
  const mostNodes = hasMask ? i32.MAX_VALUE : MOST_NODES;
  let nodesVisited = 0;
  let raysEntering = 0;
  v128.store(LASTS, lasts);
  while (true) {
    nodesVisited++;
    raysEntering += popcnt(entering);
    // The slots that rays of the group enter, one bit in four for each: the bit's index is the byte offset of the slot.
    let entered: u32 = 0;
    if ((entering & (entering - 1)) == 0) {
      entered = enteredByOne(ctz(entering), nodeAt, firsts, slack);
    } else {
      // The four rays of the group are tested against one slot at once.
      for (let slot: usize = 0; slot < 8; slot++) {
        const slotAt = nodeAt + slot * 4;
        const enterX = multiplyAdd(v128.load32_splat(slotAt + nearOffsetX), inverseX, nearX);
        const enterY = multiplyAdd(v128.load32_splat(slotAt + nearOffsetY), inverseY, nearY);
        const enterZ = multiplyAdd(v128.load32_splat(slotAt + nearOffsetZ), inverseZ, nearZ);
        const leaveX = multiplyAdd(v128.load32_splat(slotAt - nearOffsetX, BOTH_X), inverseX, farX);
        const leaveY = multiplyAdd(v128.load32_splat(slotAt - nearOffsetY, BOTH_Y), inverseY, farY);
        const leaveZ = multiplyAdd(v128.load32_splat(slotAt - nearOffsetZ, BOTH_Z), inverseZ, farZ);
        const enter = latest(enterX, enterY, enterZ, firsts);
        const leave = earliest(leaveX, leaveY, leaveZ, limits);
        const misses = f32x4.gt(enter, f32x4.mul(leave, slack));
        v128.store(nears + slot * 16, v128.or(enter, misses));
        entered |= <u32>(i32x4.bitmask(misses) != 15) << <u32>(slot << 2);
      }
    }
    // The child word of a slot with a box is negative.
    const areBoxes = spreadBits(leafSlots(nodeAt));

    let boxes = entered & areBoxes;
    while (boxes != 0) {
      const offset = <usize>ctz(boxes);
      const slotAt = nodeAt + offset;
      boxes &= boxes - 1;
      const id = ~load<i32>(slotAt, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      // The limits of the rays may have decreased since the slot was tested. Comparisons with NaN, the t of a miss, are
      // false.
      let hitting = i32x4.bitmask(f32x4.le(v128.load(nears + (offset << 2)), lasts));
      while (hitting != 0) {
        const lane = ctz(hitting);
        hitting &= hitting - 1;
        if (lane != rayRead) {
          readRay(rays, isFloat32, first + lane);
          rayRead = lane;
        }
        const nearAt = nears + (offset << 2) + (<usize>lane << 2);
        const t = id < placeholders ? entryAt(nearAt) : hitSlotBox(slotAt);
        const tAt = ts + (<usize>lane << 3);
        const idAt = ids + (<usize>lane << 2);
        const closest = load<f64>(tAt);
        // A hit at t Infinity counts, because its box comes before NO_HIT: see walkRay.ts.
        if (t < closest || (t == closest && comesBefore(id, load<i32>(idAt)))) {
          store<f64>(tAt, t);
          store<i32>(idAt, id);
          lasts = v128.bitselect(f32x4.splat(limitOf(t)), lasts, i32x4.eq(i32x4.splat(lane), i32x4(0, 1, 2, 3)));
          v128.store(LASTS, lasts);
        }
      }
    }

    let children = entered & ~areBoxes;
    if (children != 0) {
      const offset = <usize>ctz(children);
      children &= children - 1;
      const near = v128.load(nears + (offset << 2));
      if (children == 0) {
        const isEntered = f32x4.le(near, lasts);
        entering = i32x4.bitmask(isEntered);
        if (entering != 0) {
          limits = v128.bitselect(lasts, f32x4.splat(-Infinity), isEntered);
          nodeAt = addressOfNode(load<i32>(nodeAt + offset, CHILD * 4));
          continue;
        }
      } else {
        const bottom = top;
        insertNode(bottom, top, load<i32>(nodeAt + offset, CHILD * 4), near);
        top += ENTRY;
        do {
          const offset = <usize>ctz(children);
          children &= children - 1;
          insertNode(bottom, top, load<i32>(nodeAt + offset, CHILD * 4), v128.load(nears + (offset << 2)));
          top += ENTRY;
        } while (children != 0);
      }
    }
    if (nodesVisited > mostNodes) return UNFINISHED;
    let isEntered: v128;
    do {
      if (top == stack) return <f32>raysEntering >= <f32>nodesVisited * WORTH_SHARING ? WORTH_IT : NOT_WORTH_IT;
      top -= ENTRY;
      isEntered = f32x4.le(v128.load(top), lasts);
      entering = i32x4.bitmask(isEntered);
    } while (entering == 0);
    limits = v128.bitselect(lasts, f32x4.splat(-Infinity), isEntered);
    nodeAt = addressOfNode(load<i32>(top, NODE));
  }
}

/**
 * Tests a single ray of the group against the eight slots of a node. Writes the t at which the ray enters each slot to
 * NEARS, and NaN for the other rays.
 *
 * @returns one bit in four for each slot that the ray enters.
 */
@inline
function enteredByOne(ray: i32, nodeAt: usize, firsts: v128, slack: v128): u32 {
  const lane = GROUP_RAYS + (<usize>ray << 2);
  const nearX = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS);
  const nearY = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS + 4);
  const nearZ = <usize>load<u32>(GROUP_RAYS, NEAR_BOUNDS + 8);
  const inverseX = v128.load32_splat(lane, INVERSES);
  const inverseY = v128.load32_splat(lane, INVERSES + 16);
  const inverseZ = v128.load32_splat(lane, INVERSES + 32);
  const nearStartX = v128.load32_splat(lane, NEAR_STARTS);
  const nearStartY = v128.load32_splat(lane, NEAR_STARTS + 16);
  const nearStartZ = v128.load32_splat(lane, NEAR_STARTS + 32);
  const farStartX = v128.load32_splat(lane, FAR_STARTS);
  const farStartY = v128.load32_splat(lane, FAR_STARTS + 16);
  const farStartZ = v128.load32_splat(lane, FAR_STARTS + 32);
  const lasts = v128.load32_splat(LASTS + (<usize>ray << 2));
  const entered = testSlots(
    nodeAt, NEARS_OF_ONE, nearX, nearY, nearZ, inverseX, inverseY, inverseZ,
    nearStartX, nearStartY, nearStartZ, farStartX, farStartY, farStartZ,
    firsts, lasts, true, slack,
  );
  const others = i32x4.ne(i32x4.splat(ray), i32x4(0, 1, 2, 3));
  for (let slot: usize = 0; slot < 8; slot++) {
    v128.store(NEARS + (slot << 4), v128.or(v128.load32_splat(NEARS_OF_ONE + (slot << 2)), others));
  }
  return spreadBits(entered);
}

/** Inserts a node into the group's stack, below the nearer nodes. Entries from `bottom` to `top` must be in order. */
@inline
function insertNode(bottom: usize, top: usize, node: i32, near: v128): void {
  // The float32 bits of `near` are compared as unsigned integers: numbers that are not negative keep their order, and
  // NaN is last. A wrong order of negative numbers only costs time.
  const least = leastLane(near);
  let at = top;
  while (at > bottom && load<u32>(at - ENTRY, LEAST) < least) {
    v128.store(at, v128.load(at - ENTRY));
    store<u64>(at, load<u64>(at - ENTRY, LEAST), LEAST);
    at -= ENTRY;
  }
  v128.store(at, near);
  store<u32>(at, least, LEAST);
  store<i32>(at, node, NODE);
}

/** Spreads the lowest eight bits of `bits`: puts three zeros between any two of them. */
function spreadBits(bits: u32): u32 {
  bits = (bits | (bits << 12)) & 0x000f000f;
  bits = (bits | (bits << 6)) & 0x03030303;
  return (bits | (bits << 3)) & 0x11111111;
}

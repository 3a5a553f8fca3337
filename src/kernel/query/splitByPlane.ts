import { NO_ROOM, SET_BOXES, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { BACK, CROSSING, FRONT, UNDECIDED } from '../../bvh/layout/queryLayout';
import { sumOf, alongNormal } from '../lanes';
import { planeAt, planeBoundsAt, preparePlane } from '../margins/planeMargin';
import { memoryBase } from '../memory/workingMemory';
import { sideOfSlotBox } from '../slots/slotBox';
import { addressOfNode, rootNode } from '../tree/nodes';
import { pushChildren, touchNodes } from '../slots/nodeQueue';

/**
 * Sorts all boxes by their side of the first plane of PLANES: the walk of bvh/query/splitByPlane.ts, with four slots at
 * a time. Each property of a slot is the sign of a number, and the signs of eight slots are collected as eight bits.
 *
 * @param opened receives the index of each opened node: `capacity` words, like `found`.
 * @param found receives, for each opened node, three sets of the node's slots, as bits: the slots in front of the plane,
 *   the boxes that cross it, and the slots behind. See bvh/layout/queryLayout.ts.
 * @returns how many nodes were opened, NO_ROOM if there are too many, or NEEDS_FLOAT64.
 */
export function splitByPlane(opened: usize, found: usize, capacity: i32): i32 {
  if (!preparePlane(0)) return NEEDS_FLOAT64;
  const plane = planeAt(0);
  const bounds = planeBoundsAt(0);
  const lowX: usize = load<f32>(bounds) > 0 ? MIN_X * 4 : MAX_X * 4;
  const lowY: usize = load<f32>(bounds, 4) > 0 ? MIN_Y * 4 : MAX_Y * 4;
  const lowZ: usize = load<f32>(bounds, 8) > 0 ? MIN_Z * 4 : MAX_Z * 4;
  const highX: usize = <usize>((MIN_X + MAX_X) * 4) - lowX;
  const highY: usize = <usize>((MIN_Y + MAX_Y) * 4) - lowY;
  const highZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - lowZ;
  const normalX = v128.load32_splat(bounds);
  const normalY = v128.load32_splat(bounds, 4);
  const normalZ = v128.load32_splat(bounds, 8);
  const lower = v128.load32_splat(bounds, 12);
  const upper = v128.load32_splat(bounds, 16);
  let frontBelow = i32x4.splat(0);
  let backBelow = i32x4.splat(0);
  let frontBoxes = 0;
  let backBoxes = 0;
  let crossingBoxes = 0;
  let undecided = 0;
  let touched = 0;
  let count = 1;
  store<i32>(opened, rootNode());
  for (let next = 0; next < count; next++) {
    if (count + WIDTH > capacity) return NO_ROOM;
    if (next == touched) touched = touchNodes(opened, next, count);
    const nodeAt = addressOfNode(load<i32>(opened + (<usize>next << 2)));
    let notFront = 0;
    let back = 0;
    let isPartBehind = 0;
    let isPartBefore = 0;
    let isBoxOrEmpty = 0;
    let isBox = 0;
    let isStored = 0;
    for (let shift = 0; shift < 8; shift += 4) {
      const at = nodeAt + (<usize>shift << 2);
      const lowest = alongNormal(normalX, normalY, normalZ, at + lowX, at + lowY, at + lowZ);
      const highest = alongNormal(normalX, normalY, normalZ, at + highX, at + highY, at + highZ);
      const child = v128.load(at, CHILD * 4);
      const content = v128.load(at, CONTENT * 4);
      const aheadOfMargin = f32x4.add(lowest, lower);
      const shortOfMargin = f32x4.add(highest, upper);
      notFront |= i32x4.bitmask(aheadOfMargin) << shift;
      back |= i32x4.bitmask(shortOfMargin) << shift;
      isPartBehind |= i32x4.bitmask(f32x4.add(lowest, upper)) << shift;
      isPartBefore |= (i32x4.bitmask(f32x4.add(highest, lower)) ^ 15) << shift;
      // The highest two bits of a child word are 11 for a box, 10 for an empty slot and 00 for a node.
      isBoxOrEmpty |= i32x4.bitmask(child) << shift;
      isBox |= i32x4.bitmask(i32x4.shl(child, 1)) << shift;
      // The highest two bits of a box's content word are its kind, which is 0 if the slot's bounds equal the box.
      isStored |= i32x4.bitmask(v128.or(content, i32x4.shl(content, 1))) << shift;
      const below = v128.andnot(content, i32x4.shr_s(child, 31));
      frontBelow = i32x4.add(frontBelow, v128.andnot(below, i32x4.shr_s(aheadOfMargin, 31)));
      backBelow = i32x4.add(backBelow, v128.and(below, i32x4.shr_s(shortOfMargin, 31)));
      const isOpen = v128.andnot(aheadOfMargin, v128.or(shortOfMargin, child));
      count = pushChildren(opened, count, child, isOpen);
    }
    const isUsed = isBox | ~isBoxOrEmpty;
    const front = ~notFront & isUsed & 255;
    back &= isUsed;
    const openBoxes = isBox & notFront & ~back;
    const crossing = openBoxes & isPartBehind & isPartBefore & ~isStored;
    const unsure = openBoxes & ~crossing;
    frontBoxes += popcnt(front & isBox);
    backBoxes += popcnt(back & isBox);
    crossingBoxes += popcnt(crossing);
    undecided |= unsure;
    store<i32>(
      found + (<usize>next << 2),
      (front << FRONT) | (crossing << CROSSING) | (back << BACK) | (unsure << UNDECIDED),
    );
  }
  frontBoxes += sumOf(frontBelow);
  backBoxes += sumOf(backBelow);
  if (undecided != 0) {
    for (let i: usize = 0; i < <usize>count; i++) {
      let words = load<u32>(found + (i << 2));
      for (let bits = words >>> UNDECIDED; bits != 0; bits &= bits - 1) {
        const slot = ctz(bits);
        const nodeAt = addressOfNode(load<i32>(opened + (i << 2)));
        const side = sideOfSlotBox(nodeAt + (<usize>slot << 2), plane);
        if (side > 0) frontBoxes++;
        else if (side < 0) backBoxes++;
        else crossingBoxes++;
        words |= 1 << ((side > 0 ? FRONT : side < 0 ? BACK : CROSSING) + slot);
      }
      store<u32>(found + (i << 2), words);
    }
  }
  store<f64>(memoryBase, frontBoxes, SET_BOXES * 8);
  store<f64>(memoryBase, crossingBoxes, SET_BOXES * 8 + 8);
  store<f64>(memoryBase, backBoxes, SET_BOXES * 8 + 16);
  return count;
}

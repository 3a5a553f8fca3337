import { BACK, CROSSING, FRONT, UNDECIDED } from '../bvh/setBits';
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
  NODE_SHIFT,
  WIDTH,
} from '../bvh/nodeLayout';
import { SET_COUNTS } from './layout';
import { planeAt, planeBoundsAt, preparePlane } from './plane';
import { sideOfSlotBox } from './planeSide';
import { nodes } from './scene';

/** How many boxes a query has found in each of its sets. */
export const SET_BOXES: usize = memory.data(SET_COUNTS * 4, 16);

/**
 * Sorts all boxes by the side of the first of PLANES: bvh/splitByPlane.ts, four slots at a time.
 *
 * @param opened where the opened nodes' indices go, and `found` the bits of their sets: `capacity` words each.
 * @returns how many nodes were opened, or -1 where there is no room for them.
 */
export function splitByPlane(opened: usize, found: usize, capacity: i32): i32 {
  preparePlane(0);
  const plane = planeAt(0);
  const bounds = planeBoundsAt(0);
  const isUpX = load<f64>(plane) > 0;
  const isUpY = load<f64>(plane, 8) > 0;
  const isUpZ = load<f64>(plane, 16) > 0;
  const lowX: usize = isUpX ? MIN_X * 4 : MAX_X * 4;
  const lowY: usize = isUpY ? MIN_Y * 4 : MAX_Y * 4;
  const lowZ: usize = isUpZ ? MIN_Z * 4 : MAX_Z * 4;
  const highX: usize = <usize>((MIN_X + MAX_X) * 4) - lowX;
  const highY: usize = <usize>((MIN_Y + MAX_Y) * 4) - lowY;
  const highZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - lowZ;
  const normalX = v128.load32_splat(bounds);
  const normalY = v128.load32_splat(bounds, 4);
  const normalZ = v128.load32_splat(bounds, 8);
  const constant = v128.load32_splat(bounds, 12);
  const margin = v128.load32_splat(bounds, 16);
  const lowestMargin = f32x4.neg(margin);
  const empty = i32x4.splat(EMPTY);
  const one = i32x4.splat(1);
  let frontBoxes = i32x4.splat(0);
  let backBoxes = i32x4.splat(0);
  let crossingBoxes = 0;
  let undecided = 0;
  let count = 1;
  store<i32>(opened, 0);
  for (let next = 0; next < count; next++) {
    if (count + WIDTH > capacity) return -1;
    const index = <usize>load<i32>(opened + (<usize>next << 2));
    const node = nodes + (index << (NODE_SHIFT + 2));
    let sets = 0;
    let open = 0;
    for (let half: usize = 0; half < 32; half += 16) {
      const at = node + half;
      const lowest = f32x4.add(
        f32x4.add(f32x4.mul(normalX, v128.load(at + lowX)), f32x4.mul(normalY, v128.load(at + lowY))),
        f32x4.add(f32x4.mul(normalZ, v128.load(at + lowZ)), constant),
      );
      const highest = f32x4.add(
        f32x4.add(f32x4.mul(normalX, v128.load(at + highX)), f32x4.mul(normalY, v128.load(at + highY))),
        f32x4.add(f32x4.mul(normalZ, v128.load(at + highZ)), constant),
      );
      const child = v128.load(at, CHILD * 4);
      const content = v128.load(at, CONTENT * 4);
      // A sum that is not a number, where an unbounded box meets a zero, decides nothing.
      const isUsed = i32x4.ne(child, empty);
      const isBox = i32x4.shr_s(child, 31);
      const isFront = v128.and(f32x4.gt(lowest, margin), isUsed);
      const isBack = v128.and(f32x4.lt(highest, lowestMargin), isUsed);
      const isOpen = v128.andnot(isUsed, v128.or(isFront, isBack));
      const isOpenBox = v128.and(isOpen, isBox);
      // Bounds that are the box itself, whose place is of kind 0, decide that it crosses, too.
      const isSelf = i32x4.lt_u(content, i32x4.splat(1 << 30));
      const isCrossing = v128.and(
        v128.and(isOpenBox, isSelf),
        v128.and(f32x4.lt(lowest, lowestMargin), f32x4.gt(highest, margin)),
      );
      const isUndecided = v128.andnot(isOpenBox, isCrossing);
      const boxes = v128.bitselect(one, content, isBox);
      frontBoxes = i32x4.add(frontBoxes, v128.and(boxes, isFront));
      backBoxes = i32x4.add(backBoxes, v128.and(boxes, isBack));
      const bits = i8x16.bitmask(
        i8x16.narrow_i16x8_s(
          i16x8.narrow_i32x4_s(isFront, isCrossing),
          i16x8.narrow_i32x4_s(isBack, isUndecided),
        ),
      );
      // Four bits of each set, to be eight.
      const shift = <i32>half >> 2;
      sets |=
        (((bits & 15) << FRONT) |
          (((bits >> 4) & 15) << CROSSING) |
          (((bits >> 8) & 15) << BACK) |
          (((bits >> 12) & 15) << UNDECIDED)) <<
        shift;
      open |= i32x4.bitmask(v128.andnot(isOpen, isBox)) << shift;
    }
    store<i32>(found + (<usize>next << 2), sets);
    crossingBoxes += popcnt((sets >>> CROSSING) & 255);
    undecided |= sets >>> UNDECIDED;
    while (open != 0) {
      store<i32>(opened + (<usize>count << 2), load<i32>(node + (<usize>ctz(open) << 2), CHILD * 4));
      open &= open - 1;
      count++;
    }
  }

  let front = sumOf(frontBoxes);
  let back = sumOf(backBoxes);
  if (undecided != 0) {
    for (let i: usize = 0; i < <usize>count; i++) {
      let sets = load<u32>(found + (i << 2));
      for (let bits = sets >>> UNDECIDED; bits != 0; bits &= bits - 1) {
        const slot = ctz(bits);
        const node = nodes + (<usize>load<i32>(opened + (i << 2)) << (NODE_SHIFT + 2));
        const side = sideOfSlotBox(node + (<usize>slot << 2), plane);
        if (side > 0) front++;
        else if (side < 0) back++;
        else crossingBoxes++;
        sets |= 1 << ((side > 0 ? FRONT : side < 0 ? BACK : CROSSING) + slot);
      }
      store<u32>(found + (i << 2), sets);
    }
  }
  store<i32>(SET_BOXES, front);
  store<i32>(SET_BOXES, crossingBoxes, 4);
  store<i32>(SET_BOXES, back, 8);
  return count;
}

function sumOf(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

import { CHILD } from '../../bvh/layout/nodeLayout';

/**
 * The order in which a walk visits the children of a node: nearest first.
 *
 * A stack has 8 bytes an entry: a node, and its `near`, a float32 that orders the entries. The last entry is the top.
 */

/** Returns whether exactly one bit of `slots` is set. */
@inline
export function isSingle(slots: i32): bool {
  return (slots & (slots - 1)) == 0;
}

/**
 * Pushes two or more children of a node onto a stack, the nearest last. Returns the new top.
 *
 * Most often, a ray enters two or three children. Their order is unpredictable, so up to three are sorted without a
 * branch. Compared as float64 numbers, entries of the stack have the order of their `near`. Each pair of pmax and pmin
 * makes the same comparison, so no entry is lost, whatever its `near`. From the fourth on, children are inserted one by
 * one.
 *
 * @param children the slots of the children, as bits.
 * @param nears the address of the `near` of each slot.
 */
@inline
export function pushChildren(top: usize, nodeAt: usize, children: i32, nears: usize): usize {
  const bottom = top;
  const slotAt = nodeAt + (<usize>ctz(children) << 2);
  children &= children - 1;
  const nextAt = nodeAt + (<usize>ctz(children) << 2);
  children &= children - 1;
  let pair = v128.load32_lane(nears + slotAt - nodeAt, v128.load32_zero(slotAt, CHILD * 4), 1);
  pair = v128.load32_lane(nextAt, pair, 2, CHILD * 4);
  pair = v128.load32_lane(nears + nextAt - nodeAt, pair, 3);
  const swapped = v128.shuffle<i64>(pair, pair, 1, 0);
  const farther = f64x2.pmax(pair, swapped);
  const nearer = f64x2.pmin(swapped, pair);
  if (children == 0) {
    v128.store(top, v128.shuffle<i64>(farther, nearer, 0, 2));
    return top + 16;
  }
  const thirdAt = nodeAt + (<usize>ctz(children) << 2);
  children &= children - 1;
  const third = v128.load32_lane(nears + thirdAt - nodeAt, v128.load32_zero(thirdAt, CHILD * 4), 1);
  const middle = f64x2.pmax(nearer, third);
  v128.store64_lane(top, f64x2.pmax(farther, middle), 0);
  v128.store64_lane(top, f64x2.pmin(middle, farther), 0, 8);
  v128.store64_lane(top, f64x2.pmin(third, nearer), 0, 16);
  top += 24;
  while (children != 0) {
    const slot = <usize>ctz(children) << 2;
    children &= children - 1;
    insertEntry(bottom, top, load<i32>(nodeAt + slot, CHILD * 4), load<f32>(nears + slot));
    top += 8;
  }
  return top;
}

/** Inserts a node into a stack, below the nearer nodes. The entries from `bottom` to `top` must be in order. */
@inline
export function insertEntry(bottom: usize, top: usize, node: i32, near: f32): void {
  let at = top;
  while (at > bottom && load<f32>(at - 4) < near) {
    store<u64>(at, load<u64>(at - 8));
    at -= 8;
  }
  pushEntry(at, node, near);
}

@inline
export function pushEntry(at: usize, node: i32, near: f32): void {
  store<i32>(at, node);
  store<f32>(at, near, 4);
}

/**
 * Returns the index of the nearest of some slots of a node, which `slots` has as bits.
 *
 * @param nears the address of the squares of the distances of all slots.
 */
export function nearestOf(slots: i32, nears: usize): i32 {
  const low = amongSlots(v128.load(nears), slots, i32x4(1, 2, 4, 8));
  const high = amongSlots(v128.load(nears, 16), slots, i32x4(16, 32, 64, 128));
  let least = f32x4.pmin(low, high);
  least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  return ctz(i32x4.bitmask(f32x4.eq(low, least)) | (i32x4.bitmask(f32x4.eq(high, least)) << 4));
}

/** Returns a vector that has the lanes of `lanes` whose bit in `bits` is set, and Infinity in the other lanes. */
function amongSlots(lanes: v128, slots: i32, bits: v128): v128 {
  const isSlot = i32x4.eq(v128.and(i32x4.splat(slots), bits), bits);
  return v128.bitselect(lanes, f32x4.splat(Infinity), isSlot);
}

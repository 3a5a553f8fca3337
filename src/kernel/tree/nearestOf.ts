/**
 * The nearest of the given slots of a node. They are given as bits.
 *
 * @param nears the address of the squares of their distances.
 */
export function nearestOf(slots: i32, nears: usize): i32 {
  const low = amongSlots(v128.load(nears), slots, i32x4(1, 2, 4, 8));
  const high = amongSlots(v128.load(nears, 16), slots, i32x4(16, 32, 64, 128));
  let least = f32x4.pmin(low, high);
  least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  return ctz(i32x4.bitmask(f32x4.eq(low, least)) | (i32x4.bitmask(f32x4.eq(high, least)) << 4));
}

/** The lanes of the given slots, with Infinity in the others. Each lane has its bit in `bits`. */
function amongSlots(lanes: v128, slots: i32, bits: v128): v128 {
  const isSlot = i32x4.eq(v128.and(i32x4.splat(slots), bits), bits);
  return v128.bitselect(lanes, f32x4.splat(Infinity), isSlot);
}

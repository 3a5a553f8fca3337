import { ORIGIN, REACH } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, OBB } from '../../bvh/layout/nodeLayout';
import { TRANSLATION } from '../../primitives/flat/boxLayout';
import { indexOf, kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { BOX_BOUNDS, writeWorldBounds } from '../boxes/worldBounds';
import { largestSpan, marginBase, marginSlope, obbMargin } from '../margins/obbMargin';
import { roundDownLanes } from '../margins/roundOutward';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { setBounds } from '../tree/nodes';

/**
 * Writes the bounds of a box, given its place (kind and record index), into a reference of a tree build: see
 * bvh/build/references.ts. Returns whether these bounds plus the tree's origin equal the box exactly.
 */
export function writeReferenceBounds(place: u32, reference: usize): bool {
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  return roundBounds(box, reference);
}

/**
 * Writes the bounds in BOX_BOUNDS into a reference of a tree build, relative to the tree's origin and rounded outward.
 *
 * @param box the address of the record of an OBB whose margin has been computed, or 0 for an AABB.
 * @returns whether the reference's bounds plus the tree's origin equal the box exactly.
 */
export function roundBounds(box: usize, reference: usize): bool {
  if (box != 0) widen(box);
  const originXY = v128.load(memoryBase, ORIGIN * 8);
  const originZ = v128.load64_splat(memoryBase, ORIGIN * 8 + 16);
  // BOX_BOUNDS is loaded in the same pairs of numbers in which it was stored: a load that spans two stores stalls until
  // both stores are done.
  const middle = v128.load(BOX_BOUNDS, 16);
  const end = v128.load(BOX_BOUNDS, 32);
  const boxMinXY = v128.load(BOX_BOUNDS);
  const boxMaxXY = v128.shuffle<f64>(middle, end, 1, 2);
  const boxMaxZ = v128.shuffle<f64>(end, end, 1, 1);
  const minXY = f64x2.sub(boxMinXY, originXY);
  const minZ = f64x2.sub(middle, originZ);
  const maxXY = f64x2.sub(boxMaxXY, originXY);
  const maxZ = f64x2.sub(boxMaxZ, originZ);
  const zero = f32x4.splat(0);
  const low = f32x4.add(roundDownLanes(minXY, minZ), zero);
  const high = f32x4.add(f32x4.neg(roundDownLanes(f64x2.neg(maxXY), f64x2.neg(maxZ))), zero);
  // The fourth lanes of the bounds are not written, because in a reference one of these words holds the id.
  v128.store64_lane(reference, low, 0);
  v128.store32_lane(reference, low, 2, 8);
  v128.store64_lane(reference, high, 0, 16);
  v128.store32_lane(reference, high, 2, 24);
  if (box != 0) return false;
  const isXYSelf = v128.and(isEqual(low, originXY, boxMinXY), isEqual(high, originXY, boxMaxXY));
  const lowZ = v128.shuffle<i32>(low, low, 2, 2, 2, 2);
  const highZ = v128.shuffle<i32>(high, high, 2, 2, 2, 2);
  const isZSelf = v128.and(isEqual(lowZ, originZ, middle), isEqual(highZ, originZ, boxMaxZ));
  return i64x2.all_true(isXYSelf) && i64x2.extract_lane(isZSelf, 0) != 0;
}

/** Returns, for two axes, whether a rounded bound plus the tree's origin equals the exact bound. */
function isEqual(rounded: v128, origin: v128, bounds: v128): v128 {
  return f64x2.eq(f64x2.add(f64x2.promote_low_f32x4(rounded), origin), bounds);
}

function widen(box: usize): void {
  let offset: f64 = 0;
  let size = largestSpan;
  for (let k = 0; k < 3; k++) {
    const translation = load<f64>(box + (<usize>k << 3), TRANSLATION * 8);
    offset = max(offset, abs(translation - exchanged(ORIGIN + k)));
    size = max(size, abs(translation));
  }
  const width = marginBase + marginSlope * (exchanged(REACH) + offset) + 2 ** -49 * size;
  for (let at = BOX_BOUNDS; at < BOX_BOUNDS + 24; at += 8) {
    store<f64>(at, width < Infinity ? load<f64>(at) - width : -Infinity);
    store<f64>(at, width < Infinity ? load<f64>(at, 24) + width : Infinity, 24);
  }
}

/** Writes a box into a slot, with the bounds of a reference. `boundsAreExact`: whether the bounds equal the box. */
export function writeBox(slotAt: usize, id: i32, reference: usize, boundsAreExact: bool): void {
  setBounds(slotAt, reference);
  store<i32>(slotAt, ~id, CHILD * 4);
  store<u32>(slotAt, contentOf(placeOf(id), boundsAreExact), CONTENT * 4);
}

/** Returns the content word for a slot that holds a box, given the box's place: see bvh/layout/nodeLayout.ts. */
export function contentOf(place: u32, boundsAreExact: bool): u32 {
  return boundsAreExact ? indexOf(place) : place;
}

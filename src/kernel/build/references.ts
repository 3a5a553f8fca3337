import { ORIGIN, REACH } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, OBB } from '../../bvh/layout/nodeLayout';
import { TRANSLATION } from '../../primitives/flat/boxLayout';
import { BOX_BOUNDS, kindOf, readRecord, recordAt, writeWorldBounds } from '../boxes/worldBounds';
import { largestSpan, marginBase, marginSlope, obbMargin } from '../margins/obbMargin';
import { roundDownLanes } from '../margins/roundOutward';
import { places } from '../memory/boundScene';
import { exchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { setBounds } from '../tree/nodes';

/** Writes the bounds of the box at a place as a row's: see bvh/build/boxRows.ts. */
export function writeRowBounds(place: u32, row: usize): void {
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  roundRow(box, row);
}

/**
 * The same from BOX_BOUNDS, and the margin of an OBB where it has been computed, or no record of one; returns whether the row
 * is the box itself, to the last bit, once the tree's origin is added.
 */
export function roundRow(box: usize, row: usize): bool {
  if (box != 0) widen(box);
  const originXY = v128.load(memoryBase, ORIGIN * 8);
  const originZ = v128.load(memoryBase, ORIGIN * 8 + 16);
  const minXY = f64x2.sub(v128.load(BOX_BOUNDS), originXY);
  const minZ = f64x2.sub(v128.load64_splat(BOX_BOUNDS, 16), originZ);
  const maxXY = f64x2.sub(v128.load(BOX_BOUNDS, 24), originXY);
  const maxZ = f64x2.sub(v128.load64_splat(BOX_BOUNDS, 40), originZ);
  const zero = f32x4.splat(0);
  const low = f32x4.add(roundDownLanes(minXY, minZ), zero);
  const high = f32x4.add(f32x4.neg(roundDownLanes(f64x2.neg(maxXY), f64x2.neg(maxZ))), zero);
  // All but the fourth lanes, of which one holds the id.
  v128.store64_lane(row, low, 0);
  v128.store32_lane(row, low, 2, 8);
  v128.store64_lane(row, high, 0, 16);
  v128.store32_lane(row, high, 2, 24);
  if (box != 0) return false;
  const isXYSelf = v128.and(isEqual(low, originXY, v128.load(BOX_BOUNDS)), isEqual(high, originXY, v128.load(BOX_BOUNDS, 24)));
  const lowZ = v128.shuffle<i32>(low, low, 2, 2, 2, 2);
  const highZ = v128.shuffle<i32>(high, high, 2, 2, 2, 2);
  const isZSelf = v128.and(
    isEqual(lowZ, originZ, v128.load64_splat(BOX_BOUNDS, 16)),
    isEqual(highZ, originZ, v128.load64_splat(BOX_BOUNDS, 40)),
  );
  return i64x2.all_true(isXYSelf) && i64x2.extract_lane(isZSelf, 0) != 0;
}

/** Whether the first two lanes, in float64 and with the origin added, are the bounds. */
function isEqual(row: v128, origin: v128, bounds: v128): v128 {
  return f64x2.eq(f64x2.add(f64x2.promote_low_f32x4(row), origin), bounds);
}

function widen(box: usize): void {
  let offset: f64 = 0;
  let size = largestSpan;
  for (let k = 0; k < 3; k++) {
    const translation = load<f64>(box + (<usize>k << 3), TRANSLATION * 8);
    offset = max(offset, abs(translation - exchanged(ORIGIN + k)));
    size = max(size, abs(translation));
  }
  const width = marginBase + marginSlope * (exchanged(REACH) + offset) + 1.7763568394002505e-15 * size;
  for (let at = BOX_BOUNDS; at < BOX_BOUNDS + 24; at += 8) {
    store<f64>(at, width < Infinity ? load<f64>(at) - width : -Infinity);
    store<f64>(at, width < Infinity ? load<f64>(at, 24) + width : Infinity, 24);
  }
}

/** Writes a box into a slot, with the bounds of a row, and whether those are the box itself. */
export function writeBox(slot: usize, id: i32, row: usize, isSelf: bool): void {
  const place = load<u32>(places + (<usize>id << 2));
  setBounds(slot, row);
  store<i32>(slot, ~id, CHILD * 4);
  store<u32>(slot, isSelf ? place & 0x3fffffff : place, CONTENT * 4);
}

/** Whether a row's bounds are the box at a place itself, to the last bit, once the tree's origin is added. */
export function isExact(place: u32, row: usize): bool {
  if (kindOf(place) == OBB) return false;
  readRecord(place);
  for (let k = 0; k < 3; k++) {
    const origin = exchanged(ORIGIN + k);
    const word = <usize>k << 2;
    const number = BOX_BOUNDS + (<usize>k << 3);
    if (<f64>load<f32>(row + word) + origin != load<f64>(number)) return false;
    if (<f64>load<f32>(row + word, 16) + origin != load<f64>(number, 24)) return false;
  }
  return true;
}

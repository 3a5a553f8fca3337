import { COLUMNS, TRANSLATION, AABB_STRIDE, OBB_STRIDE } from '../primitives/boxLayout';
import { AABB_32, AABB_64, OBB } from '../bvh/nodeLayout';
import { REACH, ORIGIN } from './layout';
import { marginBase, marginSlope, obbMargin, spanX, spanY, spanZ } from './obbMargin';
import { aabb32, aabb64, measured, obbs } from './scene';

/** The bounds of a box in the world, min x y z, max x y z. */
export const BOX_BOUNDS: usize = memory.data(6 * 8, 16);

export function kindOf(place: u32): i32 {
  return place >>> 30;
}

/** Where the record at a place is. */
export function recordAt(place: u32): usize {
  const index = <usize>(place & 0x3fffffff);
  const kind = kindOf(place);
  if (kind == AABB_32) return aabb32 + index * (AABB_STRIDE * 4);
  return kind == AABB_64 ? aabb64 + index * (AABB_STRIDE * 8) : obbs + index * (OBB_STRIDE * 8);
}

/** Writes BOX_BOUNDS: see bvh/worldBounds.ts. */
export function writeWorldBounds(place: u32): void {
  const box = recordAt(place);
  const kind = kindOf(place);
  if (kind == AABB_32) {
    for (let k: usize = 0; k < 6; k++) store<f64>(BOX_BOUNDS + (k << 3), load<f32>(box + (k << 2)));
    return;
  }
  if (kind == AABB_64) {
    memory.copy(BOX_BOUNDS, box, 48);
    return;
  }
  const midX = load<f64>(box) / 2 + load<f64>(box, 24) / 2;
  const midY = load<f64>(box, 8) / 2 + load<f64>(box, 32) / 2;
  const midZ = load<f64>(box, 16) / 2 + load<f64>(box, 40) / 2;
  const halfX = load<f64>(box, 24) / 2 - load<f64>(box) / 2;
  const halfY = load<f64>(box, 32) / 2 - load<f64>(box, 8) / 2;
  const halfZ = load<f64>(box, 40) / 2 - load<f64>(box, 16) / 2;
  for (let row: usize = 0; row < 24; row += 8) {
    const mX = load<f64>(box + row, COLUMNS * 8);
    const mY = load<f64>(box + row, COLUMNS * 8 + 24);
    const mZ = load<f64>(box + row, COLUMNS * 8 + 48);
    const center = mX * midX + mY * midY + mZ * midZ + load<f64>(box + row, TRANSLATION * 8);
    const radius = abs(mX) * halfX + abs(mY) * halfY + abs(mZ) * halfZ;
    store<f64>(BOX_BOUNDS + row, center - radius);
    store<f64>(BOX_BOUNDS + row, center + radius, 24);
  }
}

/** Writes the bounds of the box at a place as a row's: see bvh/rows.ts. */
export function writeRowBounds(place: u32, row: usize): void {
  writeWorldBounds(place);
  if (kindOf(place) == OBB) widen(recordAt(place));
  for (let k = 0; k < 3; k++) {
    const origin = measured(ORIGIN + k);
    const word = <usize>k << 2;
    const number = BOX_BOUNDS + (<usize>k << 3);
    store<f32>(row + word, roundDown(load<f64>(number) - origin) + 0);
    store<f32>(row + word, -roundDown(-(load<f64>(number, 24) - origin)) + 0, 16);
  }
}

function widen(box: usize): void {
  obbMargin(box);
  let offset: f64 = 0;
  let size = max(max(spanX, spanY), spanZ);
  for (let k = 0; k < 3; k++) {
    const translation = load<f64>(box + (<usize>k << 3), TRANSLATION * 8);
    offset = max(offset, abs(translation - measured(ORIGIN + k)));
    size = max(size, abs(translation));
  }
  const width = marginBase + marginSlope * (measured(REACH) + offset) + 1.7763568394002505e-15 * size;
  for (let at = BOX_BOUNDS; at < BOX_BOUNDS + 24; at += 8) {
    store<f64>(at, width < Infinity ? load<f64>(at) - width : -Infinity);
    store<f64>(at, width < Infinity ? load<f64>(at, 24) + width : Infinity, 24);
  }
}

/** The largest float32 not above a number. */
function roundDown(value: f64): f32 {
  const rounded = <f32>value;
  if (<f64>rounded <= value) return rounded;
  if (rounded == 0) return -1.401298464324817e-45;
  const bits = reinterpret<i32>(rounded);
  return reinterpret<f32>(rounded > 0 ? bits - 1 : bits + 1);
}

/** Whether a row's bounds are the box at a place itself, to the last bit, once the tree's origin is added. */
export function isExact(place: u32, row: usize): bool {
  if (kindOf(place) == OBB) return false;
  writeWorldBounds(place);
  for (let k = 0; k < 3; k++) {
    const origin = measured(ORIGIN + k);
    const word = <usize>k << 2;
    const number = BOX_BOUNDS + (<usize>k << 3);
    if (<f64>load<f32>(row + word) + origin != load<f64>(number)) return false;
    if (<f64>load<f32>(row + word, 16) + origin != load<f64>(number, 24)) return false;
  }
  return true;
}

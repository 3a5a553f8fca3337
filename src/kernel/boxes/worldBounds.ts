import { ORIGIN } from '../../bvh/layout/kernelLayout';
import { AABB_32, AABB_64, CONTENT, IN_SLOT, MAX_X, MIN_X, OBB, WIDTH } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { aabb32, aabb64, obbs } from '../memory/boundScene';
import { exchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';

/** The bounds of a box, min x y z, max x y z: in its own space, or in the world. */
export const BOX_BOUNDS: usize = memoryBase + memory.data(6 * 8, 16);

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

/** Writes BOX_BOUNDS in the box's own space; returns where its record is. */
export function readRecord(place: u32): usize {
  const record = recordAt(place);
  if (kindOf(place) == AABB_32) {
    const four = v128.load(record);
    v128.store(BOX_BOUNDS, f64x2.promote_low_f32x4(four));
    v128.store(BOX_BOUNDS + 16, f64x2.promote_low_f32x4(v128.shuffle<i64>(four, four, 1, 1)));
    v128.store(BOX_BOUNDS + 32, f64x2.promote_low_f32x4(v128.load64_zero(record, 16)));
  } else {
    v128.store(BOX_BOUNDS, v128.load(record));
    v128.store(BOX_BOUNDS + 16, v128.load(record, 16));
    v128.store(BOX_BOUNDS + 32, v128.load(record, 32));
  }
  return record;
}

/** The same for the box in a slot: from the slot itself where that can be, as it is in the cache. */
export function readSlotBox(slot: usize): usize {
  const place = load<u32>(slot, CONTENT * 4);
  if (kindOf(place) != IN_SLOT) return readRecord(place);
  for (let k = 0; k < 3; k++) {
    const bound = slot + <usize>k * (WIDTH * 4);
    const number = BOX_BOUNDS + (<usize>k << 3);
    store<f64>(number, <f64>load<f32>(bound, MIN_X * 4) + exchanged(ORIGIN + k));
    store<f64>(number, <f64>load<f32>(bound, MAX_X * 4) + exchanged(ORIGIN + k), 24);
  }
  return slot;
}

/** See middle and halfSize in primitives/boxRecord.ts: of BOX_BOUNDS, from that number on. */
export function middle(number: usize): f64 {
  return load<f64>(BOX_BOUNDS + number) / 2 + load<f64>(BOX_BOUNDS + number, 24) / 2;
}

export function halfSize(number: usize): f64 {
  return load<f64>(BOX_BOUNDS + number, 24) / 2 - load<f64>(BOX_BOUNDS + number) / 2;
}

/** Writes BOX_BOUNDS in the world: see bvh/boxes/worldBounds.ts. */
export function writeWorldBounds(place: u32): void {
  const box = readRecord(place);
  if (kindOf(place) != OBB) return;
  const middleX = middle(0);
  const middleY = middle(8);
  const middleZ = middle(16);
  const halfX = halfSize(0);
  const halfY = halfSize(8);
  const halfZ = halfSize(16);
  for (let row: usize = 0; row < 24; row += 8) {
    const x = load<f64>(box + row, COLUMNS * 8);
    const y = load<f64>(box + row, COLUMNS * 8 + 24);
    const z = load<f64>(box + row, COLUMNS * 8 + 48);
    const center = x * middleX + y * middleY + z * middleZ + load<f64>(box + row, TRANSLATION * 8);
    const radius = abs(x) * halfX + abs(y) * halfY + abs(z) * halfZ;
    store<f64>(BOX_BOUNDS + row, center - radius);
    store<f64>(BOX_BOUNDS + row, center + radius, 24);
  }
}

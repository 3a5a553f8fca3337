import { AABB_32, OBB } from '../../bvh/layout/nodeLayout';
import { COLUMNS, TRANSLATION } from '../../primitives/flat/boxLayout';
import { halfSize, middle } from '../primitives/flat/boxFrame';
import { memoryBase } from '../memory/workingMemory';
import { kindOf, recordAt } from './boxStore';

/** BOX_BOUNDS: the local or world bounds of the box that was read last, as min x y z, max x y z. */
export const BOX_BOUNDS: usize = memoryBase + memory.data(6 * 8, 16);

/**
 * Copies the local bounds of a box, given its place (kind and record index), to BOX_BOUNDS. Returns its record's
 * address.
 */
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

/**
 * Writes the world bounds of a box, given its place (kind and record index), to BOX_BOUNDS: see
 * bvh/boxes/worldBounds.ts.
 */
export function writeWorldBounds(place: u32): void {
  const box = readRecord(place);
  if (kindOf(place) == OBB) writeObbBounds(box);
}

/** Replaces the local bounds of an OBB in BOX_BOUNDS by its world bounds: see primitives/flat/boxFrame.ts. */
function writeObbBounds(box: usize): void {
  const middleX = middle(BOX_BOUNDS);
  const middleY = middle(BOX_BOUNDS + 8);
  const middleZ = middle(BOX_BOUNDS + 16);
  const halfX = halfSize(BOX_BOUNDS);
  const halfY = halfSize(BOX_BOUNDS + 8);
  const halfZ = halfSize(BOX_BOUNDS + 16);
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

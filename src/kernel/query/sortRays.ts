import { BATCH_STRIDE, CELL_BITS, RAY_KEYS } from '../../bvh/layout/kernelLayout';
import { meetsTriangles } from '../margins/guardReach';
import { coarsest } from '../margins/rayMargin';
import { memoryBase } from '../memory/workingMemory';

/** Sorts the rays of a batch: rays that begin near each other with similar directions are cast one after another. */

/** How many bits the index of a ray's cell has on an axis. CELLS is the most cells on an axis. */
const AXIS_BITS: i32 = 7;
const CELLS: i32 = 1 << AXIS_BITS;
/** For each cell on each axis, the bits that the cell adds to the sort key of a ray. */
const KEY_PARTS: usize = memoryBase + memory.data(3 * 128 * 2, 16);
/** The least size of a sort cell for rays at triangles, as a fraction of the least size for rays at boxes. */
const SMALL_PART: f32 = 2 ** -12;

/** On each axis, where the cells for the origins of rays begin, and the number of cells per unit. */
let cellStarts: v128 = i64x2(0, 0);
let cellScales: v128 = i64x2(0, 0);

/**
 * Returns whether most rays of a batch differ from the ray before in the cell of their origin or the octant of their
 * direction. Takes a sample of the rays, and lays the cells around the origins of the sample. A cell is at least a few
 * boxes wide, because closer origins, such as those of a camera's rays, do not determine which nodes are visited.
 */
export function isIncoherent(rays: usize, isFloat32: bool, count: i32): bool {
  const step = max(1, count >> 6);
  let low = originOf(rays, isFloat32, 0);
  let high = low;
  for (let i = 0; i < count; i += step) {
    const origin = originOf(rays, isFloat32, i);
    low = f32x4.pmin(low, origin);
    high = f32x4.pmax(high, origin);
  }
  // Sort cells are smaller for rays at triangles, because a mesh's box is large beside its triangles.
  const least = meetsTriangles() ? coarsest * SMALL_PART : coarsest;
  const sides = f32x4.pmax(f32x4.splat(least * <f32>(1 << CELL_BITS)), f32x4.sub(high, low));
  cellStarts = low;
  cellScales = f32x4.div(f32x4.splat(<f32>CELLS), sides);
  divideSpace(sides);

  let pairs = 0;
  let changes = 0;
  for (let i = 0; i + 1 < count; i += step) {
    pairs++;
    if (keyOf(rays, isFloat32, i) != keyOf(rays, isFloat32, i + 1)) changes++;
  }
  return changes * 2 > pairs;
}

/** Returns the origin of a ray of a batch, in float32. The fourth lane may hold any number. */
function originOf(rays: usize, isFloat32: bool, index: i32): v128 {
  if (isFloat32) return v128.load(rays + <usize>index * (BATCH_STRIDE * 4));
  const ray = rays + <usize>index * (BATCH_STRIDE * 8);
  const xy = f32x4.demote_f64x2_zero(v128.load(ray));
  const z = f32x4.demote_f64x2_zero(v128.load64_zero(ray, 16));
  return v128.shuffle<i32>(xy, z, 0, 1, 4, 5);
}

/** Returns a bit for each axis on which the direction of a ray of a batch is negative. */
function octantOf(rays: usize, isFloat32: bool, index: i32): i32 {
  if (isFloat32) return i32x4.bitmask(v128.load(rays + <usize>index * (BATCH_STRIDE * 4), 8)) >> 1;
  const ray = rays + <usize>index * (BATCH_STRIDE * 8);
  return i64x2.bitmask(v128.load(ray, 24)) | ((i64x2.bitmask(v128.load(ray, 32)) & 2) << 1);
}

/**
 * Writes the indices of the rays of a batch, sorted by key, with a counting sort.
 *
 * @param starts the address of a word for each key: first the number of rays with the key, then the place in `sorted`
 *   of the next ray with the key.
 */
export function sortRays(rays: usize, isFloat32: bool, count: i32, starts: usize, sorted: usize): void {
  const keys = sorted + (<usize>count << 2);
  memory.fill(starts, 0, RAY_KEYS * 4);
  for (let i = 0; i < count; i++) {
    const key = keyOf(rays, isFloat32, i);
    store<u16>(keys + (<usize>i << 1), <u16>key);
    const at = starts + (<usize>key << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  let start = 0;
  for (let at: usize = starts; at < starts + RAY_KEYS * 4; at += 4) {
    const size = load<i32>(at);
    store<i32>(at, start);
    start += size;
  }
  for (let i = 0; i < count; i++) {
    const at = starts + (<usize>load<u16>(keys + (<usize>i << 1)) << 2);
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    store<i32>(sorted + (<usize>place << 2), i);
  }
}

/**
 * Writes KEY_PARTS, the bits of the sort key for each cell. Each bit of the key halves the cells along their longest
 * axis, so that the cells of a flat scene are not flat.
 */
function divideSpace(sides: v128): void {
  let x = f32x4.extract_lane(sides, 0);
  let y = f32x4.extract_lane(sides, 1);
  let z = f32x4.extract_lane(sides, 2);
  let cellX = CELLS;
  let cellY = CELLS;
  let cellZ = CELLS;
  memory.fill(KEY_PARTS, 0, 3 * CELLS * 2);
  for (let bit = 3 * CELL_BITS + 2; bit > 2; bit--) {
    if (cellX > 1 && ((x >= y && x >= z) || (cellY == 1 && cellZ == 1))) {
      x *= 0.5;
      setBit(0, cellX >>= 1, bit);
    } else if (cellY > 1 && (y >= z || cellZ == 1)) {
      y *= 0.5;
      setBit(1, cellY >>= 1, bit);
    } else {
      z *= 0.5;
      setBit(2, cellZ >>= 1, bit);
    }
  }
}

/** Sets a bit of the sort key for all cells on an axis whose index has the bit `ofCell`. */
function setBit(axis: usize, ofCell: i32, bit: i32): void {
  for (let cell = 0; cell < CELLS; cell++) {
    if ((cell & ofCell) == 0) continue;
    const at = KEY_PARTS + ((axis * CELLS + cell) << 1);
    store<u16>(at, <u16>(<i32>load<u16>(at) | (1 << bit)));
  }
}

/**
 * Returns the sort key of a ray: the number of its origin's cell, with near numbers for neighbouring cells, and the
 * octant of its direction.
 */
function keyOf(rays: usize, isFloat32: bool, index: i32): i32 {
  const distances = f32x4.sub(originOf(rays, isFloat32, index), cellStarts);
  // The conversion to integers clamps numbers that are too large, and converts NaN to 0.
  const cells = i32x4.trunc_sat_f32x4_s(f32x4.mul(distances, cellScales));
  const inside = i32x4.max_s(i32x4.min_s(cells, i32x4.splat(CELLS - 1)), i32x4.splat(0));
  const x = KEY_PARTS + (<usize>i32x4.extract_lane(inside, 0) << 1);
  const y = KEY_PARTS + (<usize>i32x4.extract_lane(inside, 1) << 1);
  const z = KEY_PARTS + (<usize>i32x4.extract_lane(inside, 2) << 1);
  const cell = <i32>load<u16>(x) | <i32>load<u16>(y, 128 * 2) | <i32>load<u16>(z, 256 * 2);
  return cell | octantOf(rays, isFloat32, index);
}

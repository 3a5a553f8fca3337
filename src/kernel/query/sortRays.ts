import { BATCH_STRIDE, CELL_BITS, RAY_KEYS } from '../../bvh/layout/kernelLayout';
import { meetsTriangles } from '../margins/guardReach';
import { coarsest } from '../margins/rayMargin';

/** The order in which the rays of a batch are cast: those that begin near each other and go the same way follow one another. */

const CELLS: i32 = 1 << CELL_BITS;
/** The least size of a cell where rays meet triangles, as a part of that where they meet boxes. */
const SMALL_PART: f32 = 2 ** -12;

/** Where the cells of origins begin, and how many there are in a unit, on each axis. */
let cellStarts: v128 = i64x2(0, 0);
let cellScales: v128 = i64x2(0, 0);

/**
 * Whether most rays begin in another cell, or go another way, than the ray before them. Looks at a sample, and makes the
 * cells such that they are around its origins. Each is at least a few boxes wide: origins that are closer than that, as
 * those of a camera's rays may be, do not tell which nodes are visited.
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
  const widths = f32x4.mul(f32x4.sub(high, low), f32x4.splat(1 / <f32>CELLS));
  cellStarts = low;
  // A mesh is a large box of small triangles.
  const least = meetsTriangles() ? coarsest * SMALL_PART : coarsest;
  cellScales = f32x4.div(f32x4.splat(1), f32x4.pmax(f32x4.splat(least), widths));

  let pairs = 0;
  let changes = 0;
  for (let i = 0; i + 1 < count; i += step) {
    pairs++;
    if (keyOf(rays, isFloat32, i) != keyOf(rays, isFloat32, i + 1)) changes++;
  }
  return changes * 2 > pairs;
}

/** The origin of a ray of a batch. The fourth lane may be anything. */
function originOf(rays: usize, isFloat32: bool, index: i32): v128 {
  if (isFloat32) return v128.load(rays + <usize>index * (BATCH_STRIDE * 4));
  const ray = rays + <usize>index * (BATCH_STRIDE * 8);
  const xy = f32x4.demote_f64x2_zero(v128.load(ray));
  const z = f32x4.demote_f64x2_zero(v128.load64_zero(ray, 16));
  return v128.shuffle<i32>(xy, z, 0, 1, 4, 5);
}

/** A bit for each axis on which the direction of a ray of a batch is negative. */
function octantOf(rays: usize, isFloat32: bool, index: i32): i32 {
  if (isFloat32) return i32x4.bitmask(v128.load(rays + <usize>index * (BATCH_STRIDE * 4), 8)) >> 1;
  const ray = rays + <usize>index * (BATCH_STRIDE * 8);
  return i64x2.bitmask(v128.load(ray, 24)) | ((i64x2.bitmask(v128.load(ray, 32)) & 2) << 1);
}

/**
 * Writes the indices of the rays, sorted by key. This is a counting sort.
 *
 * @param starts for each key: first how many rays have it, then where the next of them goes.
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

/** The cell in which a ray begins, in Morton order, and the octant of its direction. */
function keyOf(rays: usize, isFloat32: bool, index: i32): i32 {
  const distances = f32x4.sub(originOf(rays, isFloat32, index), cellStarts);
  // The conversion saturates, and turns NaN into 0.
  const cells = i32x4.trunc_sat_f32x4_s(f32x4.mul(distances, cellScales));
  const inside = spread(i32x4.max_s(i32x4.min_s(cells, i32x4.splat(CELLS - 1)), i32x4.splat(0)));
  const x = i32x4.extract_lane(inside, 0);
  const y = i32x4.extract_lane(inside, 1);
  const z = i32x4.extract_lane(inside, 2);
  return ((x | (y << 1) | (z << 2)) << 3) | octantOf(rays, isFloat32, index);
}

/** Puts two zeros between any two bits of the cell on each axis. */
function spread(cells: v128): v128 {
  const low = v128.or(
    v128.and(cells, i32x4.splat(1)),
    i32x4.shl(v128.and(cells, i32x4.splat(2)), 2),
  );
  const high = v128.or(
    i32x4.shl(v128.and(cells, i32x4.splat(4)), 4),
    i32x4.shl(v128.and(cells, i32x4.splat(8)), 6),
  );
  return v128.or(low, high);
}

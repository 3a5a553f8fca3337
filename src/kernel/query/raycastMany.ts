import { BATCH_STRIDE, CELL_BITS, HIT_T, MET_NUMBERS, RAY_KEYS, UNTAMED } from '../../bvh/layout/kernelLayout';
import { guardReach, meetsTriangles } from '../margins/guardReach';
import { GROUP, prepareGroup } from '../margins/rayGroupMargin';
import { coarsest, prepareRange } from '../margins/rayMargin';
import { memoryBase } from '../memory/kernelMemory';
import { readRay } from '../primitives/flat/batchRays';
import { keptU, keptV, NO_TRIANGLE } from './walkMesh';
import { castRay, closestTriangle } from './walkRay';
import { castGroup, UNFINISHED, WORTH_IT } from './walkRayGroup';

/**
 * How many rays are cast one by one before the next try of a group, after a group that was not worth it. Twice as many
 * after each further one.
 */
const SHORTEST_PAUSE: i32 = 16;
const LONGEST_PAUSE: i32 = 512;

const CELLS: i32 = 1 << CELL_BITS;
/** The least size of a cell where rays meet triangles, as a part of that where they meet boxes. */
const SMALL_PART: f32 = 2 ** -12;

/**
 * Finds the closest hit of each of many rays: bvh/query/raycastMany.ts. A ray has six numbers. RAY has the range and
 * `solid` of all rays. If the rays are not sorted and meet no meshes, neighbours that go the same way are cast four at a
 * time.
 *
 * @param isFloat32 whether the numbers are float32. Otherwise they are float64.
 * @param order room to sort the rays first: the rays once more, RAY_KEYS words, and six bytes a ray. Rays that begin near each other and go
 *   the same way visit the same nodes, which are then still in the cache. 0 to cast the rays in the given order.
 * @param met where to write the triangle of each hit, its u and its v. 0 to write none.
 * @returns 0, or 1 if a ray is UNTAMED. The answers are then incomplete.
 */
export function raycastMany(
  rays: usize,
  isFloat32: bool,
  count: i32,
  order: usize,
  ids: usize,
  ts: usize,
  met: usize,
  hasMask: bool,
  mask: u32,
): i32 {
  const sortedRays = order == 0 ? rays : order;
  const starts = order + <usize>count * bytesOfRay(isFloat32);
  const sorted = starts + RAY_KEYS * 4;
  if (order != 0) sortRays(rays, isFloat32, count, sortedRays, starts, sorted);
  prepareRange();
  const hasMeshes = meetsTriangles();
  // A group tests boxes only.
  const hasGroups = order == 0 && met == 0 && !hasMeshes;
  let pause = SHORTEST_PAUSE;
  let pauseEnd = 0;
  for (let i = 0; i < count; i++) {
    if (hasGroups && i >= pauseEnd && i + GROUP <= count && prepareGroup(rays, isFloat32, i)) {
      const outcome = castGroup(rays, isFloat32, i, ids, ts, hasMask, mask);
      pause = outcome == WORTH_IT ? SHORTEST_PAUSE : min(pause * 2, LONGEST_PAUSE);
      if (outcome != WORTH_IT) pauseEnd = i + GROUP - 1 + pause;
      if (outcome != UNFINISHED) {
        i += GROUP - 1;
        continue;
      }
    }
    const next = order == 0 ? i : load<i32>(sorted + (<usize>i << 2));
    readRay(sortedRays, isFloat32, i);
    const id = castRay(false, hasMask, mask, hasMask, -Infinity, -1, 0, 0, hasMeshes ? guardReach() : 0);
    if (id == UNTAMED) return 1;
    store<i32>(ids + (<usize>next << 2), id);
    store<f64>(ts + (<usize>next << 3), load<f64>(memoryBase, HIT_T * 8));
    if (met != 0) {
      const at = met + <usize>next * (MET_NUMBERS * 8);
      const isTriangle = id >= 0 && closestTriangle != NO_TRIANGLE;
      store<f64>(at, isTriangle ? <f64>closestTriangle : NO_TRIANGLE);
      store<f64>(at, isTriangle ? keptU : 0, 8);
      store<f64>(at, isTriangle ? keptV : 0, 16);
    }
  }
  return 0;
}

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

function bytesOfRay(isFloat32: bool): usize {
  return isFloat32 ? BATCH_STRIDE * 4 : BATCH_STRIDE * 8;
}

/** A bit for each axis on which the direction of a ray of a batch is negative. */
function octantOf(rays: usize, isFloat32: bool, index: i32): i32 {
  if (isFloat32) return i32x4.bitmask(v128.load(rays + <usize>index * (BATCH_STRIDE * 4), 8)) >> 1;
  const ray = rays + <usize>index * (BATCH_STRIDE * 8);
  return i64x2.bitmask(v128.load(ray, 24)) | ((i64x2.bitmask(v128.load(ray, 32)) & 2) << 1);
}

/**
 * Writes the rays sorted by key, and their indices. This is a counting sort. A ray that is copied to its place waits for
 * nothing; one that was read from there would wait for memory, as the meshes take the cache.
 *
 * @param starts for each key: first how many rays have it, then where the next of them goes.
 */
function sortRays(
  rays: usize,
  isFloat32: bool,
  count: i32,
  sortedRays: usize,
  starts: usize,
  sorted: usize,
): void {
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
  const bytes = bytesOfRay(isFloat32);
  for (let i = 0; i < count; i++) {
    const at = starts + (<usize>load<u16>(keys + (<usize>i << 1)) << 2);
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    store<i32>(sorted + (<usize>place << 2), i);
    copyRay(rays + <usize>i * bytes, sortedRays + <usize>place * bytes, isFloat32);
  }
}

function copyRay(from: usize, to: usize, isFloat32: bool): void {
  v128.store(to, v128.load(from));
  if (isFloat32) store<u64>(to, load<u64>(from, 16), 16);
  else {
    v128.store(to, v128.load(from, 16), 16);
    v128.store(to, v128.load(from, 32), 32);
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

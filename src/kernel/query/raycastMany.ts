import { BATCH_STRIDE, HIT_T, HIT_TRIANGLE_NUMBERS, RAY_KEYS, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { guardReach, meetsTriangles } from '../margins/guardReach';
import { GROUP, prepareGroup } from '../margins/rayGroupMargin';
import { prepareRange } from '../margins/rayMargin';
import { readRay } from '../primitives/flat/batchRays';
import { memoryBase } from '../memory/workingMemory';
import { sortRays } from './sortRays';
import { bestFront, bestTriangle, bestU, bestV, NO_TRIANGLE } from '../meshes/meshRay';
import { walkRay, isTriangle } from './walkRay';
import { castGroup, UNFINISHED, WORTH_IT } from './walkRayGroup';

/**
 * How many rays are cast one by one after a group of four rays that shared too few nodes, before the next group. The
 * number doubles with each further group of this kind.
 */
const SHORTEST_PAUSE: i32 = 16;
const LONGEST_PAUSE: i32 = 512;

/**
 * How many sorted rays are cast before their answers are copied to the caller's arrays. The block is small enough to
 * stay in the cache.
 */
const BLOCK: i32 = 256;

/** Receives the words that {@link touchAnswers} reads, which keeps the compiler from removing the reads. */
export let touched: i32 = 0;

/**
 * Finds the closest hit of each of many rays: see bvh/query/raycastMany.ts. A ray has six numbers. All rays have the
 * range and `solid` of RAY. If the rays are not sorted and no triangles count, consecutive rays in the same octant of
 * directions are cast four at a time.
 *
 * @param isFloat32 whether the numbers of the rays are float32. Otherwise they are float64.
 * @param order the address of memory to sort the rays first: RAY_KEYS words, and six bytes a ray. Sorted rays that
 *   begin near each other in the same direction visit the same nodes, which are then in the cache. 0 to cast the rays
 *   in the given order.
 * @param triangles the address for the triangle, u, v and front of each hit, or 0 to write no triangles.
 * @returns 0, or 1 if a ray is NEEDS_FLOAT64. After 1, the answers are incomplete.
 */
export function raycastMany(
  rays: usize, isFloat32: bool, count: i32, order: usize, ids: usize, ts: usize, triangles: usize,
  hasMask: bool, mask: u32,
): i32 {
  prepareRange();
  if (order == 0) {
    // A group of rays tests boxes only, so rays at triangles are cast one by one.
    const hasGroups = triangles == 0 && !meetsTriangles();
    return castInTurn(rays, isFloat32, count, ids, ts, triangles, hasMask, mask, hasGroups);
  }
  const sorted = order + RAY_KEYS * 4;
  sortRays(rays, isFloat32, count, order, sorted);
  // The memory of the sort keys is free once the rays are sorted, so it holds the rays and answers of a block.
  const blockTs = order + BLOCK * (BATCH_STRIDE * 8);
  const blockTriangles = blockTs + BLOCK * 8;
  const blockIds = blockTriangles + BLOCK * (HIT_TRIANGLE_NUMBERS * 8);
  for (let first = 0; first < count; first += BLOCK) {
    const indices = sorted + (<usize>first << 2);
    const size = min(BLOCK, count - first);
    gatherRays(rays, isFloat32, indices, size, order);
    const blockTrianglesTo: usize = triangles == 0 ? 0 : blockTriangles;
    if (castInTurn(order, isFloat32, size, blockIds, blockTs, blockTrianglesTo, hasMask, mask, false) != 0) return 1;
    touchAnswers(indices, size, ids, ts);
    for (let i: usize = 0; i < <usize>size; i++) {
      const index = <usize>load<i32>(indices + (i << 2));
      store<i32>(ids + (index << 2), load<i32>(blockIds + (i << 2)));
      store<f64>(ts + (index << 3), load<f64>(blockTs + (i << 3)));
      if (triangles != 0) memory.copy(triangles + index * (HIT_TRIANGLE_NUMBERS * 8), blockTriangles + i * (HIT_TRIANGLE_NUMBERS * 8), HIT_TRIANGLE_NUMBERS * 8);
    }
  }
  return 0;
}

/**
 * Copies rays that are far apart in memory side by side. In this loop, the cache misses of several rays overlap, while
 * a read of each ray just before its cast would stall.
 */
function gatherRays(rays: usize, isFloat32: bool, indices: usize, count: i32, out: usize): void {
  const bytes: usize = isFloat32 ? BATCH_STRIDE * 4 : BATCH_STRIDE * 8;
  for (let i = 0; i < count; i++) {
    const ray = rays + <usize>load<i32>(indices + (<usize>i << 2)) * bytes;
    for (let at: usize = 0; at < bytes; at += 8) store<u64>(out + at, load<u64>(ray + at));
    out += bytes;
  }
}

/**
 * Prefetches the memory for the answers of rays, which are far apart, so that the cache misses overlap. Processors
 * write in order: a write that misses the cache stalls all later writes.
 */
function touchAnswers(indices: usize, count: i32, ids: usize, ts: usize): void {
  let read = 0;
  for (let i = 0; i < count; i++) {
    const index = <usize>load<i32>(indices + (<usize>i << 2));
    read |= load<i32>(ids + (index << 2)) | load<i32>(ts + (index << 3));
  }
  touched = read;
}

/** Casts the rays of a batch in the given order. Returns 0, or 1 if a ray is NEEDS_FLOAT64. */
function castInTurn(
  rays: usize, isFloat32: bool, count: i32, ids: usize, ts: usize, triangles: usize, hasMask: bool, mask: u32,
  hasGroups: bool,
): i32 {
  const hasMeshes = meetsTriangles();
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
    readRay(rays, isFloat32, i);
    const reach = hasMeshes ? guardReach() : 0;
    const id = walkRay(false, hasMask, mask, hasMask, reach);
    if (id == NEEDS_FLOAT64) return 1;
    store<i32>(ids + (<usize>i << 2), id);
    store<f64>(ts + (<usize>i << 3), load<f64>(memoryBase, HIT_T * 8));
    if (triangles != 0) {
      const at = triangles + <usize>i * (HIT_TRIANGLE_NUMBERS * 8);
      const hasTriangle = id >= 0 && isTriangle;
      store<f64>(at, hasTriangle ? <f64>bestTriangle() : NO_TRIANGLE);
      store<f64>(at, hasTriangle ? bestU : 0, 8);
      store<f64>(at, hasTriangle ? bestV : 0, 16);
      store<f64>(at, hasTriangle ? <f64>bestFront : 0, 24);
    }
  }
  return 0;
}

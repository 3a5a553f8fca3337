import { CANDIDATE_BOUND, CANDIDATE_COUNT, CANDIDATE_LIMIT, CANDIDATES, MESH_ADDRESSES, RAY } from '../../bvh/layout/kernelLayout';
import { T_MIN } from '../../primitives/flat/rayLayout';
import { memoryBase } from '../memory/workingMemory';
import { axisX, axisY, axisZ, directionZ, originXY, originZ, shearXY } from '../primitives/flat/shear';
import { tableOf } from './meshRay';

/**
 * The triangles of a mesh that may be a ray's closest hit by another computation than the kernel's. For each: the least
 * t at which the ray may hit the triangle, and the triangle's place, 16 bytes together.
 */
const LIST: usize = memoryBase + memory.data(CANDIDATE_LIMIT * 16, 16);

/** How many triangles are in the list. More than CANDIDATE_LIMIT if the list is full. */
export let candidateCount: i32 = 0;
/**
 * The least t up to which the ray certainly hits a triangle of the list. The limit of the walk if it certainly hits none, or
 * if the list is not pruned.
 */
let bound: f64 = Infinity;
/** β: see bvh/meshes/mayHitTriangle.ts. */
let blur: f64 = 0;
let listedRay: usize = 0;
/** Whether triangles that the ray can only hit after a certain hit are left out. */
let isPruned: bool = true;

/** Empties the list, for a ray in a mesh. `margin` is defined in linkMargin.ts. */
export function beginCandidates(ray: usize, margin: f64, listsAll: bool): void {
  isPruned = !listsAll;
  candidateCount = 0;
  blur = 4 * margin;
  listedRay = ray;
}

/**
 * Adds a triangle to the list if the ray may hit it up to a limit: the test of bvh/meshes/mayHitTriangle.ts. The ray
 * must be sheared.
 *
 * @param corners the address of the triangle's corners.
 * @returns a t up to which the ray certainly hits the triangle, or Infinity.
 */
export function addCandidate(corners: usize, isFloat64: bool, place: i32, limit: f64): f64 {
  const aZ = coordinate(corners, isFloat64, axisZ) - f64x2.extract_lane(originZ, 0);
  const bZ = coordinate(corners, isFloat64, axisZ + 3) - f64x2.extract_lane(originZ, 0);
  const cZ = coordinate(corners, isFloat64, axisZ + 6) - f64x2.extract_lane(originZ, 0);
  const aX = shearedX(corners, isFloat64, 0, aZ);
  const aY = shearedY(corners, isFloat64, 0, aZ);
  const bX = shearedX(corners, isFloat64, 3, bZ);
  const bY = shearedY(corners, isFloat64, 3, bZ);
  const cX = shearedX(corners, isFloat64, 6, cZ);
  const cY = shearedY(corners, isFloat64, 6, cZ);
  const shareA = cX * bY - cY * bX;
  const shareB = aX * cY - aY * cX;
  const shareC = bX * aY - bY * aX;
  const reach = max(max(max(abs(aX), abs(aY)), max(abs(bX), abs(bY))), max(abs(cX), abs(cY)));
  const margin = 8 * blur * (reach + blur);
  const least = min(min(shareA, shareB), shareC);
  const most = max(max(shareA, shareB), shareC);
  if (least < -margin && most > margin) return Infinity;

  const tA = aZ / directionZ;
  const tB = bZ / directionZ;
  const tC = cZ / directionZ;
  let low = min(min(tA, tB), tC);
  let high = max(max(tA, tB), tC);
  const sum = shareA + shareB + shareC;
  if (abs(sum) > 6 * margin) {
    const t = (shareA / sum) * tA + (shareB / sum) * tB + (shareC / sum) * tC;
    const slack = (6 * margin / abs(sum)) * (high - low);
    low = max(low, t - slack);
    high = min(high, t + slack);
  }
  const timeMargin = blur / abs(directionZ);
  low -= timeMargin;
  high += timeMargin;
  if (low > limit || high < load<f64>(memoryBase, (RAY + T_MIN) * 8)) return Infinity;
  if (candidateCount < CANDIDATE_LIMIT) {
    const at = LIST + (<usize>candidateCount << 4);
    store<f64>(at, low);
    store<i32>(at, place, 8);
  }
  candidateCount++;
  return isPruned && (least > margin || most < -margin) ? high : Infinity;
}

/** Removes the triangles that the ray hits after a certain hit. */
export function endCandidates(certain: f64): void {
  bound = certain;
  if (candidateCount > CANDIDATE_LIMIT) return;
  let count = 0;
  for (let i = 0; i < candidateCount; i++) {
    const at = LIST + (<usize>i << 4);
    if (load<f64>(at) > certain) continue;
    const to = LIST + (<usize>count << 4);
    store<u64>(to, load<u64>(at));
    store<i32>(to, load<i32>(at, 8), 8);
    count++;
  }
  candidateCount = count;
}

/** Returns the least t at which the ray may hit a triangle of the list. */
export function leastCandidate(): f64 {
  if (candidateCount > CANDIDATE_LIMIT) return -Infinity;
  let least = Infinity;
  for (let i = 0; i < candidateCount; i++) least = min(least, load<f64>(LIST + (<usize>i << 4)));
  return least;
}

/** Writes the list to the exchanged numbers. The count is 0 if the list is full. */
export function writeCandidates(): void {
  const isFull = candidateCount > CANDIDATE_LIMIT;
  const count = isFull ? 0 : candidateCount;
  const numbers = <usize>load<u32>(tableOf(listedRay), MESH_ADDRESSES * 4 + 8);
  store<f64>(memoryBase, <f64>count, CANDIDATE_COUNT * 8);
  store<f64>(memoryBase, bound, CANDIDATE_BOUND * 8);
  for (let i = 0; i < count; i++) {
    const place = <usize>load<i32>(LIST + (<usize>i << 4), 8);
    store<f64>(memoryBase + (<usize>i << 3), <f64>load<i32>(numbers + (place << 2)), CANDIDATES * 8);
  }
}

/** Writes that the kernel has no list, and that JavaScript must find the candidates. */
export function writeNoCandidates(): void {
  store<f64>(memoryBase, 0, CANDIDATE_COUNT * 8);
}

@inline
function coordinate(corners: usize, isFloat64: bool, index: i32): f64 {
  return isFloat64 ? load<f64>(corners + (<usize>index << 3)) : <f64>load<f32>(corners + (<usize>index << 2));
}

@inline
function shearedX(corners: usize, isFloat64: bool, corner: i32, z: f64): f64 {
  return coordinate(corners, isFloat64, corner + axisX) - f64x2.extract_lane(originXY, 0) - f64x2.extract_lane(shearXY, 0) * z;
}

@inline
function shearedY(corners: usize, isFloat64: bool, corner: i32, z: f64): f64 {
  return coordinate(corners, isFloat64, corner + axisY) - f64x2.extract_lane(originXY, 1) - f64x2.extract_lane(shearXY, 1) * z;
}

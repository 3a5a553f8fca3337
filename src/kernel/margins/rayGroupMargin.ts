import { ORIGIN } from '../../bvh/layout/kernelLayout';
import { DIRECTION } from '../../primitives/flat/rayLayout';
import { numberOfTwo } from '../primitives/flat/batchRays';
import { memoryBase } from '../memory/workingMemory';
import { areAxesInRange, areSizesInRange, extraPad, inversesOf, padsOf, scenePadsAt, signsOf } from './rayMargin';
import { nearBounds } from './slabRay';

/** How many rays of a batch share one walk of the tree: a ray for each lane of a vector. */
export const GROUP: i32 = 4;

/**
 * The rays of a group of four for tests against node bounds: the numbers of slabRay.ts, at other byte offsets. The
 * starts and inverses have a vector for each axis x, y and z, in which each lane is a ray. The near bounds are the same
 * for all rays.
 */
export const GROUP_RAYS: usize = memoryBase + memory.data(160, 16);
export const NEAR_STARTS: usize = 0;
export const FAR_STARTS: usize = 48;
export const INVERSES: usize = 96;
export const NEAR_BOUNDS: usize = 144;

/**
 * Prepares four consecutive rays of a batch for tests against node bounds. Uses the operations of prepareRay, so the
 * margins are equal, but each lane is a ray and not an axis. Boxes are not widened for these rays. All rays have the
 * range of RAY, which must be prepared.
 *
 * @returns whether all rays are in range, and their directions have the same sign on each axis, so that the same bounds
 *   are the near bounds for all rays.
 */
export function prepareGroup(rays: usize, isFloat32: bool, first: i32): bool {
  const directionX = directionsOn(0, rays, isFloat32, first);
  const directionY = directionsOn(1, rays, isFloat32, first);
  const directionZ = directionsOn(2, rays, isFloat32, first);
  const signX = signsOf(directionX);
  const signY = signsOf(directionY);
  const signZ = signsOf(directionZ);
  if (!(isAllOrNone(i32x4.bitmask(signX)) && isAllOrNone(i32x4.bitmask(signY)) && isAllOrNone(i32x4.bitmask(signZ)))) return false;

  const originX = originsOn(0, rays, isFloat32, first);
  const originY = originsOn(1, rays, isFloat32, first);
  const originZ = originsOn(2, rays, isFloat32, first);
  const distanceX = f32x4.abs(originX);
  const distanceY = f32x4.abs(originY);
  const distanceZ = f32x4.abs(originZ);
  const speedX = f32x4.abs(directionX);
  const speedY = f32x4.abs(directionY);
  const speedZ = f32x4.abs(directionZ);
  const farthest = f32x4.pmax(f32x4.pmax(distanceX, distanceY), distanceZ);
  const fastest = f32x4.pmax(f32x4.pmax(speedX, speedY), speedZ);
  const scenePads = scenePadsAt();
  const extra = extraPad(farthest);
  const padX = padsOf(distanceX, v128.load32_splat(scenePads), extra);
  const padY = padsOf(distanceY, v128.load32_splat(scenePads, 4), extra);
  const padZ = padsOf(distanceZ, v128.load32_splat(scenePads, 8), extra);
  const areInRange = v128.and(
    v128.and(areAxesInRange(padX, speedX), areAxesInRange(padY, speedY)),
    v128.and(areAxesInRange(padZ, speedZ), areSizesInRange(farthest, fastest)),
  );
  if (!i32x4.all_true(areInRange)) return false;

  writeAxis(0, originX, v128.xor(padX, signX), inversesOf(directionX, fastest));
  writeAxis(16, originY, v128.xor(padY, signY), inversesOf(directionY, fastest));
  writeAxis(32, originZ, v128.xor(padZ, signZ), inversesOf(directionZ, fastest));
  const areDescents = v128.shuffle<i32>(v128.shuffle<i32>(signX, signY, 0, 4, 0, 4), signZ, 0, 1, 4, 4);
  v128.store(GROUP_RAYS, nearBounds(i32x4.shr_s(areDescents, 31)), NEAR_BOUNDS);
  return true;
}

/** Returns the origins of the group's four rays on an axis, relative to the tree's origin. */
function originsOn(axis: usize, rays: usize, isFloat32: bool, first: i32): v128 {
  const origin = v128.load64_splat(memoryBase + (axis << 3), ORIGIN * 8);
  const low = f64x2.sub(numberOfTwo(rays, isFloat32, first, axis), origin);
  const high = f64x2.sub(numberOfTwo(rays, isFloat32, first + 2, axis), origin);
  return v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}

function directionsOn(axis: usize, rays: usize, isFloat32: bool, first: i32): v128 {
  const low = numberOfTwo(rays, isFloat32, first, <usize>DIRECTION + axis);
  const high = numberOfTwo(rays, isFloat32, first + 2, <usize>DIRECTION + axis);
  return v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}

function isAllOrNone(bits: i32): bool {
  return bits == 0 || bits == 15;
}

/**
 * Writes the starts and inverses of four rays on an axis. `towards` holds their pads, with the signs of their
 * directions.
 */
function writeAxis(axis: usize, origins: v128, towards: v128, inverses: v128): void {
  const at = GROUP_RAYS + axis;
  const negatives = f32x4.neg(inverses);
  v128.store(at, f32x4.mul(f32x4.add(origins, towards), negatives), NEAR_STARTS);
  v128.store(at, f32x4.mul(f32x4.sub(origins, towards), negatives), FAR_STARTS);
  v128.store(at, inverses, INVERSES);
}

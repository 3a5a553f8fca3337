import { RAY } from '../../bvh/layout/kernelLayout';
import { INVERSE } from '../../primitives/flat/boxLayout';
import { DIRECTION, FACE, IS_INSIDE, SOLID, T_MIN } from '../../primitives/flat/rayLayout';
import { memoryBase } from '../memory/workingMemory';
import { rayFrom, rowDot } from '../primitives/query/raycastObb';
import { boundsOfSlotBox, isObbInSlot } from '../slots/slotBox';

/**
 * Writes to FACE the normal of the face where RAY hits the box in a slot: see bvh/query/faceNormal.ts. RAY must hit the
 * box. Does not branch on the axis, because that branch could not be predicted.
 *
 * Reads the slot and not the box's record if possible: the slot is in the cache after the walk, and a cache miss would
 * take longer than the walk.
 */
export function writeFace(slotAt: usize): void {
  const bounds = boundsOfSlotBox(slotAt);
  const isObb = isObbInSlot(slotAt);
  let x = rayAlong(0);
  let y = rayAlong(8);
  let z = rayAlong(16);
  if (isObb) {
    const xs = rayFrom(bounds, 0);
    const ys = rayFrom(bounds, 8);
    const zs = rayFrom(bounds, 16);
    x = rowDot(bounds + INVERSE * 8, xs, ys, zs);
    y = rowDot(bounds + INVERSE * 8 + 24, xs, ys, zs);
    z = rowDot(bounds + INVERSE * 8 + 48, xs, ys, zs);
  }
  // The planes of two axes are divided at once in one vector, because divisions take most of the time.
  const minXY = v128.load64_lane(bounds, v128.load64_zero(bounds), 1, 8);
  const maxXY = v128.load64_lane(bounds, v128.load64_zero(bounds, 24), 1, 32);
  const nearsXY = slabsNear(minXY, maxXY, v128.shuffle<i64>(x, y, 0, 2), v128.shuffle<i64>(x, y, 1, 3));
  const nearsZ = slabsNear(
    v128.load64_splat(bounds, 16),
    v128.load64_splat(bounds, 40),
    v128.shuffle<i64>(z, z, 0, 0),
    v128.shuffle<i64>(z, z, 1, 1),
  );
  const nearX = f64x2.extract_lane(nearsXY, 0);
  const nearY = f64x2.extract_lane(nearsXY, 1);
  const nearZ = f64x2.extract_lane(nearsZ, 0);
  const nearXY = largerOf(nearX, nearY);
  const near = largerOf(nearXY, nearZ);
  let axis = axisOf(nearY > nearX, nearZ > nearXY);
  const isInside = !(near >= load<f64>(memoryBase, (RAY + T_MIN) * 8));
  if (isInside) {
    const farX = slabFar(bounds, x);
    const farY = slabFar(bounds + 8, y);
    const farZ = slabFar(bounds + 16, z);
    axis = axisOf(farX > farY, (farX > farY ? farY : farX) > farZ);
  }
  // A bit for each axis on which the ray's direction is not negative.
  const ascents = isAscent(x) | (isAscent(y) << 1) | (isAscent(z) << 2);
  const isAtMax = ((ascents >> axis) & 1) == <i32>isInside;
  const sign: f64 = isInside && load<f64>(memoryBase, (RAY + SOLID) * 8) != 0 ? 0 : <f64>(2 * <i32>isAtMax - 1);
  if (isObb) {
    // The transposed inverse of an OBB's matrix transforms normals, so the normal of a local axis is a row of the
    // inverse.
    const row = bounds + INVERSE * 8 + 24 * <usize>axis;
    writeUnit(f64x2.mul(f64x2.splat(sign), v128.load(row)), sign * load<f64>(row, 16));
  } else {
    v128.store(memoryBase, f64x2.splat(0), (RAY + FACE) * 8);
    store<f64>(memoryBase, 0, (RAY + FACE) * 8 + 16);
    store<f64>(memoryBase + (<usize>axis << 3), sign, (RAY + FACE) * 8);
  }
  store<f64>(memoryBase, <f64>isInside, (RAY + IS_INSIDE) * 8);
}

/**
 * Writes the normal of the hit face with length 1, or zero, by the operations of normalize in
 * primitives/shapes/vec3.ts.
 */
function writeUnit(xy: v128, z: f64): void {
  const sizes = f64x2.abs(xy);
  const largest = oneIfZero(max(max(f64x2.extract_lane(sizes, 0), f64x2.extract_lane(sizes, 1)), abs(z)));
  const uv = f64x2.div(xy, f64x2.splat(largest));
  const w = z / largest;
  const squares = f64x2.mul(uv, uv);
  const length = oneIfZero(sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + w * w));
  v128.store(memoryBase, f64x2.add(f64x2.div(uv, f64x2.splat(length)), f64x2.splat(0)), (RAY + FACE) * 8);
  store<f64>(memoryBase, w / length + 0, (RAY + FACE) * 8 + 16);
}

/** Returns a size to divide by: `size`, or 1 if `size` is zero or NaN. */
function oneIfZero(size: f64): f64 {
  return size > 0 ? size : 1;
}

/** Returns the axis whose slab comes first: 2 if z comes before x and y, else 1 if y comes before x, else 0. */
function axisOf(isYBeforeX: bool, isZBeforeBoth: bool): i32 {
  return (<i32>isZBeforeBoth << 1) | (<i32>isYBeforeX & ~<i32>isZBeforeBoth);
}

/** Returns the larger of two numbers. Unlike `max`, it compiles without a branch. Returns `a` if one is NaN. */
function largerOf(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** Returns the origin and the direction of RAY on an axis of the world. `axis` is its byte offset: 0, 8 or 16. */
function rayAlong(axis: usize): v128 {
  const ray = memoryBase + axis;
  return v128.load64_lane(ray, v128.load64_zero(ray, RAY * 8), 1, (RAY + DIRECTION) * 8);
}

function isAscent(along: v128): i32 {
  return <i32>(f64x2.extract_lane(along, 1) >= 0);
}

/**
 * Returns the `t` where a ray enters the slabs of a box on two axes: see primitives/query/slabs.ts. The ray must hit
 * the box, so a ray parallel to a slab counts as between its planes.
 */
function slabsNear(mins: v128, maxs: v128, origins: v128, directions: v128): v128 {
  const planes = v128.bitselect(maxs, mins, f64x2.lt(directions, f64x2.splat(0)));
  const ts = f64x2.div(f64x2.sub(planes, origins), directions);
  return v128.bitselect(ts, f64x2.splat(-Infinity), f64x2.gt(f64x2.abs(directions), f64x2.splat(0)));
}

/**
 * Returns the `t` where the ray leaves the slab of a box on one axis.
 *
 * @param min the address of the box's lower bound on the axis. The upper bound is 24 bytes after the lower.
 * @param along the ray's origin and direction on the axis.
 */
function slabFar(min: usize, along: v128): f64 {
  const direction = f64x2.extract_lane(along, 1);
  if (!(abs(direction) > 0)) return Infinity;
  return (load<f64>(min + 24 * <usize>(direction > 0)) - f64x2.extract_lane(along, 0)) / direction;
}

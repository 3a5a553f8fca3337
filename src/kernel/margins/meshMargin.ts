import { NEEDS_FLOAT64, RAY, MESH_EXTENTS, MESH_MAGNITUDE, MESH_ORIGIN } from '../../bvh/layout/kernelLayout';
import { INVERSE } from '../../primitives/flat/boxLayout';
import { T_MIN } from '../../primitives/flat/rayLayout';
import { largerOf, largestLane, splatAxis } from '../lanes';
import { memoryBase } from '../memory/workingMemory';
import { rayFrom, rowDot } from '../primitives/query/raycastObb';
import { inversesOf, limitOf, ROUNDING, signsOf, SMALL, FLOAT32_RANGE } from './rayMargin';
import { EPSILON, U } from './roundOutward';
import { SLAB_RAY_BYTES, writeSlabRay } from './slabRay';

// The layout of a ray in the space of a mesh. It begins with the ray for tests against the bounds of the mesh's nodes:
// see slabRay.ts. In a vector, each lane is an axis.

/**
 * A byte offset in the layout of a ray in a mesh: P, the point near the ray that kernel/meshes/slotTriangles.ts needs.
 */
export const POINT: usize = SLAB_RAY_BYTES;
/** A byte offset in the layout of a ray in a mesh: the ray's origin and direction in the mesh's space, in float64. */
export const LOCAL: usize = SLAB_RAY_BYTES + 16;
/** A byte offset in the layout of a ray in a mesh: t0, in float64. The tests of nodes compute each t relative to t0. */
export const START: usize = SLAB_RAY_BYTES + 64;
/** A byte offset in the layout of a ray in a mesh: the smallest t at which the ray visits nodes, in float32. */
export const RANGE_START: usize = SLAB_RAY_BYTES + 72;
/** A byte offset in the layout of a ray in a mesh: β, the error of corners in the float32 test of triangles. */
export const BLUR: usize = SLAB_RAY_BYTES + 76;
/** A byte offset in the layout of a ray in a mesh: the fields that only the walk of the mesh uses. See meshRay.ts. */
export const WALK: usize = SLAB_RAY_BYTES + 80;

/** The results of {@link prepareMeshRay}, apart from NEEDS_FLOAT64. */
export const MISS: i32 = 0;
export const HIT: i32 = 1;

/**
 * Brings RAY into the space of an instance's mesh, and prepares it for tests of the mesh's nodes in float32.
 *
 * The ray is moved to where it enters the bounds of the mesh, as an instance may be small and far away. With t0 the t of
 * that entry, and o and d the ray's origin and direction, the moved ray starts at o' = o + t0·d. Everything is as in
 * prepareRay with o' in place of the ray's origin and t - t0 in place of t, except for what float64 rounds. With M = |o| +
 * the mesh's magnitude, u = 2^-53 and ε = 2^-24, on one axis:
 * - |t0·d| <= |o| + |o'|. So o' is off by less than u(|o| + 2|o'|).
 * - The exact test rounds t, and so a t in it is off by 2u|t|. As |t·d| <= M for any hit, that is 2uM.
 * - The other rounding errors are less than 16uM, as in prepareRay.
 * - t - t0 rounds once more. That error is relative to t, and far less than the slack of limitOf.
 *
 * The pads have 64uM for these roundings, and 2^-48·M for the pads of the triangles (see bvh/margins/guardReach.ts).
 * The pads also have 16ε|o'|. The range may begin a little before t0, so the ray counts as one that reaches back: the
 * pads have 16ε·extent, and a leaving t gets no slack.
 *
 * The ts where the ray enters and leaves the bounds are computed in float32. The subtraction in float64 and its
 * rounding, the inverse and the product are off by less than 5ε of each t. The bounds are wider by 2^-30·M, which
 * covers the pads of the triangles. So with a slack of 16ε, no triangle is hit before the ray enters or after it
 * leaves. The margins hold for any t0, so t0 may be inexact.
 *
 * If a number has overflowed to NaN, the result is NEEDS_FLOAT64.
 *
 * @param ray the address to write the ray to.
 * @param mesh the address of the mesh's table entry: see bvh/layout/kernelLayout.ts.
 * @param record the address of the instance's record.
 * @param limit hits after this t do not count.
 * @param reach how far from the ray a triangle may be and count as hit, a lane for each axis. The bounds, the pads and β grow by
 *   it. A caller adds what rounding takes: see prepareRay.
 */
export function prepareMeshRay(ray: usize, mesh: usize, record: usize, limit: f64, reach: v128): i32 {
  const xs = rayFrom(record, 0);
  const ys = rayFrom(record, 8);
  const zs = rayFrom(record, 16);
  const x = rowDot(record + INVERSE * 8, xs, ys, zs);
  const y = rowDot(record + INVERSE * 8 + 24, xs, ys, zs);
  const z = rowDot(record + INVERSE * 8 + 48, xs, ys, zs);
  const originXY = v128.shuffle<i64>(x, y, 0, 2);
  const directionXY = v128.shuffle<i64>(x, y, 1, 3);
  const directionZ = v128.shuffle<i64>(z, z, 1, 1);
  v128.store(ray, originXY, LOCAL);
  v128.store(ray, z, LOCAL + 16);
  v128.store(ray, directionXY, LOCAL + 24);
  v128.store64_lane(ray, directionZ, 0, LOCAL + 40);
  // An upper bound of all coordinates in the mesh's space: the ray's largest |origin| plus the mesh's magnitude.
  const sizes = f64x2.max(f64x2.abs(originXY), f64x2.abs(v128.shuffle<i64>(z, z, 0, 0)));
  const size = largerOf(sizes) + load<f64>(mesh, MESH_MAGNITUDE * 8);

  const directions = axesOf(directionXY, directionZ);
  const speeds = f32x4.abs(directions);
  const fastest = largestLane(speeds);
  const isDescent = f32x4.lt(directions, f32x4.splat(0));
  const inverses = inversesOf(directions, fastest);

  // A ray with NaN is out of range, because comparisons with NaN are false. In range, only a t beyond every hit is
  // infinite, and no bound underflows to 0.
  const isInRange = size >= <f64>(1 / FLOAT32_RANGE) && size <= <f64>FLOAT32_RANGE && f32x4.extract_lane(fastest, 0) >= SMALL && f32x4.extract_lane(fastest, 0) <= 1 / SMALL;
  if (!isInRange) return NEEDS_FLOAT64;
  const guard = f32x4.add(f32x4.splat(<f32>size * SMALL), reach);
  const minZ = f64x2.sub(v128.load64_zero(record, 16), z);
  const maxZ = f64x2.sub(v128.load64_zero(record, 40), z);
  const lows = f32x4.sub(axesOf(f64x2.sub(v128.load(record), originXY), minZ), guard);
  const highs = f32x4.add(axesOf(f64x2.sub(v128.load(record, 24), originXY), maxZ), guard);
  const nears = f32x4.mul(v128.bitselect(highs, lows, isDescent), inverses);
  const fars = f32x4.mul(v128.bitselect(lows, highs, isDescent), inverses);
  const near = f32x4.extract_lane(f32x4.pmax(f32x4.pmax(nears, splatAxis(nears, 1)), splatAxis(nears, 2)), 0);
  const far = f32x4.extract_lane(f32x4.pmin(f32x4.pmin(fars, splatAxis(fars, 1)), splatAxis(fars, 2)), 0);
  const enter = <f64>(near - abs(near) * ROUNDING);
  const leave = <f64>(far + abs(far) * ROUNDING);
  const tMin = load<f64>(memoryBase, (RAY + T_MIN) * 8);
  if (enter > leave || enter > limit || leave < tMin) return MISS;

  const starts = f64x2.pmax(f64x2.splat(enter), f64x2.splat(tMin));
  const start = f64x2.extract_lane(starts, 0);
  const pointXY = f64x2.add(originXY, f64x2.mul(starts, directionXY));
  const pointZ = f64x2.add(z, f64x2.mul(starts, directionZ));
  const relative = axesOf(
    f64x2.sub(pointXY, v128.load(mesh, MESH_ORIGIN * 8)),
    f64x2.sub(pointZ, v128.load64_zero(mesh, MESH_ORIGIN * 8 + 16)),
  );
  const distances = f32x4.abs(relative);
  const extents = v128.load(mesh, MESH_EXTENTS * 4);
  const farthest = f32x4.add(largestLane(distances), v128.shuffle<i32>(extents, extents, 3, 3, 3, 3));
  const pads = f32x4.add(
    f32x4.mul(f32x4.add(distances, extents), f32x4.splat(ROUNDING)),
    f32x4.add(f32x4.mul(farthest, f32x4.splat(SMALL)), f32x4.add(f32x4.splat(<f32>(size * (2 ** -48 + 64 * U))), reach)),
  );
  const areInRange = v128.and(
    f32x4.le(pads, f32x4.splat(FLOAT32_RANGE)),
    v128.and(f32x4.ge(farthest, f32x4.splat(1 / FLOAT32_RANGE)), f32x4.le(farthest, f32x4.splat(FLOAT32_RANGE))),
  );
  if (!i32x4.all_true(areInRange)) return NEEDS_FLOAT64;
  writeSlabRay(ray, relative, v128.xor(pads, signsOf(directions)), inverses);
  v128.store(ray, axesOf(pointXY, pointZ), POINT);
  store<f64>(ray, start, START);
  store<f32>(ray, -limitOf(start - tMin), RANGE_START);
  const blur = f32x4.extract_lane(farthest, 0) * (12 * <f32>EPSILON) +
    <f32>(load<f64>(mesh, MESH_MAGNITUDE * 8) * (4 * EPSILON) + size * (32 * U)) +
    2 * f32x4.extract_lane(largestLane(reach), 0);
  store<f32>(ray, blur, BLUR);
  return HIT;
}

/** Returns float64 numbers of the x, y and z axes, rounded to float32. The fourth lane is 0. */
function axesOf(xy: v128, z: v128): v128 {
  const roundedXY = f32x4.demote_f64x2_zero(xy);
  const roundedZ = f32x4.demote_f64x2_zero(z);
  return v128.shuffle<i32>(roundedXY, roundedZ, 0, 1, 4, 2);
}

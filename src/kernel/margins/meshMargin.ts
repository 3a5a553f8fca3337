import { RAY } from '../../bvh/layout/kernelLayout';
import { MESH_EXTENT, MESH_MAGNITUDE, MESH_ORIGIN } from '../../bvh/layout/meshTableLayout';
import { INVERSE } from '../../primitives/flat/boxLayout';
import { T_MIN } from '../../primitives/flat/rayLayout';
import { largestLane } from '../lanes';
import { memoryBase } from '../memory/kernelMemory';
import { rayFrom, rowDot } from '../primitives/query/raycastObb';
import { limitOf, ROUNDING, SMALL, TAME } from './rayMargin';
import { U } from './rounding';

/** Along an axis on which a ray moves no faster than this, relative to its fastest axis, it does not move. */
const SLOW: f32 = 2 ** -32;
/** The inverse of such a direction. */
const STEEP: f32 = 2 ** 62;

/** The origin and direction of RAY in the space of the mesh. */
export const LOCAL: usize = memoryBase + memory.data(6 * 8, 16);

/** The ray for tests against the bounds of the mesh's nodes: see rayMargin.ts. */
export let meshNearStarts: v128 = i64x2(0, 0);
export let meshFarStarts: v128 = i64x2(0, 0);
export let meshInverses: v128 = i64x2(0, 0);
export let meshDescents: i32 = 0;
/** Every t in the tests of nodes is relative to this one. */
export let startT: f64 = 0;
/** The t from which on nodes matter. */
export let meshRangeStart: f32 = 0;

/** What {@link prepareMeshRay} has found. */
export const MISSED: i32 = 0;
export const MET: i32 = 1;
export const NOT_TAME: i32 = -1;

/**
 * Brings RAY into the space of an instance's mesh, and prepares it for tests of the mesh's nodes in float32.
 *
 * First come the bounds of the mesh in float64, wider by a pad p at both sides, in the operations of the exact test:
 * subtract, then divide. Rounding keeps the order of numbers, so if p is at least twice the pad of a triangle (see
 * bvh/margins/guardReach.ts), no triangle is met before the ray enters them, or after it leaves them.
 *
 * Then the ray is moved to where it enters, as an instance may be small and far away: with t0 that t, and o and d the
 * ray's origin and direction, it starts at o' = o + t0·d. Everything is as in prepareRay with o' in place of the ray's
 * origin and t - t0 in place of t, except for what float64 rounds. With M = |o| + the mesh's magnitude, on one axis:
 * - |t0·d| <= |o| + |o'|, and o' lies within the bounds and p, or the range begins there. So o' is off by less than 4uM.
 * - The exact test rounds t, and so a t in it is off by 2u|t|. As |t·d| <= M for any hit, that is 2uM.
 * - The rest is less than 16uM, as in prepareRay.
 * - t - t0 rounds once more. That is relative, and far less than the slack of limitOf.
 *
 * The pads have 64uM for that, and the pads of the triangles. As the range may reach back by a little, it is taken as
 * reaching back: 16ε·extent is in the pads, and a leaving t gets no slack.
 *
 * Where the origin is not a number, as some number has overflowed, the answer is NOT_TAME.
 *
 * @param mesh the address of what there is to know of the mesh: see bvh/layout/meshTableLayout.ts.
 * @param record the address of the instance's record.
 * @param limit hits after this t do not count.
 */
export function prepareMeshRay(mesh: usize, record: usize, limit: f64): i32 {
  const xs = rayFrom(record, 0);
  const ys = rayFrom(record, 8);
  const zs = rayFrom(record, 16);
  let size: f64 = 0;
  for (let k: usize = 0; k < 3; k++) {
    const along = rowDot(record + INVERSE * 8 + 24 * k, xs, ys, zs);
    v128.store64_lane(LOCAL + (k << 3), along, 0);
    v128.store64_lane(LOCAL + (k << 3), along, 1, 24);
    size = max(size, abs(f64x2.extract_lane(along, 0)));
  }
  // The sizes of all numbers in the mesh's space, on any axis.
  size += load<f64>(mesh, MESH_MAGNITUDE * 8);
  const guard = 2 ** -48 * size + 2 ** -990;
  let near = load<f64>(memoryBase, (RAY + T_MIN) * 8);
  let far = limit;
  for (let at = LOCAL; at < LOCAL + 24; at += 8) {
    const origin = load<f64>(at);
    const direction = load<f64>(at, 24);
    const low = load<f64>(record + (at - LOCAL)) - guard - origin;
    const high = load<f64>(record + (at - LOCAL), 24) + guard - origin;
    if (abs(direction) > 0) {
      near = max(near, (direction > 0 ? low : high) / direction);
      far = min(far, (direction > 0 ? high : low) / direction);
    } else if (low > 0 || high < 0) return MISSED;
  }
  // NaN is left to JavaScript.
  if (near > far) return MISSED;
  startT = near;

  let origins = f32x4.splat(0);
  let pads = f32x4.splat(0);
  let largestExtent: f64 = 0;
  for (let at: usize = 0; at < 24; at += 8) {
    const origin = load<f64>(LOCAL + at);
    const start = origin + near * load<f64>(LOCAL + at, 24) - load<f64>(mesh + at, MESH_ORIGIN * 8);
    const extent = load<f64>(mesh + at, MESH_EXTENT * 8);
    const pad = <f64>ROUNDING * (abs(start) + extent) + 64 * U * size + guard;
    origins = setAxis(origins, at, <f32>start);
    pads = setAxis(pads, at, <f32>pad);
    largestExtent = max(largestExtent, extent);
  }
  const xy = f32x4.demote_f64x2_zero(v128.load(LOCAL, 24));
  const z = f32x4.demote_f64x2_zero(v128.load64_zero(LOCAL, 40));
  const directions = v128.shuffle<i32>(xy, z, 0, 1, 4, 5);
  const farthest = f32x4.add(largestLane(f32x4.abs(origins)), f32x4.splat(<f32>largestExtent));
  pads = f32x4.add(pads, f32x4.mul(farthest, f32x4.splat(SMALL)));
  const speeds = f32x4.abs(directions);
  const fastest = largestLane(speeds);
  // No comparison is true of NaN.
  const areTame = v128.and(
    v128.and(f32x4.le(speeds, f32x4.splat(1 / SMALL)), f32x4.ge(fastest, f32x4.splat(SMALL))),
    v128.and(
      f32x4.le(pads, f32x4.splat(TAME)),
      v128.and(f32x4.ge(farthest, f32x4.splat(1 / TAME)), f32x4.le(farthest, f32x4.splat(TAME))),
    ),
  );
  if (!i32x4.all_true(areTame)) return NOT_TAME;

  const isDescent = f32x4.lt(directions, f32x4.splat(0));
  const signs = v128.and(isDescent, i32x4.splat(0x80000000));
  const towards = v128.xor(pads, signs);
  const isSlow = f32x4.le(speeds, f32x4.mul(fastest, f32x4.splat(SLOW)));
  meshInverses = v128.bitselect(v128.xor(f32x4.splat(STEEP), signs), f32x4.div(f32x4.splat(1), directions), isSlow);
  const negatives = f32x4.neg(meshInverses);
  meshNearStarts = f32x4.mul(f32x4.add(origins, towards), negatives);
  meshFarStarts = f32x4.mul(f32x4.sub(origins, towards), negatives);
  meshDescents = i32x4.bitmask(isDescent);
  meshRangeStart = -limitOf(near - load<f64>(memoryBase, (RAY + T_MIN) * 8));
  return MET;
}

/** Sets the lane of an axis, which is 0, 8 or 16. */
function setAxis(lanes: v128, axis: usize, value: f32): v128 {
  if (axis == 0) return f32x4.replace_lane(lanes, 0, value);
  return axis == 8 ? f32x4.replace_lane(lanes, 1, value) : f32x4.replace_lane(lanes, 2, value);
}

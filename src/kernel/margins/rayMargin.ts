import { CELL_BITS, EXTENT, MAGNITUDE, OBB_SLOPE, ORIGIN, RAY, REACH, TYPICAL_SIZE } from '../../bvh/layout/kernelLayout';
import { T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { exchanged } from '../memory/exchange';
import { largestOfAxes } from '../lanes';
import { memoryBase } from '../memory/kernelMemory';
import { EPSILON, U } from './rounding';

/**
 * The ray's origin relative to the tree's, and its direction, in float32. Each lane is an axis, and the fourth lane is
 * 0.
 */
export let origins: v128 = i64x2(0, 0);
export let directions: v128 = i64x2(0, 0);

export function readAxes(): void {
  // The tree's origin is followed by a 0. It is subtracted from the direction's x, which follows the z of the ray's
  // origin.
  const xy = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(memoryBase, RAY * 8), v128.load(memoryBase, ORIGIN * 8)));
  const zu = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(memoryBase, RAY * 8 + 16), v128.load(memoryBase, ORIGIN * 8 + 16)));
  const vw = f32x4.demote_f64x2_zero(v128.load(memoryBase, RAY * 8 + 32));
  origins = v128.shuffle<i32>(xy, zu, 0, 1, 4, 2);
  directions = v128.shuffle<i32>(zu, vw, 1, 4, 5, 2);
}

/**
 * The ray for tests against node bounds, in float32: near origins, far origins and inverse directions. Each lane is an
 * axis.
 */
export let nearOrigins: v128 = i64x2(0, 0);
export let farOrigins: v128 = i64x2(0, 0);
export let inverses: v128 = i64x2(0, 0);
/** A bit for each axis on which the direction is negative. */
export let descents: i32 = 0;

export const TAME: f32 = 2 ** 60;
export const SMALL: f32 = 2 ** -30;
export const LARGEST: f32 = 3.4e38;
/** A pad may be at most this many times the size of a typical box. */
const COARSE: f64 = 4;
/** The part of a pad that grows with rounding in float32: 16ε. */
export const ROUNDING: f32 = 16 * <f32>EPSILON;

/**
 * The scene's part of a ray's pads, a number for each axis. Then the largest extent, and the reach and slope of OBBs'
 * margins.
 */
export const SCENE_PADS: usize = memoryBase + memory.data(16, 16);
export let largestExtent: f32 = 0;
/** Pads larger than this would turn the tree into a list of all nearby boxes. Float64 excludes more of them. */
export let coarsest: f32 = 0;
let reach: f32 = 0;
let obbSlope: f32 = 0;

/** The shift and the scale on each axis that turn an origin into its cell. */
export const CELL_SHIFTS: usize = memoryBase + memory.data(16, 16);
export const CELL_SCALES: usize = memoryBase + memory.data(16, 16);

/** Must be called whenever the scene has been measured. */
export function preparePads(): void {
  let extent: f64 = 0;
  let magnitude: f64 = 0;
  for (let k = 0; k < 3; k++) {
    extent = max(extent, exchanged(EXTENT + k));
    magnitude = max(magnitude, exchanged(MAGNITUDE + k));
  }
  for (let k = 0; k < 3; k++) {
    const pad =
      exchanged(EXTENT + k) * <f64>ROUNDING + exchanged(MAGNITUDE + k) * (64 * U) + extent * <f64>SMALL;
    store<f32>(SCENE_PADS + (<usize>k << 2), <f32>pad);
    store<f32>(CELL_SHIFTS + (<usize>k << 2), <f32>exchanged(EXTENT + k));
    store<f32>(CELL_SCALES + (<usize>k << 2), <f32>(<f64>(1 << (CELL_BITS - 1)) / exchanged(EXTENT + k)));
  }
  // In a scene of such sizes, no ray is tame.
  largestExtent = magnitude <= <f64>TAME ? <f32>extent : <f32>Infinity;
  coarsest = <f32>(COARSE * exchanged(TYPICAL_SIZE));
  reach = <f32>exchanged(REACH);
  obbSlope = <f32>(exchanged(OBB_SLOPE) * 1.001);
}

/**
 * Prepares RAY for tests of node bounds in float32, as `(bound - origin)·inverse`. It then enters a slab of the bounds
 * no later, and leaves it no earlier, than any slab of a box inside them in the exact test, which is `(bound - origin)
 * / direction` in float64.
 *
 * On one axis, with u = 2^-53, ε = 2^-24, M = |ray origin| + the scene's magnitude, x the ray's origin relative to the
 * tree's, and D = |x| + extent:
 * - Everything that is rounded in float64, on the way here and in the exact test, is off by less than 16uM (see
 *   rayMargin.ts).
 * - Rounding x to float32 takes ε|x|. Shifting it and subtracting it from the bound take εD each, the inverse 2εD and
 *   the product εD, as all bounds lie within D of the ray's origin. That is 6εD with second-order terms.
 *
 * The near plane is therefore tested from an origin 16εD + 64uM further along the ray, and the far plane from one as
 * much further back. As |ray origin| <= |x| + magnitude, its part is in the others. What an OBB's margin adds to its
 * bounds beyond the extent is rounded, too, but its constants are rounded up by far more.
 *
 * A little more, 2^-30·R with R = the largest |x| + the largest extent, keeps both origins apart where D vanishes.
 * Suppose that the ray does not move along an axis, or by less than 2^-60 of its fastest. Then the inverse is huge. It
 * takes the planes of a slab that contains the origin to 2^97·R and more on either side, and the planes of any other
 * slab past that on one side. Hits have |t| <= 2^31·R, so this is as good as infinite. Nothing here is ever NaN.
 *
 * @param widenedReach how far a box that is widened for RAY may reach beyond its bounds: see bvh/margins/rayMargin.ts.
 * @returns whether the pads are small enough, and the sizes such that no float32 leaves the range in which that holds.
 */
export function prepareRay(widenedReach: f32): bool {
  readAxes();
  const distances = f32x4.abs(origins);
  const speeds = f32x4.abs(directions);
  const farthest = largestOfAxes(distances);
  const fastest = largestOfAxes(speeds);
  const size = farthest + largestExtent;
  // Written this way, NaN is not tame.
  if (!(fastest >= SMALL && fastest <= 1 / SMALL && size >= 1 / TAME && size <= TAME)) return false;

  let extra = farthest * SMALL + widenedReach;
  if (farthest > reach) extra += obbSlope * (farthest - reach);
  const pads = f32x4.add(
    f32x4.add(f32x4.mul(distances, f32x4.splat(ROUNDING)), v128.load(SCENE_PADS)),
    f32x4.splat(extra),
  );
  if (largestOfAxes(pads) > coarsest) return false;
  const isDescent = f32x4.lt(directions, f32x4.splat(0));
  const signs = v128.and(isDescent, i32x4.splat(0x80000000));
  const towards = v128.xor(pads, signs);
  nearOrigins = f32x4.add(origins, towards);
  farOrigins = f32x4.sub(origins, towards);
  const isSlow = f32x4.le(speeds, f32x4.splat(fastest / TAME));
  inverses = v128.bitselect(
    v128.xor(f32x4.splat(LARGEST), signs),
    f32x4.div(f32x4.splat(1), directions),
    isSlow,
  );
  descents = i32x4.bitmask(isDescent);
  return true;
}

/** The float32 t up to which nodes matter. It is finite, and no smaller than `t`. */
export function limitOf(t: f64): f32 {
  const rounded = <f32>max(min(t, <f64>LARGEST), -<f64>LARGEST);
  return min(rounded + abs(rounded) * <f32>(4 * EPSILON) + 1e-38, LARGEST);
}

/** The range of t in which nodes matter. */
export let rangeStart: f32 = 0;
export let rangeEnd: f32 = 0;

/** Must be called whenever RAY's tMin and tMax have been set. */
export function prepareRange(): void {
  rangeStart = -limitOf(-load<f64>(memoryBase, (RAY + T_MIN) * 8));
  rangeEnd = limitOf(load<f64>(memoryBase, (RAY + T_MAX) * 8));
}

import { CELL_BITS, EXTENT, MAGNITUDE, OBB_SLOPE, ORIGIN, RAY, REACH, TYPICAL_SIZE } from '../../bvh/layout/kernelLayout';
import { T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { exchanged } from '../memory/exchange';
import { largestOfAxes } from '../lanes';
import { memoryBase } from '../memory/host';
import { EPSILON, U } from './rounding';

/** Its origin relative to the tree's, and its direction, an axis a lane in float32; the fourth lanes are 0. */
export let origins: v128 = i64x2(0, 0);
export let directions: v128 = i64x2(0, 0);

export function readAxes(): void {
  // The number after the origin is a 0, for the direction's x beside the origin's z.
  const xy = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(memoryBase, RAY * 8), v128.load(memoryBase, ORIGIN * 8)));
  const zu = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(memoryBase, RAY * 8 + 16), v128.load(memoryBase, ORIGIN * 8 + 16)));
  const vw = f32x4.demote_f64x2_zero(v128.load(memoryBase, RAY * 8 + 32));
  origins = v128.shuffle<i32>(xy, zu, 0, 1, 4, 2);
  directions = v128.shuffle<i32>(zu, vw, 1, 4, 5, 2);
}

/** The same for tests against node bounds, an axis a lane: near origins, far origins and inverse directions, in float32. */
export let nearOrigins: v128 = i64x2(0, 0);
export let farOrigins: v128 = i64x2(0, 0);
export let inverses: v128 = i64x2(0, 0);
/** A bit for each axis along which the ray goes down. */
export let descents: i32 = 0;

export const TAME: f32 = 2 ** 60;
export const SMALL: f32 = 2 ** -30;
export const LARGEST: f32 = 3.4e38;
/** How many times the size of a typical box a pad may be. */
const COARSE: f64 = 4;
/** The part of a pad that grows with what is rounded in float32: 16ε. */
export const ROUNDING: f32 = 16 * <f32>EPSILON;

/** What of a ray's pads is the scene's, a number an axis; the largest extent; and the reach and slope of OBBs' margins. */
export const SCENE_PADS: usize = memoryBase + memory.data(16, 16);
export let largestExtent: f32 = 0;
/** Pads larger than this would make of the tree a list of all boxes nearby: float64 tells more apart. */
export let coarsest: f32 = 0;
let reach: f32 = 0;
let obbSlope: f32 = 0;

/** What takes an origin to the cell it lies in: a shift and a scale an axis. */
export const CELL_SHIFTS: usize = memoryBase + memory.data(16, 16);
export const CELL_SCALES: usize = memoryBase + memory.data(16, 16);

/** To be called whenever the scene has been measured. */
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
  // No ray is tame in a scene of such sizes.
  largestExtent = magnitude <= <f64>TAME ? <f32>extent : <f32>Infinity;
  coarsest = <f32>(COARSE * exchanged(TYPICAL_SIZE));
  reach = <f32>exchanged(REACH);
  obbSlope = <f32>(exchanged(OBB_SLOPE) * 1.001);
}

/**
 * Prepares RAY so that a slab of node bounds, tested in float32 as `(bound - origin)·inverse`, is entered no later and left
 * no earlier than any slab of a box inside it by the exact test, `(bound - origin) / direction` in float64.
 *
 * On one axis, with u = 2^-53 and ε = 2^-24: everything that is rounded in float64, on the way here and in the exact test,
 * is off by less than 16uM, M = |ray origin| + the scene's magnitude (see rayMargin.ts). With x the ray's origin relative to
 * the tree's and D = |x| + extent, rounding x to float32 takes ε|x|, shifting it and taking it from the bound εD each, the
 * inverse 2εD and the product εD, as all bounds lie within D of the ray's origin: 6εD with second-order terms. So the near
 * plane is tested from an origin 16εD + 64uM further along the ray (as |ray origin| <= |x| + magnitude, its part is in the
 * others), and the far plane from one as much further back. What an OBB's margin adds to its bounds beyond the extent is
 * rounded too, but its constants are rounded up by far more.
 *
 * A little more, 2^-30·R, R = the largest |x| + the largest extent, keeps both origins apart where D vanishes. So where the
 * ray does not move along an axis, or by less than 2^-60 of its fastest, a huge inverse takes the planes of a slab that the
 * origin is in to 2^97·R and more to either side, and those of any other past it on one side. Hits have |t| <= 2^31·R, so
 * that is as good as infinite; and nothing here is ever not a number.
 *
 * @param widenedReach how far beyond its bounds a box may reach that is widened for RAY: see bvh/margins/rayMargin.ts.
 * @returns whether the sizes are such that no float32 leaves the range in which that holds, and the pads are small enough.
 */
export function prepareRay(widenedReach: f32): bool {
  readAxes();
  const distances = f32x4.abs(origins);
  const speeds = f32x4.abs(directions);
  const farthest = largestOfAxes(distances);
  const fastest = largestOfAxes(speeds);
  const size = farthest + largestExtent;
  // Written so that what is not a number is not tame.
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

/** A t as the float32 up to which nodes matter: no smaller, and finite. */
export function limitOf(t: f64): f32 {
  const rounded = <f32>max(min(t, <f64>LARGEST), -<f64>LARGEST);
  return min(rounded + abs(rounded) * <f32>(4 * EPSILON) + 1e-38, LARGEST);
}

/** The range in which nodes matter. */
export let rangeStart: f32 = 0;
export let rangeEnd: f32 = 0;

/** To be called whenever RAY's tMin and tMax have been set. */
export function prepareRange(): void {
  rangeStart = -limitOf(-load<f64>(memoryBase, (RAY + T_MIN) * 8));
  rangeEnd = limitOf(load<f64>(memoryBase, (RAY + T_MAX) * 8));
}

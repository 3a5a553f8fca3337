import { EXTENT, MAGNITUDE, OBB_SLOPE, ORIGIN, RAY, REACH, TYPICAL_SIZE } from '../../bvh/layout/kernelLayout';
import { T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { largestLane, multiplyAdd } from '../lanes';
import { EPSILON, U } from './roundOutward';

/**
 * The ray's origin relative to the tree's origin, and the ray's direction, in float32. Each lane is an axis, and the
 * fourth lane is 0.
 */
export let origins: v128 = i64x2(0, 0);
export let directions: v128 = i64x2(0, 0);

function readAxes(): void {
  // In memory, a 0 follows the tree's origin x y z. The second vector holds the ray's origin z and direction x, so it
  // subtracts the 0 from the direction x.
  const xy = f32x4.demote_f64x2_zero(f64x2.sub(rayPair(0), v128.load(memoryBase, ORIGIN * 8)));
  const zu = f32x4.demote_f64x2_zero(f64x2.sub(rayPair(16), v128.load(memoryBase, ORIGIN * 8 + 16)));
  const vw = f32x4.demote_f64x2_zero(rayPair(32));
  origins = v128.shuffle<i32>(xy, zu, 0, 1, 4, 2);
  directions = v128.shuffle<i32>(zu, vw, 1, 4, 5, 2);
}

/**
 * Returns two consecutive numbers of RAY. JavaScript has just stored each number separately, so they are loaded
 * separately: processors forward a store to a load of the same width, but a load that spans two stores stalls until
 * both are in the cache.
 */
function rayPair(at: usize): v128 {
  return v128.load64_lane(memoryBase + at, v128.load64_zero(memoryBase + at, RAY * 8), 1, RAY * 8 + 8);
}

/** RAY for tests against node bounds: the numbers of slabRay.ts. Each lane is an axis. */
export let nearStarts: v128 = i64x2(0, 0);
export let farStarts: v128 = i64x2(0, 0);
export let inverses: v128 = i64x2(0, 0);
/** A bit for each axis on which the direction of the ray is negative. */
export let descents: i32 = 0;

export const FLOAT32_RANGE: f32 = 2 ** 60;
export const SMALL: f32 = 2 ** -30;
export const LARGEST: f32 = 3.4e38;
/** A ray slower on an axis than this fraction of its fastest axis counts as parallel to the planes of the axis. */
const SLOW: f32 = 2 ** -32;
/** The inverse of a direction slower than SLOW. A ray with it counts as parallel to the planes of the axis. */
const STEEP: f32 = 2 ** 62;
/** The pad of a ray may be at most this many times the size of a typical box. */
const COARSE: f64 = 4;
/** 16ε, with ε = 2^-24: a ray's pad for rounding in float32, and the slack of the t at which the ray leaves a slot. */
export const ROUNDING: f32 = 16 * <f32>EPSILON;

/**
 * The part of a ray's pads that depends only on the scene, a number for each axis: first for rays that begin at t 0 or
 * later, then for rays that reach back. Then the largest extent, and the reach and slope of OBBs' margins.
 */
export const SCENE_PADS: usize = memoryBase + memory.data(16, 16);
const BACKWARD_PADS: usize = memoryBase + memory.data(16, 16);
export let largestExtent: f32 = 0;
/**
 * The largest pad of a ray. With larger pads, a ray enters the slots of all nearby boxes: float64 tests exclude more.
 */
export let coarsest: f32 = 0;
let reach: f32 = 0;
let obbSlope: f32 = 0;

/** Returns the address of the part of a ray's pads that depends only on the scene, for rays with the range of RAY. */
export function scenePadsAt(): usize {
  return rangeStart < 0 ? BACKWARD_PADS : SCENE_PADS;
}

/** Computes the scene's part of the pads of rays. Must be called whenever the scene has been measured. */
export function preparePads(): void {
  let extent: f64 = 0;
  let magnitude: f64 = 0;
  for (let k = 0; k < 3; k++) {
    extent = max(extent, exchanged(EXTENT + k));
    magnitude = max(magnitude, exchanged(MAGNITUDE + k));
  }
  for (let k = 0; k < 3; k++) {
    const pad = exchanged(MAGNITUDE + k) * (64 * U) + extent * <f64>SMALL;
    store<f32>(SCENE_PADS + (<usize>k << 2), <f32>pad);
    store<f32>(BACKWARD_PADS + (<usize>k << 2), <f32>(pad + exchanged(EXTENT + k) * <f64>ROUNDING));
  }
  // If the scene's extent is infinite, no ray is in the range of float32 tests.
  largestExtent = magnitude <= <f64>FLOAT32_RANGE ? <f32>extent : <f32>Infinity;
  coarsest = <f32>(COARSE * exchanged(TYPICAL_SIZE));
  reach = <f32>exchanged(REACH);
  obbSlope = <f32>(exchanged(OBB_SLOPE) * 1.001);
}

/**
 * Prepares RAY for tests of node bounds in float32, as `bound·inverse + start`, where the start is `-origin·inverse`.
 * By these tests, RAY enters a slab of the bounds no later, and leaves it no earlier, than the slab of any box inside
 * the bounds by the exact test, which is `(bound - origin) / direction` in float64. The range of RAY must be prepared.
 *
 * On one axis, with u = 2^-53, ε = 2^-24, M = |ray origin| + the scene's magnitude, x the ray's origin relative to the
 * tree's, and d = the distance of the bound from x:
 * - The results of float64 operations, in this function and in the exact test, are off by less than 16uM (see
 *   bvh/margins/rayMargin.ts).
 * - Rounding x to float32 and shifting it take ε|x| each, and so does the product in the start. The product of the
 *   bound takes ε(|x| + d), and the sum εd. The inverse takes 2εd. The sum of these errors is 4ε|x| + 4εd, or with
 *   second-order terms less than 5ε of each. An engine that rounds a product and the sum once is off by less.
 *
 * Pads cover the errors in |x|. The near plane is tested from an origin 16ε|x| + 64uM further along the ray, and the
 * far plane from an origin as much further back. As |ray origin| <= |x| + magnitude, these two terms also cover |ray
 * origin|.
 *
 * The errors in d are relative to t. Where the range begins at 0 or later, a box that the ray meets is left at t >= 0,
 * so t·(1 + 5ε) for entering is no more than t·(1 - 5ε)·(1 + 16ε) for leaving. So a few huge boxes in a scene of small
 * ones cost the small ones little: see R below. Where the range reaches back, 16ε·extent is in the pads instead: d <=
 * |x| + extent.
 *
 * The pads also have 2^-30·R, with R = the largest |x| + the largest extent, for an axis along which the ray does not
 * move, or moves by less than 2^-32 of its fastest axis. As hits have |t| <= 2^30·R, the ray moves by less than 2^-31·R
 * along such an axis. The inverse is then 2^62. For a slab that holds the ray, the planes get a |t| of 2^30·R or more,
 * with opposite signs, which acts as infinite. For any other slab, unless it is closer than the pad, the near plane
 * gets a t beyond every hit, or the far plane a t before every hit.
 *
 * All origins are below 2^60 and all inverses below 2^63, so no start is infinite. An infinite bound stays infinite. No
 * number of this derivation is NaN.
 *
 * @param widening how far beyond its bounds RAY may hit a box, a lane for each axis: because RAY widens boxes (see
 *   bvh/margins/rayMargin.ts), or because it is the way of a moving shape. Rounding it, and adding it to the origins, take less
 *   than 4ε of it: a caller adds as much.
 * @returns whether the pads are small enough, and no float32 leaves the range in which this derivation holds.
 */
export function prepareRay(widening: v128): bool {
  readAxes();
  const distances = f32x4.abs(origins);
  const speeds = f32x4.abs(directions);
  const farthest = largestLane(distances);
  const fastest = largestLane(speeds);
  const scenePads = v128.load(scenePadsAt());
  const ownPads = padsOf(distances, scenePads, extraPad(farthest));
  const isReachInRange = f32x4.le(widening, f32x4.splat(FLOAT32_RANGE));
  const areInRange = v128.and(areAxesInRange(ownPads, speeds), areSizesInRange(farthest, fastest));
  if (!i32x4.all_true(v128.and(areInRange, isReachInRange))) return false;
  const pads = f32x4.add(ownPads, widening);

  const signs = signsOf(directions);
  const towards = v128.xor(pads, signs);
  inverses = inversesOf(directions, fastest);
  const negatives = f32x4.neg(inverses);
  nearStarts = f32x4.mul(f32x4.add(origins, towards), negatives);
  farStarts = f32x4.mul(f32x4.sub(origins, towards), negatives);
  descents = i32x4.bitmask(signs);
  return true;
}

/**
 * Returns the part of a ray's pads that is equal on all axes. This function and the next ones are the steps of {@link
 * prepareRay}. Each lane of their vectors is one axis of one ray, or all axes of one ray.
 *
 * @param farthest the largest |x|, with x the ray's origin relative to the tree's origin.
 */
export function extraPad(farthest: v128): v128 {
  const beyondReach = f32x4.pmax(f32x4.sub(farthest, f32x4.splat(reach)), f32x4.splat(0));
  return f32x4.add(f32x4.mul(farthest, f32x4.splat(SMALL)), f32x4.mul(beyondReach, f32x4.splat(obbSlope)));
}

/** Returns the pads of a ray: how far the near plane and the far plane of a slab are moved apart. */
export function padsOf(distances: v128, scenePads: v128, extra: v128): v128 {
  return f32x4.add(multiplyAdd(distances, f32x4.splat(ROUNDING), scenePads), extra);
}

/**
 * Returns whether a ray's pads are small enough for float32 tests of nodes. False for NaN, as comparisons with NaN are.
 */
export function areAxesInRange(pads: v128, speeds: v128): v128 {
  return v128.and(f32x4.le(pads, f32x4.splat(coarsest)), f32x4.le(speeds, f32x4.splat(1 / SMALL)));
}

/**
 * Returns whether the largest |origin| of a ray, relative to the tree, and its largest |direction| keep all float32
 * numbers in range. False for NaN, as comparisons with NaN are.
 */
export function areSizesInRange(farthest: v128, fastest: v128): v128 {
  const size = f32x4.add(farthest, f32x4.splat(largestExtent));
  return v128.and(
    f32x4.ge(fastest, f32x4.splat(SMALL)),
    v128.and(f32x4.ge(size, f32x4.splat(1 / FLOAT32_RANGE)), f32x4.le(size, f32x4.splat(FLOAT32_RANGE))),
  );
}

/** Returns a vector that has the sign bit set in each lane whose direction is negative. */
export function signsOf(directions: v128): v128 {
  return v128.and(f32x4.lt(directions, f32x4.splat(0)), i32x4.splat(0x80000000));
}

/**
 * Returns the inverse of a ray's direction on each axis. The inverse is STEEP on an axis on which the ray is SLOW.
 * `fastest` is the ray's largest |direction|.
 */
export function inversesOf(directions: v128, fastest: v128): v128 {
  const isSlow = f32x4.le(f32x4.abs(directions), f32x4.mul(fastest, f32x4.splat(SLOW)));
  return v128.bitselect(
    v128.xor(f32x4.splat(STEEP), signsOf(directions)),
    f32x4.div(f32x4.splat(1), directions),
    isSlow,
  );
}

/**
 * Returns the float32 t up to which nodes can hold a hit at `t` or before: finite, and greater than `t` by 16ε, with ε
 * = 2^-24. The computed t at which a ray enters a node is at most 1 + 5ε times the t of its boxes (see {@link
 * prepareRay}), so no node that may hold a hit at `t` is skipped.
 */
export function limitOf(t: f64): f32 {
  const rounded = <f32>max(min(t, <f64>LARGEST), -<f64>LARGEST);
  return min(rounded + abs(rounded) * ROUNDING + 1e-38, LARGEST);
}

/** The range of t in which the ray visits nodes, in float32. */
export let rangeStart: f32 = 0;
export let rangeEnd: f32 = 0;
/** The t at which a ray leaves a slot is multiplied by this factor, which covers rounding, before any comparison. */
export let leaveSlack: f32 = 1;

let preparedMin: f64 = NaN;
let preparedMax: f64 = NaN;

/**
 * Prepares the range of RAY, from tMin to tMax, for float32 tests of nodes. Must be called whenever tMin and tMax have
 * been set. Returns early if the range has not changed, as for most rays.
 */
export function prepareRange(): void {
  const tMin = load<f64>(memoryBase, (RAY + T_MIN) * 8);
  const tMax = load<f64>(memoryBase, (RAY + T_MAX) * 8);
  if (tMin == preparedMin && tMax == preparedMax) return;
  preparedMin = tMin;
  preparedMax = tMax;
  rangeStart = tMin >= 0 ? max(-limitOf(-tMin), 0) : -limitOf(-tMin);
  rangeEnd = limitOf(tMax);
  leaveSlack = rangeStart < 0 ? 1 : 1 + ROUNDING;
}

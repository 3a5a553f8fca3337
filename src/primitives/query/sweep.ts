import { checkFinite, checkNumber, show } from '../check';
import { BOX, ConvexShape, POINT, SEGMENT, TRIANGLE } from '../flat/convexShape';
import { readConvexShape } from '../flat/readConvexShape';
import { NO_OPTIONS, OptionNames } from '../optionNames';
import type { Shape } from '../shapes/shape';
import { dot, length, lengthOfPart, readVec3, type Vec3, vec3 } from '../shapes/vec3';
import {
  boundsGap,
  type Contact,
  contactNumbers,
  contactOf,
  contactOfSafe,
  keepBeyondBounds,
  scaleOf,
  shapePairs,
} from './contact';
import { axesFar, axesNear, axesNormal, leastWayOut, sweptWayOut, wayOut } from './leastWayOut';
import { writeAabbTouch, writeBoxTouch } from './boxTouch';
import { enterCore } from './capsuleEntry';
import { APART, MovingCapsule } from './roundedFeatures';
import { touchFeature } from './sweptCapsule';
import { CommonPoint } from './supportingFeatures';
import { enterAxes, SweptAxes } from './sweptAxes';
import { signOfSide, type TriangleSide } from './triangles/triangleSide';

/** Where a moving shape first touches another one: the answer of {@link sweep}. */
export interface Sweep extends Contact {
  /** How much of the motion the shape has made, from 0 to `tMax`. */
  t: number;
  /** How far the shape has moved, in world units. */
  distance: number;
  /** Whether the shape touches or overlaps the other one before it moves. Then `t` is 0. */
  startsOverlapping: boolean;
  /**
   * If the shape starts overlapping, how far it must move along `normal` so that both only touch. Otherwise 0, or with a `margin`
   * the negative of the gap that is left.
   */
  depth: number;
}

/** Options of {@link sweep}: how far the shape moves, and what counts as a hit. */
export interface MotionOptions {
  /** How much of the motion the shape makes, in units of the motion, 0 or more. 1 by default. */
  tMax?: number;
  /**
   * By how much the shape is rounded before it moves, in world units: it stops that far from the other shape. 0 by
   * default.
   */
  margin?: number;
  /**
   * Whether a shape that starts within the margin, and does not come nearer by its motion, passes: a capsule on a floor can then
   * walk. False by default.
   */
  ignoreStart?: boolean;
  /**
   * The side of a triangle that can be hit: `'front'` if the motion goes against its front, `'back'`, or `'both'`, the default. A
   * motion along the face may hit either side.
   */
  side?: TriangleSide;
}

/** The names of the options that {@link readMotionOptions} reads. A call may take more options. */
export const MOTION_NAMES = { tMax: true, margin: true, ignoreStart: true, side: true } as const;

const MOTION_OPTIONS = /* @__PURE__ */ new OptionNames<MotionOptions>(MOTION_NAMES);

/** How a shape moves, as flat numbers: see {@link MotionOptions}. */
export interface Motion {
  /** The whole motion x y z. */
  readonly way: Float64Array;
  tMax: number;
  margin: number;
  ignoresStart: boolean;
  /** The side of triangles that can be hit: 1 for the front, -1 for the back, 0 for both. */
  side: number;
}

/**
 * Returns where a shape that moves by `motion` first touches another shape, which stands still. Null if it does not. The shape
 * does not turn.
 *
 * - Touching counts. A shape that touches or overlaps the other one before it moves hits at `t` 0, with the contact that
 *   {@link contact} returns. With a motion of zero, only that can hit.
 * - `point`, `normal` and `feature` are those of the contact at `t`. If faces or edges touch as a whole, `point` is one of their points.
 *   `faceNormal`, too, but that of a triangle goes against the motion, unless `t` is 0.
 * - A triangle is a surface, hit from both sides.
 *
 * An axis across a face of either shape, or across an edge of each, parts them at the start, or else only as long as they are closer
 * along it than their radii. So the shapes touch when the last of these axes does not part them any more, and miss each other if
 * another one parts them by then (Gottschalk, Lin and Manocha, "OBBTree", 1996, with a motion). That is the touch of shapes that
 * are not rounded, and before the touch of others. From there, the shape moves, step by step, until it touches a plane that parts
 * both shapes: the plane across their closest points. As their distance is a convex function of `t`, this is Newton's method. It
 * comes to the first touch from before it, and as the plane parts the shapes until then, however badly it is rounded, no step
 * passes the touch. It ends where the gap is as small as the rounding of the coordinates, or after 100 steps: then the shape only
 * slides along the other one, and does not touch it.
 *
 * For a capsule, a sphere or a point, and any other shape, the touch has a closed form, and the gap at t is within 2^-46 of the numbers
 * involved, on either side. `point` and `normal` are then those of the face, edge or corner that is met first. The iteration is left
 * where rounding may decide: for grazes, needles and very small radii. There, it may miss a touch that is a graze within 1e-8 of these
 * numbers.
 *
 * @param motion the whole way, in world units. `t` counts in units of it: 1 is its end.
 * @throws TypeError or RangeError if an argument is not valid.
 *
 * @example
 * ```ts
 * const wall = { min: { x: 5, y: -9, z: -9 }, max: { x: 6, y: 9, z: 9 } };
 * const hit = sweep({ center: { x: 0, y: 0, z: 0 }, radius: 1 }, { x: 8, y: 0, z: 0 }, wall);
 * hit?.t; // → 0.5
 * hit?.feature; // → 'face'
 * hit?.faceNormal; // → { x: -1, y: 0, z: 0 }
 * ```
 */
export function sweep(shape: Shape, motion: Vec3, other: Shape, options: MotionOptions = NO_OPTIONS): Sweep | null {
  const space = shapePairs.take();
  readConvexShape('shape', shape, space.a);
  const { x, y, z } = readVec3('motion', motion);
  readConvexShape('other', other, space.b);
  const way = Float64Array.of(x, y, z);
  const t = sweepOf(space.a, space.b, {
    way,
    ...readMotionOptions(options, MOTION_OPTIONS),
  });
  const isHit = !Number.isNaN(t);
  if (isHit) space.met.find(space.b, contactNumbers, t > 0 ? way : null);
  const { name: feature, faceNormal } = space.met;
  const [faceX, faceY, faceZ] = faceNormal;
  shapePairs.giveBack(space);
  if (!isHit) return null;
  const [pointX, pointY, pointZ, normalX, normalY, normalZ] = contactNumbers;
  return {
    t,
    distance: lengthOfPart(t, x, y, z),
    point: vec3(pointX + 0, pointY + 0, pointZ + 0),
    normal: vec3(normalX + 0, normalY + 0, normalZ + 0),
    startsOverlapping,
    depth: sweepDepth + 0,
    feature,
    faceNormal: vec3(faceX, faceY, faceZ),
  };
}

/** Reads the options of a motion. @param names the names of the options that the call takes. */
export function readMotionOptions(options: MotionOptions, names: OptionNames<MotionOptions>): Omit<Motion, 'way'> {
  names.check('options', options);
  const { tMax = 1, margin = 0, ignoreStart = false, side = 'both' } = options;
  checkNumber('options.tMax', tMax);
  if (!(tMax >= 0)) throw new RangeError(`options.tMax must be 0 or more, got ${tMax}`);
  checkFinite('options.margin', margin);
  if (margin < 0) throw new RangeError(`options.margin must not be negative, got ${margin}`);
  if (typeof ignoreStart !== 'boolean') {
    throw new TypeError(`options.ignoreStart must be true or false, got ${show(ignoreStart)}`);
  }
  // What would be hit at a t beyond float64 is missed.
  return { tMax: Math.min(tMax, Number.MAX_VALUE), margin, ignoresStart: ignoreStart, side: signOfSide(side) };
}

/** The most steps of Newton's method. Each halves the gap at least, where the shapes only graze each other. */
const STEPS = 100;
/** Coordinates and closest points are off by less than this share of the numbers involved: a few units in the last place. */
const ROUNDING = 2 ** -50;
/** Shapes touch if the gap between them is smaller than this share of the numbers involved. */
const TOUCHING = 2 ** -46;
/** An axis that parts two cores by this share of the numbers involved certainly parts them. */
const CERTAIN = 2 ** -44;
/** A shape that moves along a surface, apart from rounding, does not come nearer to it. */
const ALONG = 2 ** -40;

const scaledA = /* @__PURE__ */ new ConvexShape();
const scaledB = /* @__PURE__ */ new ConvexShape();
const moved = /* @__PURE__ */ new ConvexShape();
/**
 * The contact that was computed before the present one: see `contactNumbers`. While the first contact is present, only its normal is
 * set: it goes across the slab or the axis that the shape enters last.
 */
const before = /* @__PURE__ */ new Float64Array(6);
const scaledWay = /* @__PURE__ */ new Float64Array(3);

/** The fields `startsOverlapping` and `depth` of the {@link Sweep} that was computed last. */
export let startsOverlapping = false;
export let sweepDepth = 0;

/** Returns the `t` of a {@link Sweep}, or NaN. Writes its point and normal to `contactNumbers`. */
export function sweepOf(a: ConvexShape, b: ConvexShape, motion: Motion): number {
  const entry = boundsEntry(a, b, motion);
  if (Number.isNaN(entry) || !isFacing(b, motion)) return NaN;
  const size = Math.max(a.size, b.size);
  const scale = scaleOf(size);
  if (scale === 1) return sweepOfSafe(a, b, motion, entry, size);
  scaledA.setScaled(a, scale);
  scaledB.setScaled(b, scale);
  for (let k = 0; k < 3; k++) scaledWay[k] = clamp(motion.way[k] * scale);
  const t = sweepOfSafe(
    scaledA,
    scaledB,
    { ...motion, way: scaledWay, margin: motion.margin * scale },
    entry,
    size * scale,
  );
  if (startsOverlapping) {
    // The contact at the start is the contact of the shapes, to the bit.
    sweepDepth = contactOf(a, b, true);
    return t;
  }
  for (let k = 0; k < 3; k++) contactNumbers[k] /= scale;
  sweepDepth /= scale;
  return t;
}

/** Returns whether a motion can hit a shape on the side that it goes against. Only triangles have sides. */
function isFacing({ core, vertices: v }: ConvexShape, { way, side }: Motion): boolean {
  if (side === 0 || core !== TRIANGLE) return true;
  const uX = v[3] - v[0];
  const uY = v[4] - v[1];
  const uZ = v[5] - v[2];
  const wX = v[6] - v[0];
  const wY = v[7] - v[1];
  const wZ = v[8] - v[2];
  return side * dot(way[0], way[1], way[2], uY * wZ - uZ * wY, uZ * wX - uX * wZ, uX * wY - uY * wX) <= 0;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/**
 * Returns the `t` at which the middle of the moving shape's bounds enters the bounds of the other shape, widened on each axis by
 * half the size of the moving shape, or 0 if it starts there. NaN if it does not by more than rounding.
 */
function boundsEntry(a: ConvexShape, b: ConvexShape, { way, tMax, margin }: Motion): number {
  const { bounds } = a;
  const { bounds: others } = b;
  const reach = a.radius + b.radius + margin;
  let near = 0;
  let far = Infinity;
  let axis = -1;
  areBoundsApart = false;
  for (let k = 0; k < 3; k++) {
    const middle = bounds[k] / 2 + bounds[3 + k] / 2;
    const half = bounds[3 + k] / 2 - bounds[k] / 2 + reach;
    const min = others[k] - half;
    const max = others[3 + k] + half;
    const pad = ROUNDING * (Math.abs(middle) + half + Math.max(-others[k], others[3 + k]));
    const speed = way[k];
    const isBeside = middle < min - pad || middle > max + pad;
    if (speed === 0) {
      if (isBeside) return NaN;
      continue;
    }
    const t = ((speed > 0 ? min : max) - middle) / speed;
    if (t > near) {
      near = t;
      axis = k;
    }
    far = Math.min(far, ((speed > 0 ? max + pad : min - pad) - middle) / speed);
    areBoundsApart ||= isBeside;
  }
  // Shapes that are not certainly apart may touch at t 0, whatever their rounding says about later ts.
  if (!(near <= far && (near <= tMax || !areBoundsApart))) return NaN;
  boundsFar = far;
  for (let k = 0; k < 3; k++) before[3 + k] = k !== axis ? 0 : way[k] > 0 ? -1 : 1;
  return near;
}

/** Whether the bounds of the shapes are apart by more than rounding before the motion: see {@link boundsEntry}. */
let areBoundsApart = false;
let boundsFar = Infinity;

/** What a part of the computation returns if the rest of it decides. */
const UNDECIDED = -1;

/**
 * Computes the contact of two shapes before the motion. If they are not farther apart than the margin, returns 0, or NaN if the start is
 * ignored. Otherwise returns UNDECIDED.
 */
function sweepAtStart(a: ConvexShape, b: ConvexShape, { way, margin, ignoresStart }: Motion): number {
  sweepDepth = keepBeyondBounds(a, b, contactOfSafe(a, b, true));
  startsOverlapping = sweepDepth >= 0;
  if (-sweepDepth - margin > 0) return UNDECIDED;
  const isApproached = approach(way) > ALONG * length(way[0], way[1], way[2]);
  return ignoresStart && !isApproached ? NaN : 0;
}

/** Does {@link sweepOf} for shapes whose coordinates are neither too large nor too small. @param entry see boundsEntry. */
function sweepOfSafe(a: ConvexShape, b: ConvexShape, motion: Motion, entry: number, size: number): number {
  const { way, tMax, margin } = motion;
  const radii = a.radius + b.radius + margin;
  if (a.core <= SEGMENT) {
    const found = sweepOfCapsule(a, b, motion, entry, radii, size);
    if (found !== UNDECIDED) return found;
  }
  if (radii === 0 && a.core === BOX && (b.core === BOX || b.core === TRIANGLE)) {
    const found = sweepOfBox(a, b, motion, entry, size);
    if (found !== UNDECIDED) return found;
  }
  let t = entry;
  let gapAtStart = 0;
  // For a point and an axis-aligned box, boundsEntry has tested all axes: the axes of their bounds.
  if (!(a.core === POINT && b.core === BOX && !b.isOriented)) {
    gapAtStart = -sweptWayOut(a, b, way, areBoundsApart ? tMax : Infinity, radii, size) - radii;
    if (axesNear > axesFar || axesFar < 0) return NaN;
    t = Math.max(entry, axesNear);
    if (axesNear >= entry) before.set(axesNormal, 3);
  }
  startsOverlapping = false;
  // Bounds or an axis that part the shapes by more than rounding prove that they are farther apart than the margin at the start.
  const isApartAtStart = areBoundsApart || gapAtStart > CERTAIN * size;
  if (!isApartAtStart) {
    const found = sweepAtStart(a, b, motion);
    if (found !== UNDECIDED) return found;
  }
  if (t > tMax) return NaN;
  moved.setMoved(a, way, t);
  let gap = t === 0 && !isApartAtStart ? -sweepDepth - margin : -contactOfSafe(moved, b, true) - margin;
  let isTouching = gap <= TOUCHING * Math.max(moved.size, size);
  for (let step = 0; step < STEPS && !isTouching; step++) {
    const clearance = parting(b, gap, radii);
    const speed = approach(way);
    if (clearance > 0 && !(speed > 0)) return NaN;
    // No motion closes the gap sooner. Where the normal is only rounding, this is all that is certain.
    const soonest = gap / length(way[0], way[1], way[2]);
    const next = t + (clearance > soonest * speed ? clearance / speed : soonest);
    if (!(next <= tMax)) return NaN;
    isTouching = next === t;
    t = next;
    before.set(contactNumbers);
    moved.setMoved(a, way, t);
    gap = -contactOfSafe(moved, b, true) - margin;
    isTouching ||= gap <= TOUCHING * Math.max(moved.size, size);
  }
  if (!isTouching) return NaN;
  // The bounds must touch, too. They do not if products have over- or underflowed, if the shape has passed beside the other one, or
  // if t times its way is beyond float64. At the smallest ts, one step of t may move the shape farther than it is long: allow one.
  const step = Number.MIN_VALUE * Math.max(Math.abs(way[0]), Math.abs(way[1]), Math.abs(way[2]));
  if (boundsGap(moved, b) - margin > CERTAIN * Math.max(size, margin) + step) return NaN;
  // Where corners touch, the normal may be across the motion. The normal of the contact before is then better. If that normal is across
  // the motion, too, the shapes have touched from the start, apart from rounding, and the motion parts them.
  if (!(approach(way) > 0)) for (let k = 3; k < 6; k++) contactNumbers[k] = before[k];
  if (!(approach(way) > 0)) return NaN;
  sweepDepth = -margin;
  return t;
}

/** If all lengths that matter are between these, no product of six of them overflows, or underflows where it matters. */
const SMALL = 1e-40;
const LARGE = 1e40;
/** See roundedFeatures.ts: 2^7 times {@link ROUNDING}. */
const SLACK = 2 ** -43;
/** A face of this share of the numbers involved, divided by the radius and squared, is covered by its edges within rounding. */
const SLIVER = 2 ** -48;

const capsule = /* @__PURE__ */ new MovingCapsule();

/**
 * Does {@link sweepOfSafe} for a capsule, a sphere or a point, in closed form: see capsuleEntry.ts. Returns UNDECIDED where rounding may
 * decide: for a capsule that grazes an edge or slides along it, and for needles.
 *
 * - The capsule first moves to the entry of the bounds, so t is never before it, as the walk through a tree requires, and a long way
 *   costs no digits of the shapes.
 * - A miss is certain, so the hits are the same up to any `tMax`.
 */
function sweepOfCapsule(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  radii: number,
  size: number,
): number {
  const { way, tMax, margin } = motion;
  const longest = Math.max(Math.abs(way[0]), Math.abs(way[1]), Math.abs(way[2]));
  if (!(size > SMALL && size < LARGE && margin < LARGE && longest > SMALL && longest < LARGE)) return UNDECIDED;
  const largest = Math.max(size, radii);
  for (let k = 0; k < 3; k++) {
    capsule.way[k] = way[k];
    capsule.ends[k] = a.vertices[k] + entry * way[k];
    capsule.ends[3 + k] = a.vertices[3 + k] + entry * way[k];
  }
  capsule.wayLength = length(way[0], way[1], way[2]);
  capsule.radius = radii;
  capsule.slack = SLACK * largest;
  capsule.sliver = SLIVER * largest;
  capsule.last = tMax - entry;
  if (enterCore(capsule, a, b) === APART) return NaN;
  startsOverlapping = false;
  if (!areBoundsApart && !capsule.isClear) {
    const found = sweepAtStart(a, b, motion);
    if (found !== UNDECIDED) return found;
    if (-sweepDepth - margin <= TOUCHING * largest) return UNDECIDED;
  }
  if (capsule.s === Infinity) return capsule.unsure === Infinity ? NaN : UNDECIDED;
  const isCertain = capsule.s < capsule.unsure;
  const t = isCertain
    ? touchFeature(capsule, a, b, entry, largest, contactNumbers)
    : touchShape(a, b, motion, entry, largest);
  if (Number.isNaN(t)) return UNDECIDED;
  sweepDepth = -margin;
  return t <= tMax ? t : NaN;
}

/** How often t is measured. */
const MEASUREMENTS = 4;

/**
 * Returns the t at which a capsule touches a shape, near the one at which it touches a feature that is badly rounded, or NaN. The contact
 * of the moved capsule measures the gap at t.
 *
 * The gap is a convex function of t. If it is 0 where the motion goes against the normal, that is its first zero, so no feature that
 * rounding has hidden is touched before.
 */
function touchShape(a: ConvexShape, b: ConvexShape, { way, margin }: Motion, entry: number, largest: number): number {
  let t = entry + capsule.s;
  for (let step = 0; step < MEASUREMENTS; step++) {
    moved.setMoved(a, way, t);
    const gap = -contactOfSafe(moved, b, true) - margin;
    const speed = approach(way);
    if (!(speed > 0)) return NaN;
    if (Math.abs(gap) <= TOUCHING * largest) return t;
    const next = t + gap / speed;
    t = next > entry ? next : entry;
  }
  return NaN;
}

const axes = /* @__PURE__ */ new SweptAxes();
const common = /* @__PURE__ */ new CommonPoint();

/**
 * Does {@link sweepOfSafe} for a box and a box or a triangle that are not rounded: see sweptAxes.ts and supportingFeatures.ts. Returns
 * UNDECIDED where rounding may decide.
 *
 * - The axes part the shapes before t, and at t they have a point in common, up to {@link TOUCHING} of the numbers involved. So the gap
 *   at t is smaller than that, on either side. The normal is the axis that is entered last.
 * - t is never before the entry of the bounds, whose axes are among those that are tried.
 * - A miss is certain, so the hits are the same up to any `tMax`.
 */
function sweepOfBox(a: ConvexShape, b: ConvexShape, motion: Motion, entry: number, size: number): number {
  const { way, tMax } = motion;
  const longest = Math.max(Math.abs(way[0]), Math.abs(way[1]), Math.abs(way[2]));
  if (!(size > SMALL && size < LARGE && longest > SMALL && longest < LARGE)) return UNDECIDED;
  startsOverlapping = false;
  const areAligned = !a.isOriented && b.core === BOX && !b.isOriented;
  // A long way to the bounds costs no digits of the shapes.
  const start = areBoundsApart ? entry : 0;
  let t = entry;
  let areApart = areBoundsApart;
  if (!areAligned) {
    axes.set(a, b, way, start);
    for (let k = 0; k < 3; k++) axes.axis[k] = before[3 + k];
    axes.near = entry - start;
    axes.far = boundsFar - start;
    axes.last = tMax - start;
    axes.areApart = areApart;
    if (!enterAxes(axes, a, b)) return NaN;
    t = start + axes.near;
    areApart = axes.areApart;
  }
  if (!areApart) {
    const found = sweepAtStart(a, b, motion);
    if (found !== UNDECIDED) return found;
    if (-sweepDepth <= TOUCHING * size) return UNDECIDED;
  }
  sweepDepth = 0;
  if (areAligned) writeAabbTouch(a, b, way, t, before.subarray(3), contactNumbers);
  else if (!writeBoxTouch(axes, common, a, b, way, t, TOUCHING * size, contactNumbers)) return UNDECIDED;
  return t <= tMax ? t : NaN;
}

/**
 * Returns the gap between `moved` and another shape, both rounded by `radii`, along the normal in `contactNumbers`. Replaces this
 * normal by one with a larger gap if the first gap is not nearly the distance `gap` of the shapes.
 *
 * The normal of the closest points is off by their rounding, divided by their distance: where the cores nearly touch, it parts
 * nothing. There, the axes of the cores are better.
 */
function parting(b: ConvexShape, gap: number, radii: number): number {
  const clearance = gapAlong(moved, b, contactNumbers[3], contactNumbers[4], contactNumbers[5]) - radii;
  if (clearance > gap / 2) return clearance;
  const other = -leastWayOut(moved, b, false) - radii;
  if (!(other > clearance)) return clearance;
  contactNumbers.set(wayOut, 3);
  return other;
}

/** Returns the gap between two cores along a direction. */
function gapAlong(a: ConvexShape, b: ConvexShape, x: number, y: number, z: number): number {
  const [fromX, fromY, fromZ] = b.vertices;
  let least = Infinity;
  for (let at = 0; at < 3 * a.vertexCount; at += 3) {
    const along = dot(x, y, z, a.vertices[at] - fromX, a.vertices[at + 1] - fromY, a.vertices[at + 2] - fromZ);
    if (along < least) least = along;
  }
  let most = 0;
  for (let at = 3; at < 3 * b.vertexCount; at += 3) {
    const along = dot(x, y, z, b.vertices[at] - fromX, b.vertices[at + 1] - fromY, b.vertices[at + 2] - fromZ);
    if (along > most) most = along;
  }
  return least - most;
}

/** Returns how fast a motion goes against the normal of the contact that was computed last. */
function approach(way: Float64Array): number {
  return -dot(way[0], way[1], way[2], contactNumbers[3], contactNumbers[4], contactNumbers[5]);
}

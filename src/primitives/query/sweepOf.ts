import { BOX, type ConvexShape, POINT, SEGMENT, TRIANGLE } from '../flat/convexShape';
import type { Motion } from '../flat/motion';
import type { Numbers } from '../flat/numbers';
import { dot, length } from '../shapes/vec3';
import { writeAabbTouch, writeBoxTouch } from './boxTouch';
import { enterCore } from './capsuleEntry';
import { agreeWithOverlap, boundsGap, contactOf, contactOfSafe, keepBeyondBounds, scaleOf } from './contactOf';
import { APART } from './roundedFeatures';
import type { ShapePair } from './shapePair';
import { enterAxes } from './sweptAxes';
import { touchFeature } from './sweptCapsule';

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
/** The largest and the smallest positive number. */
const LARGEST = 1.7976931348623157e308;
const SMALLEST = 2 ** -1074;

/** Returns the `t` of the sweep of a pair, or NaN: see sweep. Writes the contact, the depth and `startsOverlapping` to the pair. */
export function sweepOf(pair: ShapePair, motion: Motion): number {
  const a = pair.a;
  const b = pair.b;
  const entry = boundsEntry(a, b, motion, pair);
  if (isNaN(entry) || !isFacing(b, motion)) return NaN;
  const size = Math.max(a.size, b.size);
  const scale = scaleOf(size);
  if (scale === 1) return sweepOfSafe(a, b, motion, entry, size, pair);
  const scaled = pair.scaledMotion;
  pair.scaledA.setScaled(a, scale);
  pair.scaledB.setScaled(b, scale);
  for (let k = 0; k < 3; k++) scaled.way[k] = clamp(motion.way[k] * scale);
  scaled.tMax = motion.tMax;
  scaled.margin = motion.margin * scale;
  scaled.ignoresStart = motion.ignoresStart;
  const t = sweepOfSafe(pair.scaledA, pair.scaledB, scaled, entry, size * scale, pair);
  if (pair.startsOverlapping) {
    // The contact at the start is the contact of the shapes, to the bit.
    pair.depth = contactOf(pair, true, Infinity);
    return t;
  }
  for (let k = 0; k < 3; k++) pair.contact[k] /= scale;
  pair.depth /= scale;
  return t;
}

/** Returns whether a motion can hit a shape on the side that it goes against. Only triangles have sides. */
function isFacing(shape: ConvexShape, motion: Motion): boolean {
  if (motion.side === 0 || shape.core !== TRIANGLE) return true;
  const v = shape.vertices;
  const way = motion.way;
  const uX = v[3] - v[0];
  const uY = v[4] - v[1];
  const uZ = v[5] - v[2];
  const wX = v[6] - v[0];
  const wY = v[7] - v[1];
  const wZ = v[8] - v[2];
  return motion.side * dot(way[0], way[1], way[2], uY * wZ - uZ * wY, uZ * wX - uX * wZ, uX * wY - uY * wX) <= 0;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, -LARGEST), LARGEST);
}

/**
 * Returns the `t` at which the middle of the moving shape's bounds enters the bounds of the other shape, widened on each axis by
 * half the size of the moving shape, or 0 if it starts there. NaN if it does not by more than rounding.
 */
function boundsEntry(a: ConvexShape, b: ConvexShape, motion: Motion, pair: ShapePair): number {
  const bounds = a.bounds;
  const others = b.bounds;
  const way = motion.way;
  const reach = a.radius + b.radius + motion.margin;
  let near = 0.0;
  let far = Infinity;
  let axis = -1;
  let areApart = false;
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
    areApart = areApart || isBeside;
  }
  // Shapes that are not certainly apart may touch at t 0, whatever their rounding says about later ts.
  if (!(near <= far && (near <= motion.tMax || !areApart))) return NaN;
  pair.areBoundsApart = areApart;
  pair.boundsFar = far;
  for (let k = 0; k < 3; k++) pair.before[k] = k !== axis ? 0 : way[k] > 0 ? -1 : 1;
  return near;
}

/** What a part of the computation returns if the rest of it decides. */
const UNDECIDED: number = -1;

/**
 * Computes the contact of two shapes before the motion. If they are not farther apart than the margin, returns 0, or NaN if the start is
 * ignored. Otherwise returns UNDECIDED.
 */
function sweepAtStart(a: ConvexShape, b: ConvexShape, motion: Motion, pair: ShapePair): number {
  const way = motion.way;
  const found = keepBeyondBounds(a, b, contactOfSafe(a, b, true, Infinity, pair), pair.contact);
  const depth = agreeWithOverlap(a, b, found, pair);
  pair.depth = depth;
  pair.startsOverlapping = depth >= 0;
  if (-depth - motion.margin > 0) return UNDECIDED;
  const isApproached = approach(way, pair.contact) > ALONG * length(way[0], way[1], way[2]);
  return motion.ignoresStart && !isApproached ? NaN : 0;
}

/** Does {@link sweepOf} for shapes whose coordinates are neither too large nor too small. @param entry see boundsEntry. */
function sweepOfSafe(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const way = motion.way;
  const tMax = motion.tMax;
  const margin = motion.margin;
  const contact = pair.contact;
  const before = pair.before;
  const moved = pair.moved;
  const areBoundsApart = pair.areBoundsApart;
  const radii = a.radius + b.radius + margin;
  if (a.core <= SEGMENT) {
    const found = sweepOfCapsule(a, b, motion, entry, radii, size, pair);
    if (found !== UNDECIDED) return found;
  }
  if (radii === 0 && a.core === BOX && (b.core === BOX || b.core === TRIANGLE)) {
    const found = sweepOfBox(a, b, motion, entry, size, pair);
    if (found !== UNDECIDED) return found;
  }
  let t = entry;
  let gapAtStart = 0.0;
  // For a point and an axis-aligned box, boundsEntry has tested all axes: the axes of their bounds.
  if (!(a.core === POINT && b.core === BOX && !b.isOriented)) {
    const axes = pair.wayOut;
    gapAtStart = -axes.findMoving(a, b, way, areBoundsApart ? tMax : Infinity, radii, size) - radii;
    if (axes.near > axes.far || axes.far < 0) return NaN;
    t = Math.max(entry, axes.near);
    if (axes.near >= entry) for (let k = 0; k < 3; k++) before[k] = axes.normal[k];
  }
  pair.startsOverlapping = false;
  // Bounds or an axis that part the shapes by more than rounding prove that they are farther apart than the margin at the start.
  const isApartAtStart = areBoundsApart || gapAtStart > CERTAIN * size;
  if (!isApartAtStart) {
    const found = sweepAtStart(a, b, motion, pair);
    if (found !== UNDECIDED) return found;
  }
  if (t > tMax) return NaN;
  moved.setMoved(a, way, t);
  const depth = t === 0 && !isApartAtStart ? pair.depth : contactOfSafe(moved, b, true, Infinity, pair);
  let gap = -depth - margin;
  let isTouching = gap <= TOUCHING * Math.max(moved.size, size);
  for (let step = 0; step < STEPS && !isTouching; step++) {
    const clearance = parting(b, gap, radii, pair);
    const speed = approach(way, contact);
    if (clearance > 0 && !(speed > 0)) return NaN;
    // No motion closes the gap sooner. Where the normal is only rounding, this is all that is certain.
    const soonest = gap / length(way[0], way[1], way[2]);
    const next = t + (clearance > soonest * speed ? clearance / speed : soonest);
    if (!(next <= tMax)) return NaN;
    isTouching = next === t;
    t = next;
    for (let k = 0; k < 3; k++) before[k] = contact[3 + k];
    moved.setMoved(a, way, t);
    gap = -contactOfSafe(moved, b, true, Infinity, pair) - margin;
    isTouching = isTouching || gap <= TOUCHING * Math.max(moved.size, size);
  }
  if (!isTouching) return NaN;
  // The bounds must touch, too. They do not if products have over- or underflowed, if the shape has passed beside the other one, or
  // if t times its way is beyond float64. At the smallest ts, one step of t may move the shape farther than it is long: allow one.
  const step = SMALLEST * Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
  if (boundsGap(moved, b) - margin > CERTAIN * Math.max(size, margin) + step) return NaN;
  // Where corners touch, the normal may be across the motion. The normal of the contact before is then better. If that normal is across
  // the motion, too, the shapes have touched from the start, apart from rounding, and the motion parts them.
  if (!(approach(way, contact) > 0)) for (let k = 0; k < 3; k++) contact[3 + k] = before[k];
  if (!(approach(way, contact) > 0)) return NaN;
  pair.depth = -margin;
  return t;
}

/** If all lengths that matter are between these, no product of six of them overflows, or underflows where it matters. */
const SMALL = 1e-40;
const LARGE = 1e40;
/** See roundedFeatures.ts: 2^7 times {@link ROUNDING}. */
const SLACK = 2 ** -43;
/** A face of this share of the numbers involved, divided by the radius and squared, is covered by its edges within rounding. */
const SLIVER = 2 ** -48;

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
  pair: ShapePair,
): number {
  const way = motion.way;
  const tMax = motion.tMax;
  const margin = motion.margin;
  const capsule = pair.capsule;
  const longest = Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
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
  pair.startsOverlapping = false;
  if (!pair.areBoundsApart && !capsule.isClear) {
    const found = sweepAtStart(a, b, motion, pair);
    if (found !== UNDECIDED) return found;
    if (-pair.depth - margin <= TOUCHING * largest) return UNDECIDED;
  }
  if (capsule.s === Infinity) return capsule.unsure === Infinity ? NaN : UNDECIDED;
  const isCertain = capsule.s < capsule.unsure;
  const t = isCertain
    ? touchFeature(capsule, a, b, entry, largest, pair.contact)
    : touchShape(a, b, motion, entry, largest, pair);
  if (isNaN(t)) return UNDECIDED;
  pair.depth = -margin;
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
function touchShape(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  largest: number,
  pair: ShapePair,
): number {
  let t = entry + pair.capsule.s;
  for (let step = 0; step < MEASUREMENTS; step++) {
    pair.moved.setMoved(a, motion.way, t);
    const gap = -contactOfSafe(pair.moved, b, true, Infinity, pair) - motion.margin;
    const speed = approach(motion.way, pair.contact);
    if (!(speed > 0)) return NaN;
    if (Math.abs(gap) <= TOUCHING * largest) return t;
    const next = t + gap / speed;
    t = next > entry ? next : entry;
  }
  return NaN;
}

/**
 * Does {@link sweepOfSafe} for a box and a box or a triangle that are not rounded: see sweptAxes.ts and supportingFeatures.ts. Returns
 * UNDECIDED where rounding may decide.
 *
 * - The axes part the shapes before t, and at t they have a point in common, up to {@link TOUCHING} of the numbers involved. So the gap
 *   at t is smaller than that, on either side. The normal is the axis that is entered last.
 * - t is never before the entry of the bounds, whose axes are among those that are tried.
 * - A miss is certain, so the hits are the same up to any `tMax`.
 */
function sweepOfBox(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const way = motion.way;
  const tMax = motion.tMax;
  const axes = pair.axes;
  const longest = Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
  if (!(size > SMALL && size < LARGE && longest > SMALL && longest < LARGE)) return UNDECIDED;
  pair.startsOverlapping = false;
  const areAligned = !a.isOriented && b.core === BOX && !b.isOriented;
  let t = entry;
  let areApart = pair.areBoundsApart;
  if (!areAligned) {
    // A long way to the bounds costs no digits of the shapes.
    const start = areApart ? entry : 0.0;
    axes.set(a, b, way, start, size);
    for (let k = 0; k < 3; k++) axes.axis[k] = pair.before[k];
    axes.near = entry - start;
    axes.far = pair.boundsFar - start;
    axes.last = tMax - start;
    axes.areApart = areApart;
    if (!enterAxes(axes, a, b)) return NaN;
    t = start + axes.near;
    areApart = axes.areApart;
  }
  if (!areApart) {
    const found = sweepAtStart(a, b, motion, pair);
    if (found !== UNDECIDED) return found;
    if (-pair.depth <= TOUCHING * size) return UNDECIDED;
  }
  pair.depth = 0;
  if (areAligned) writeAabbTouch(a, b, way, t, pair.before, pair.contact);
  else if (!writeBoxTouch(axes, pair.common, a, b, way, t, TOUCHING * size, pair.contact)) return UNDECIDED;
  return t <= tMax ? t : NaN;
}

/**
 * Returns the gap between the moved shape and another shape, both rounded by `radii`, along the normal of the contact. Replaces this
 * normal by one with a larger gap if the first gap is not nearly the distance `gap` of the shapes.
 *
 * The normal of the closest points is off by their rounding, divided by their distance: where the cores nearly touch, it parts
 * nothing. There, the axes of the cores are better.
 */
function parting(b: ConvexShape, gap: number, radii: number, pair: ShapePair): number {
  const contact = pair.contact;
  const clearance = gapAlong(pair.moved, b, contact[3], contact[4], contact[5]) - radii;
  if (clearance > gap / 2) return clearance;
  const other = -pair.wayOut.find(pair.moved, b, false) - radii;
  if (!(other > clearance)) return clearance;
  for (let k = 0; k < 3; k++) contact[3 + k] = pair.wayOut.direction[k];
  return other;
}

/** Returns the gap between two cores along a direction. */
function gapAlong(a: ConvexShape, b: ConvexShape, x: number, y: number, z: number): number {
  const p = a.vertices;
  const q = b.vertices;
  const fromX = q[0];
  const fromY = q[1];
  const fromZ = q[2];
  let least = Infinity;
  for (let at = 0; at < 3 * a.vertexCount; at += 3) {
    const along = dot(x, y, z, p[at] - fromX, p[at + 1] - fromY, p[at + 2] - fromZ);
    if (along < least) least = along;
  }
  let most = 0.0;
  for (let at = 3; at < 3 * b.vertexCount; at += 3) {
    const along = dot(x, y, z, q[at] - fromX, q[at + 1] - fromY, q[at + 2] - fromZ);
    if (along > most) most = along;
  }
  return least - most;
}

/** Returns how fast a motion goes against the normal of a contact. */
function approach(way: Numbers, contact: Numbers): number {
  return -dot(way[0], way[1], way[2], contact[3], contact[4], contact[5]);
}

import { BOX, type ConvexShape, POINT, SEGMENT } from '../flat/convexShape';
import type { Motion } from '../flat/motion';
import type { Numbers } from '../flat/numbers';
import { dot, length } from '../shapes/vec3';
import {
  boundsEntry,
  enterClosed,
  ENTERED,
  isDoubtful,
  isFacing,
  MISSED,
  touchClosed,
  TOUCHING,
  UNDECIDED,
} from './closedSweep';
import { agreeWithOverlap, boundsGap, contactOf, contactOfSafe, scaleOf } from './contactOf';
import type { ShapePair } from './shapePair';
import { touchFeature } from './sweptCapsule';

/** The most steps of Newton's method. Each halves the gap at least, where the shapes only graze each other. */
const STEPS = 100;
/** An axis that parts two cores by this share of the numbers involved certainly parts them. */
const CERTAIN = 2 ** -44;
/** A shape that moves along a surface, apart from rounding, does not come nearer to it. */
const ALONG = 2 ** -40;
/** The closest points of a capsule and a needle are off by up to this share of the numbers involved. */
const NEEDLE = 2 ** -28;
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
    pair.depth = contactOf(pair, Infinity);
    return t;
  }
  for (let k = 0; k < 3; k++) pair.contact[k] /= scale;
  pair.depth /= scale;
  return t;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, -LARGEST), LARGEST);
}

/**
 * Computes the contact of two shapes before the motion. If they are not farther apart than the margin, returns 0, or NaN if the start is
 * ignored. Otherwise returns UNDECIDED.
 */
function sweepAtStart(a: ConvexShape, b: ConvexShape, motion: Motion, pair: ShapePair): number {
  const way = motion.way;
  const depth = agreeWithOverlap(a, b, contactOfSafe(a, b, Infinity, pair), pair);
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
  const tMax = motion.tMax;
  const entered = enterClosed(a, b, motion, entry, size, pair);
  if (entered === MISSED) return NaN;
  pair.startsOverlapping = false;
  if (entered === ENTERED) {
    if (!pair.isClear) {
      const found = sweepAtStart(a, b, motion, pair);
      if (found !== UNDECIDED) return found;
    }
    // Rounding may decide whether shapes touch that nearly touch at the start.
    const largest = Math.max(size, a.radius + b.radius + motion.margin);
    if (pair.isClear || -pair.depth - motion.margin > TOUCHING * largest) {
      const found = touchClosed(a, b, motion, entry, size, pair);
      if (found !== UNDECIDED) return found;
      if (a.core <= SEGMENT && pair.capsule.s < Infinity) {
        const touched = touchDoubtful(a, b, motion, entry, size, pair);
        return touched <= tMax ? touched : NaN;
      }
    }
  }
  return iterate(a, b, motion, tMax, entry, size, pair);
}

/**
 * Returns the t of the sweep of a capsule where rounding decides which feature it touches and when, or NaN. Does not depend on `tMax`, so
 * the hits are the same up to any `tMax`.
 *
 * A needle has badly rounded closest points. A shape whose radius is less than this rounding would pass through the needle. So if the
 * contacts find no touch, the shape touches the feature if it comes to the plane of the feature, and the other shape is as close there as
 * this rounding.
 */
function touchDoubtful(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const largest = Math.max(size, pair.capsule.radius);
  let t = touchShape(a, b, motion, entry, largest, pair);
  if (isNaN(t)) t = iterate(a, b, motion, Infinity, entry, size, pair);
  return isNaN(t) && isDoubtful(pair.capsule) ? touchNeedle(a, b, motion, entry, largest, pair) : t;
}

/**
 * Does {@link touchDoubtful} for a needle. The plane of the feature has the normal, and the contact at t has the point, because the shares of
 * a needle's sides in a point of its plane are badly rounded.
 */
function touchNeedle(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  largest: number,
  pair: ShapePair,
): number {
  const contact = pair.contact;
  const t = touchFeature(pair.capsule, a, b, entry, largest, Infinity, contact);
  if (isNaN(t)) return NaN;
  const x = contact[3];
  const y = contact[4];
  const z = contact[5];
  pair.moved.setMoved(a, motion.way, t);
  const gap = -contactOfSafe(pair.moved, b, Infinity, pair) - motion.margin;
  contact[3] = x;
  contact[4] = y;
  contact[5] = z;
  pair.startsOverlapping = false;
  pair.depth = 0.0 - motion.margin;
  return gap <= NEEDLE * largest ? t : NaN;
}

/** Returns the t of a sweep by Newton's method, up to `tMax`, or NaN: see sweep. */
function iterate(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  tMax: number,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const way = motion.way;
  const margin = motion.margin;
  const contact = pair.contact;
  const before = pair.before;
  const moved = pair.moved;
  const areBoundsApart = pair.areBoundsApart;
  const radii = a.radius + b.radius + margin;
  let t = entry;
  let gapAtStart = 0.0;
  let isMissed = false;
  // For a point and an axis-aligned box, boundsEntry has tested all axes: the axes of their bounds.
  if (!(a.core === POINT && b.core === BOX && !b.isOriented)) {
    const axes = pair.wayOut;
    gapAtStart = -axes.findMoving(a, b, way, areBoundsApart ? tMax : Infinity, radii, size) - radii;
    isMissed = axes.near > axes.far || axes.far < 0;
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
  if (isMissed || t > tMax) return NaN;
  moved.setMoved(a, way, t);
  const depth = t === 0 && !isApartAtStart ? pair.depth : contactOfSafe(moved, b, Infinity, pair);
  let gap = -depth - margin;
  let isTouching = gap <= TOUCHING * Math.max(moved.size, size);
  for (let step = 0; step < STEPS && !isTouching; step++) {
    const clearance = parting(b, gap, radii, pair);
    const speed = approach(way, contact);
    // A plane that parts the shapes by less may be on either side of them.
    if (clearance > TOUCHING * size && !(speed > 0)) return NaN;
    // No motion closes the gap sooner. Where the normal is only rounding, this is all that is certain.
    const soonest = gap / length(way[0], way[1], way[2]);
    const next = t + (speed > 0 && clearance > soonest * speed ? clearance / speed : soonest);
    if (!(next <= tMax)) return NaN;
    isTouching = next === t;
    t = next;
    if (speed > 0) for (let k = 0; k < 3; k++) before[k] = contact[3 + k];
    moved.setMoved(a, way, t);
    gap = -contactOfSafe(moved, b, Infinity, pair) - margin;
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
    const gap = -contactOfSafe(pair.moved, b, Infinity, pair) - motion.margin;
    const speed = approach(motion.way, pair.contact);
    if (!(speed > 0)) return NaN;
    if (Math.abs(gap) <= TOUCHING * largest) {
      pair.depth = 0.0 - motion.margin;
      return t;
    }
    const next = t + gap / speed;
    t = next > entry ? next : entry;
  }
  return NaN;
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
  const other = -pair.wayOut.find(pair.moved, b) - radii;
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

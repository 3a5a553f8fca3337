import type { ConvexShape } from '../../flat/convexShape';
import { approach, type Motion } from '../../flat/motion';
import { touchFeature } from './capsuleTouch';
import { contactOfSafe } from '../contacts/contactOf';
import { newtonSweep } from './newtonSweep';
import type { ShapePair } from '../shapePair';
import { TOUCH_GAP } from '../tolerances';

/** How often the gap is measured at a t in closed form, which is mostly right at once. */
const MEASUREMENTS = 4;

/** The closest points of a capsule and a needle are off by up to this share of the numbers involved. */
const NEEDLE_GAP = 2 ** -28;

/**
 * Returns the t of the sweep of a capsule where rounding decides which feature it touches and when, or NaN: see MovingCapsule.isDoubtful.
 * Does not depend on `tMax`, so the hits are the same up to any `tMax`.
 *
 * A needle has badly rounded closest points. A shape whose radius is less than this rounding would pass through the needle. So if the
 * contacts find no touch, the shape touches the feature if it comes to the plane of the feature, and the other shape is as close there as
 * this rounding.
 */
export function sweepDoubtful(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const largest = Math.max(size, pair.capsule.radius);
  let t = touchShape(a, b, motion, entry, largest, pair);
  if (isNaN(t)) t = newtonSweep(a, b, motion, Infinity, entry, size, pair);
  return isNaN(t) && pair.capsule.isDoubtful ? touchNeedle(a, b, motion, entry, largest, pair) : t;
}

/**
 * Does {@link sweepDoubtful} for a needle. The plane of the feature has the normal, and the contact at t has the point, because the shares of
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
  return gap <= NEEDLE_GAP * largest ? t : NaN;
}

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
    if (Math.abs(gap) <= TOUCH_GAP * largest) {
      pair.depth = 0.0 - motion.margin;
      return t;
    }
    const next = t + gap / speed;
    t = next > entry ? next : entry;
  }
  return NaN;
}

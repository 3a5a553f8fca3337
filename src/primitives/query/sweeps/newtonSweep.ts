import { BOX, type ConvexShape, POINT } from '../../flat/convexShape';
import { approach, type Motion } from '../../flat/motion';
import { dot, length } from '../../shapes/vec3';
import { boundsGap } from '../contacts/boundsContact';
import { UNDECIDED } from './closedSweep';
import { contactOfSafe } from '../contacts/contactOf';
import type { ShapePair } from '../shapePair';
import { sweepAtStart } from './sweepStart';
import { CERTAIN_GAP, SMALLEST, TOUCH_GAP } from '../tolerances';

/** The most steps. Each halves the gap at least, where the shapes only graze each other. */
const STEPS = 100;

/**
 * Returns the t of a sweep up to `tMax`, or NaN, by Newton's method: see sweep. Serves all shapes, and what the closed forms leave
 * undecided.
 *
 * @param entry see boundsEntry.
 * @param size the larger one of the sizes of the shapes.
 */
export function newtonSweep(
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
  const isApartAtStart = areBoundsApart || gapAtStart > CERTAIN_GAP * size;
  if (!isApartAtStart) {
    const found = sweepAtStart(a, b, motion, pair);
    if (found !== UNDECIDED) return found;
  }
  if (isMissed || t > tMax) return NaN;
  moved.setMoved(a, way, t);
  const depth = t === 0 && !isApartAtStart ? pair.depth : contactOfSafe(moved, b, Infinity, pair);
  let gap = -depth - margin;
  let isTouching = gap <= TOUCH_GAP * Math.max(moved.size, size);
  for (let step = 0; step < STEPS && !isTouching; step++) {
    const clearance = parting(b, gap, radii, pair);
    const speed = approach(way, contact);
    // A plane that parts the shapes by less may be on either side of them.
    if (clearance > TOUCH_GAP * size && !(speed > 0)) return NaN;
    // No motion closes the gap sooner. Where the normal is only rounding, this is all that is certain.
    const soonest = gap / length(way[0], way[1], way[2]);
    const next = t + (speed > 0 && clearance > soonest * speed ? clearance / speed : soonest);
    if (!(next <= tMax)) return NaN;
    isTouching = next === t;
    t = next;
    if (speed > 0) for (let k = 0; k < 3; k++) before[k] = contact[3 + k];
    moved.setMoved(a, way, t);
    gap = -contactOfSafe(moved, b, Infinity, pair) - margin;
    isTouching = isTouching || gap <= TOUCH_GAP * Math.max(moved.size, size);
  }
  if (!isTouching) return NaN;
  // The bounds must touch, too. They do not if products have over- or underflowed, if the shape has passed beside the other one, or
  // if t times its way is beyond float64. At the smallest ts, one step of t may move the shape farther than it is long: allow one.
  const step = SMALLEST * Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
  if (boundsGap(moved, b) - margin > CERTAIN_GAP * Math.max(size, margin) + step) return NaN;
  // Where corners touch, the normal may be across the motion. The normal of the contact before is then better. If that normal is across
  // the motion, too, the shapes have touched from the start, apart from rounding, and the motion parts them.
  if (!(approach(way, contact) > 0)) for (let k = 0; k < 3; k++) contact[3 + k] = before[k];
  if (!(approach(way, contact) > 0)) return NaN;
  pair.depth = -margin;
  return t;
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

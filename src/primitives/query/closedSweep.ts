import { BOX, type ConvexShape, SEGMENT, TRIANGLE } from '../flat/convexShape';
import type { Motion } from '../flat/motion';
import type { Index } from '../flat/numbers';
import { dot, length } from '../shapes/vec3';
import { writeAabbTouch, writeBoxTouch } from './boxTouch';
import { enterCore } from './capsuleEntry';
import { APART, type MovingCapsule } from './roundedFeatures';
import type { SweptPair } from './sweptPair';
import { enterAxes } from './sweptAxes';
import { touchFeature } from './sweptCapsule';

/**
 * The part of a sweep that has closed forms. The kernel has it, too, and leaves to JavaScript what it does not decide, and shapes that are
 * not certainly apart at the start: their contact there decides.
 *
 * First {@link enterClosed} finds when the shape comes to the other one, then {@link touchClosed} the contact.
 */

/** What a function returns, instead of a t, if it does not decide. */
export const UNDECIDED: number = -1;
/** The results of {@link enterClosed}. */
export const MISSED: Index = 0;
export const ENTERED: Index = 1;
export const NOT_ENTERED: Index = 2;

/** Coordinates and closest points are off by less than this share of the numbers involved: a few units in the last place. */
const ROUNDING = 2 ** -50;
/** Shapes touch if the gap between them is smaller than this share of the numbers involved. */
export const TOUCHING = 2 ** -46;
/** If all lengths that matter are between these, no product of six of them overflows, or underflows where it matters. */
const SMALL = 1e-40;
const LARGE = 1e40;
/** See roundedFeatures.ts: 2^7 times {@link ROUNDING}. */
const SLACK = 2 ** -43;
/** A face of this share of the numbers involved, divided by the radius and squared, is covered by its edges within rounding. */
const SLIVER = 2 ** -48;

/** Whether there is a closed form for a moving shape: a capsule, a sphere, a point or a box that is not rounded. */
export function hasClosedForm(a: ConvexShape, motion: Motion): boolean {
  return a.core <= SEGMENT || (a.core === BOX && a.radius + motion.margin === 0);
}

/**
 * Returns the `t` of a sweep, NaN if the shape certainly misses the other one, or UNDECIDED. Writes the contact to the pair. The shapes of
 * a hit are certainly apart at the start.
 */
export function closedSweep(pair: SweptPair, motion: Motion): number {
  const a = pair.a;
  const b = pair.b;
  const entry = boundsEntry(a, b, motion, pair);
  if (isNaN(entry) || !isFacing(b, motion)) return NaN;
  const size = Math.max(a.size, b.size);
  const entered = enterClosed(a, b, motion, entry, size, pair);
  if (entered === MISSED) return NaN;
  if (entered === NOT_ENTERED || !pair.isClear) return UNDECIDED;
  return touchClosed(a, b, motion, entry, size, pair);
}

/** Returns whether a motion can hit a shape on the side that it goes against. Only triangles have sides. */
export function isFacing(shape: ConvexShape, motion: Motion): boolean {
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

/**
 * Returns the `t` at which the middle of the moving shape's bounds enters the bounds of the other shape, widened on each axis by
 * half the size of the moving shape, or 0 if it starts there, apart from rounding. NaN if it does not by more than rounding.
 */
export function boundsEntry(a: ConvexShape, b: ConvexShape, motion: Motion, pair: SweptPair): number {
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
  if (areApart && !(near <= far && near <= motion.tMax)) return NaN;
  pair.areBoundsApart = areApart;
  pair.boundsFar = far;
  for (let k = 0; k < 3; k++) pair.before[k] = k !== axis ? 0 : way[k] > 0 ? -1 : 1;
  return areApart ? near : 0.0;
}

/**
 * Finds when a capsule, a sphere, a point or a box that is not rounded comes to a box or a triangle. Returns MISSED if it certainly does not,
 * or NOT_ENTERED if there is no closed form for the shapes or their numbers. Otherwise returns ENTERED, and `pair.isClear` says whether
 * the shapes are certainly apart at the start.
 *
 * - The shape first moves to the entry of the bounds, so t is never before it, as the walk through a tree requires, and a long way costs no
 *   digits of the shapes.
 * - A miss is certain, so the hits are the same up to any `tMax`.
 */
export function enterClosed(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: SweptPair,
): Index {
  const way = motion.way;
  const margin = motion.margin;
  const longest = Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
  if (!(size > SMALL && size < LARGE && margin < LARGE && longest > SMALL && longest < LARGE)) return NOT_ENTERED;
  const radii = a.radius + b.radius + margin;
  if (a.core <= SEGMENT) return enterCapsule(a, b, motion, entry, radii, size, pair);
  if (radii === 0 && a.core === BOX && (b.core === BOX || b.core === TRIANGLE))
    return enterBox(a, b, motion, entry, size, pair);
  return NOT_ENTERED;
}

/** Does {@link enterClosed} for a capsule, a sphere or a point: see capsuleEntry.ts. */
function enterCapsule(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  radii: number,
  size: number,
  pair: SweptPair,
): Index {
  const way = motion.way;
  const capsule = pair.capsule;
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
  capsule.last = motion.tMax - entry;
  if (enterCore(capsule, a, b) === APART) return MISSED;
  pair.isClear = pair.areBoundsApart || capsule.isClear;
  return ENTERED;
}

/**
 * Does {@link enterClosed} for a box: see sweptAxes.ts. The axes part the shapes before t, and the normal is the axis that is entered last.
 * The entry of the bounds is the entry along the axes of the world, which are among those that are tried.
 */
function enterBox(a: ConvexShape, b: ConvexShape, motion: Motion, entry: number, size: number, pair: SweptPair): Index {
  const axes = pair.axes;
  pair.isClear = pair.areBoundsApart;
  if (areAligned(a, b)) return ENTERED;
  // A long way to the bounds costs no digits of the shapes.
  axes.set(a, b, motion.way, entry, size);
  for (let k = 0; k < 3; k++) axes.axis[k] = pair.before[k];
  axes.near = 0.0;
  axes.far = pair.boundsFar - entry;
  axes.last = motion.tMax - entry;
  axes.areApart = pair.areBoundsApart;
  if (!enterAxes(axes, a, b)) return MISSED;
  pair.isClear = axes.areApart;
  return ENTERED;
}

/** Whether a capsule touches a feature, and rounding decides whether it has touched another one before. */
export function isDoubtful(capsule: MovingCapsule): boolean {
  return capsule.s < Infinity && !(capsule.s < capsule.unsure);
}

function areAligned(a: ConvexShape, b: ConvexShape): boolean {
  return !a.isOriented && b.core === BOX && !b.isOriented;
}

/**
 * Returns the `t` of a sweep after {@link enterClosed} has returned ENTERED, NaN for a miss, or UNDECIDED where rounding may decide: for a
 * capsule that grazes an edge or slides along it, and for needles. Writes the contact and the depth.
 *
 * At t the shapes have a point in common, up to {@link TOUCHING} of the numbers involved. So the gap at t is smaller than that, on either
 * side.
 */
export function touchClosed(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: SweptPair,
): number {
  const contact = pair.contact;
  let t = entry;
  if (a.core <= SEGMENT) {
    const capsule = pair.capsule;
    if (capsule.s === Infinity) return capsule.unsure === Infinity ? NaN : UNDECIDED;
    if (isDoubtful(capsule)) return UNDECIDED;
    const largest = Math.max(size, capsule.radius);
    t = touchFeature(capsule, a, b, entry, largest, TOUCHING * largest, contact);
    if (isNaN(t)) return UNDECIDED;
  } else if (areAligned(a, b)) writeAabbTouch(a, b, motion.way, t, pair.before, contact);
  else {
    t = entry + pair.axes.near;
    if (!writeBoxTouch(pair.axes, pair.common, a, b, motion.way, t, TOUCHING * size, contact)) return UNDECIDED;
  }
  pair.depth = 0.0 - motion.margin;
  return t <= motion.tMax ? t : NaN;
}

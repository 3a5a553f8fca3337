import { BOX, type ConvexShape, SEGMENT, TRIANGLE } from '../../flat/convexShape';
import type { Motion } from '../../flat/motion';
import type { Index } from '../../flat/numbers';
import { dot } from '../../shapes/vec3';
import { boundsEntry } from './boundsEntry';
import { writeAabbTouch, writeBoxTouch } from './boxTouch';
import { enterCore } from './capsuleEntry';
import { touchFeature } from './capsuleTouch';
import { PARTED } from './roundedFeatures';
import { enterAxes } from './sweptAxes';
import type { SweptPair } from './sweptPair';
import { TOUCH_GAP } from '../tolerances';

/**
 * The part of a sweep that has closed forms. The kernel has it, too, and leaves to JavaScript what it does not decide, and shapes that are
 * not certainly apart at the start: their contact there decides.
 *
 * First {@link enterClosed} finds when the shape comes to the other one, then {@link touchClosed} the contact.
 *
 * | moving a               | and b               | form    | comes to b      | touches b       |
 * | ---------------------- | ------------------- | ------- | --------------- | --------------- |
 * | point, sphere, capsule | any shape           | CAPSULE | capsuleEntry.ts | capsuleTouch.ts |
 * | AABB                   | AABB                | BOUNDS  | boundsEntry.ts  | boxTouch.ts     |
 * | AABB, OBB              | other box, triangle | AXES    | sweptAxes.ts    | boxTouch.ts     |
 *
 * All else has none, and is left to newtonSweep.ts: a triangle that moves, and boxes that a radius or a margin rounds, for example.
 */

/** The closed forms: see above. */
const NO_FORM: Index = 0;
const CAPSULE: Index = 1;
const BOUNDS: Index = 2;
const AXES: Index = 3;

/** What a function returns, instead of a t, if it does not decide. */
export const UNDECIDED: number = -1;
/** The results of {@link enterClosed}: the shape certainly misses the other one, may touch it, or no closed form is tried. */
export const MISSED: Index = 0;
export const MAY_TOUCH: Index = 1;
const NOT_TRIED: Index = 2;

/** If all lengths that matter are between these, no product of six of them overflows, or underflows where it matters. */
const TOO_SMALL = 1e-40;
const TOO_LARGE = 1e40;

/** Returns which closed form decides about two shapes. */
function closedForm(a: ConvexShape, b: ConvexShape, motion: Motion): Index {
  if (a.core <= SEGMENT) return CAPSULE;
  if (a.core !== BOX || b.core < TRIANGLE || a.radius + b.radius + motion.margin > 0) return NO_FORM;
  return a.isOriented || b.core === TRIANGLE || b.isOriented ? AXES : BOUNDS;
}

/** Whether a moving shape has a closed form: a capsule, a sphere, a point or a box that is not rounded. */
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
  if (entered === NOT_TRIED || !pair.isClear) return UNDECIDED;
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
 * Finds when a shape comes to another one. Returns MISSED, MAY_TOUCH, or NOT_TRIED if there is no closed form for the shapes or their
 * numbers. If it may touch, `pair.isClear` says whether the shapes are certainly apart at the start.
 *
 * - The shape first moves to the entry of the bounds, so t is never before it, as the walk through a tree requires, and a long way costs no
 *   digits of the shapes.
 * - A miss is certain, so the hits are the same up to any `tMax`.
 *
 * @param entry see boundsEntry.
 * @param size the larger one of the sizes of the shapes.
 */
export function enterClosed(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: SweptPair,
): Index {
  const form = closedForm(a, b, motion);
  if (form === NO_FORM || !isInRange(size, motion)) return NOT_TRIED;
  if (form === CAPSULE) return enterCapsule(a, b, motion, entry, size, pair);
  pair.isClear = pair.areBoundsApart;
  return form === BOUNDS ? MAY_TOUCH : enterBox(a, b, motion, entry, size, pair);
}

/** Whether closed forms can compute with the numbers of a sweep. */
function isInRange(size: number, motion: Motion): boolean {
  const way = motion.way;
  const longest = Math.max(Math.abs(way[0]), Math.max(Math.abs(way[1]), Math.abs(way[2])));
  return (
    size > TOO_SMALL && size < TOO_LARGE && motion.margin < TOO_LARGE && longest > TOO_SMALL && longest < TOO_LARGE
  );
}

function enterCapsule(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: SweptPair,
): Index {
  const capsule = pair.capsule;
  const radii = a.radius + b.radius + motion.margin;
  capsule.set(a, motion, entry, radii, Math.max(size, radii));
  if (enterCore(capsule, a, b) === PARTED) return MISSED;
  pair.isClear = pair.areBoundsApart || capsule.isClear;
  return MAY_TOUCH;
}

/**
 * The axes part the shapes before t, and the normal is the axis that is entered last. The entry of the bounds is the entry along the axes of
 * the world, which are among those that are tried.
 */
function enterBox(a: ConvexShape, b: ConvexShape, motion: Motion, entry: number, size: number, pair: SweptPair): Index {
  const axes = pair.axes;
  // A long way to the bounds costs no digits of the shapes.
  axes.set(a, b, motion.way, entry, size);
  for (let k = 0; k < 3; k++) axes.axis[k] = pair.before[k];
  axes.near = 0.0;
  axes.far = pair.boundsFar - entry;
  axes.last = motion.tMax - entry;
  axes.areApart = pair.areBoundsApart;
  if (!enterAxes(axes, a, b)) return MISSED;
  pair.isClear = axes.areApart;
  return MAY_TOUCH;
}

/**
 * Returns the `t` of a sweep after {@link enterClosed} has returned MAY_TOUCH, NaN for a miss, or UNDECIDED where rounding may decide: for a
 * capsule that grazes an edge or slides along it, and for needles. Writes the contact and the depth.
 *
 * At t the shapes have a point in common, up to {@link TOUCH_GAP} of the numbers involved. So the gap at t is smaller than that, on either
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
  const form = closedForm(a, b, motion);
  let t = entry;
  if (form === CAPSULE) {
    const capsule = pair.capsule;
    if (capsule.s === Infinity) return capsule.unsure === Infinity ? NaN : UNDECIDED;
    if (capsule.isDoubtful) return UNDECIDED;
    const largest = Math.max(size, capsule.radius);
    t = touchFeature(capsule, a, b, entry, largest, TOUCH_GAP * largest, contact);
    if (isNaN(t)) return UNDECIDED;
  } else if (form === BOUNDS) writeAabbTouch(a, b, motion.way, t, pair.before, contact);
  else {
    t = entry + pair.axes.near;
    if (!writeBoxTouch(pair.axes, pair.common, a, b, motion.way, t, TOUCH_GAP * size, contact)) return UNDECIDED;
  }
  pair.depth = 0.0 - motion.margin;
  return t <= motion.tMax ? t : NaN;
}

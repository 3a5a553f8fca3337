import type { Vec3 } from '../primitives/shapes/vec3';
import { add, along, cross, lengthOf } from './vectors';

/** All translations that go at least `least` along `normal`, which has length 1. */
export interface HalfSpace {
  readonly normal: Vec3;
  readonly least: number;
}

/** A translation is in a half space if it lacks less than this share of the lengths involved. */
const ROUNDING = 2 ** -40;
/** Planes, or a line and a plane, at an angle with a smaller square of the sine are parallel: where they meet is too far away. */
const PARALLEL = 2 ** -40;

/**
 * Returns the translation closest to a wish that is in all half spaces, or null if there is none.
 *
 * The half spaces are added one at a time. If the best translation so far is not in the next one, the new best one is on its plane:
 * a problem with one dimension less (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991).
 */
export function closestWithin(wish: Vec3, spaces: readonly HalfSpace[]): Vec3 | null {
  let largest = lengthOf(wish);
  for (const { least } of spaces) largest = Math.max(largest, Math.abs(least));
  const slack = ROUNDING * largest;
  let best = wish;
  for (let i = 0; i < spaces.length; i++) {
    if (isWithin(best, spaces[i], slack)) continue;
    const onPlane = closestOnPlane(wish, spaces, i, slack);
    if (onPlane === null) return null;
    best = onPlane;
  }
  return best;
}

function isWithin(translation: Vec3, { normal, least }: HalfSpace, slack: number): boolean {
  return along(translation, normal) >= least - slack;
}

/** Returns the closest translation on the plane of a half space that is in all half spaces before it. */
function closestOnPlane(wish: Vec3, spaces: readonly HalfSpace[], i: number, slack: number): Vec3 | null {
  const { normal, least } = spaces[i];
  let best = add(wish, normal, least - along(wish, normal));
  for (let j = 0; j < i; j++) {
    if (isWithin(best, spaces[j], slack)) continue;
    const onLine = closestOnLine(wish, spaces, i, j, slack);
    if (onLine === null) return null;
    best = onLine;
  }
  return best;
}

/** Returns the closest translation on the planes of two half spaces that is in all half spaces before the second one, j. */
function closestOnLine(wish: Vec3, spaces: readonly HalfSpace[], i: number, j: number, slack: number): Vec3 | null {
  const a = spaces[i];
  const b = spaces[j];
  const direction = cross(a.normal, b.normal);
  const square = along(direction, direction);
  // The planes are parallel, and the plane of the one half space is outside of the other: no translation on it is in both.
  if (!(square > PARALLEL)) return null;
  const cosine = along(a.normal, b.normal);
  const lackA = a.least - along(wish, a.normal);
  const lackB = b.least - along(wish, b.normal);
  const toA = (lackA - cosine * lackB) / square;
  const toB = (lackB - cosine * lackA) / square;
  const onLine = add(add(wish, a.normal, toA), b.normal, toB);
  let first = -Infinity;
  let last = Infinity;
  for (let k = 0; k < j; k++) {
    const { normal, least } = spaces[k];
    const rise = along(direction, normal);
    const lack = least - along(onLine, normal);
    if (rise * rise <= PARALLEL * square) {
      if (lack > slack) return null;
    } else if (rise > 0) first = Math.max(first, (lack - slack) / rise);
    else last = Math.min(last, (lack - slack) / rise);
  }
  if (first > last) return null;
  return add(onLine, direction, Math.min(Math.max(0, first), last));
}

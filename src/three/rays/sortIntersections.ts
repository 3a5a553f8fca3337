import type { Intersection, Object3D } from 'three';

/**
 * Whether a hit is at a distance of 0 or more. Hits at other distances do not count: a raycast may report a negative distance, and
 * three.js hits flat objects at a distance of NaN, which cannot be sorted.
 */
export function isAhead({ distance }: Intersection): boolean {
  return distance >= 0;
}

/** Sorts hits in place, by distance, as `Raycaster` does: with the same comparison, in which NaN is equal to everything. */
export function sortIntersections<Hit extends Object3D>(intersects: Intersection<Hit>[]): Intersection<Hit>[] {
  // Most objects are not hit.
  return intersects.length < 2 ? intersects : intersects.sort((a, b) => a.distance - b.distance);
}

import type { Intersection, Object3D } from 'three';

/** Sorts hits in place, by distance, as `Raycaster` does: with the same comparison, in which NaN is equal to everything. */
export function sortIntersections<Hit extends Object3D>(intersects: Intersection<Hit>[]): Intersection<Hit>[] {
  // Most objects are not hit.
  return intersects.length < 2 ? intersects : intersects.sort((a, b) => a.distance - b.distance);
}

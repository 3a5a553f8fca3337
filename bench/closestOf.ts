import type { Intersection } from 'three';

/** Returns the closest hit. Of hits at the same distance, the first. */
export function closestOf(hits: readonly Intersection[]): Intersection | undefined {
  let closest = hits.at(0);
  for (const hit of hits) if (closest !== undefined && hit.distance < closest.distance) closest = hit;
  return closest;
}

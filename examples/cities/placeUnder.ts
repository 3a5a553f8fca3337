import { type BoxScene, type Ray, rayPointAt } from 'slabtree';
import { raycastGlobe } from '../world/globe';

export interface PlaceUnder {
  id: number;
  /** The distance of its tower from the point where the ray hits the ground, in metres. 0 if the ray hits the tower. */
  away: number;
}

/**
 * The place whose tower a ray hits first, unless the globe hides it. Otherwise the place nearest to the point where the
 * ray hits the ground. Null if the ray misses the globe.
 */
export function placeUnder(places: BoxScene, ray: Ray): PlaceUnder | null {
  // #region shown
  const t = raycastGlobe(ray);
  // A globe behind the origin of the ray hides nothing.
  const tGround = t < 0 ? Infinity : t;
  // Which tower does the ray hit first, before the ground?
  const hit = places.raycast(ray, { tMax: tGround });
  if (hit) return { id: hit.id, away: 0 };
  if (tGround === Infinity) return null;
  // None: which is nearest to the point on the ground?
  const [nearest] = places.nearest(rayPointAt(ray, tGround));
  return { id: nearest.id, away: nearest.distance };
  // #endregion
}

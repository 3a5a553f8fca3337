import { type BoxScene, type Ray, rayPointAt } from 'slabtree';
import { raycastGlobe } from '../world/globe';

export interface PlaceUnder {
  id: number;
  /** How far its tower is from the ground that the ray meets, in metres; 0 where the ray meets the tower itself. */
  away: number;
}

/**
 * The place whose tower a ray meets first, where the globe does not hide it; else the one nearest to where the ray meets the
 * ground. Null where it passes the globe.
 */
export function placeUnder(places: BoxScene, ray: Ray): PlaceUnder | null {
  const t = raycastGlobe(ray);
  // A globe behind the ray's origin hides nothing.
  const tGround = t < 0 ? Infinity : t;
  const hit = places.raycast(ray, { tMax: tGround });
  if (hit) return { id: hit.id, away: 0 };
  if (tGround === Infinity) return null;
  const [nearest] = places.nearest(rayPointAt(ray, tGround));
  return { id: nearest.id, away: nearest.distance };
}

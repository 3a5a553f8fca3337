import type { Obb } from 'slabtree';
import type { City } from './cities';
import { standingMatrix } from './globe';

/** A city as a tower on the globe, in Earth-centred metres. The more people, the wider and taller it is. */
export function cityBox({ population, loc }: City): Obb {
  const [longitude, latitude] = loc.coordinates;
  const root = Math.sqrt(Math.max(population, 100));
  // 4,000 people per square kilometre would fill its ground. Its height is visible from orbit: 165 km for London.
  const half = 8 * root;
  const height = 60 * root;
  return {
    min: { x: -half, y: -half, z: 0 },
    max: { x: half, y: half, z: height },
    matrix: standingMatrix({ longitude, latitude, height: 0 }),
  };
}

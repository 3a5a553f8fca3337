import { checkVec3 } from './check';
import { type Vec3, vec3 } from './vec3';

/** A closed axis-aligned box, `min <= max` on every axis; flat boxes and points are boxes. `THREE.Box3` goes in as it is. */
export interface Aabb {
  min: Vec3;
  max: Vec3;
}

/**
 * The smallest box around two or more points: two opposite corners in any order, say.
 *
 * @throws TypeError or RangeError where a coordinate is not a finite number.
 */
export function aabbFromPoints(a: Vec3, b: Vec3, ...more: Vec3[]): Aabb {
  checkVec3('a', a);
  checkVec3('b', b);
  const min = vec3(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.min(a.z, b.z));
  const max = vec3(Math.max(a.x, b.x), Math.max(a.y, b.y), Math.max(a.z, b.z));
  more.forEach((point, i) => {
    checkVec3(`more[${i}]`, point);
    min.x = Math.min(min.x, point.x);
    min.y = Math.min(min.y, point.y);
    min.z = Math.min(min.z, point.z);
    max.x = Math.max(max.x, point.x);
    max.y = Math.max(max.y, point.y);
    max.z = Math.max(max.z, point.z);
  });
  return { min, max };
}

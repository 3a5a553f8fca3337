import { readVec3, type Vec3, vec3 } from './vec3';

/**
 * A closed axis-aligned box from `min` to `max`, in world units, with `min <= max` on every axis. It may be flat or a
 * point. You can pass a `THREE.Box3`. {@link aabbFromPoints} makes it.
 */
export interface Aabb {
  min: Vec3;
  max: Vec3;
}

/**
 * Returns the smallest box around two or more points. The points may be two opposite corners, in any order.
 *
 * @param more further points, any number of them, in world units like `a` and `b`.
 * @throws TypeError or RangeError if a coordinate is not a finite number.
 *
 * @example
 * ```ts
 * const box = aabbFromPoints({ x: 2, y: 2, z: 2 }, { x: 0.5, y: 0.5, z: 0.5 });
 * box.min; // → { x: 0.5, y: 0.5, z: 0.5 }
 * box.max; // → { x: 2, y: 2, z: 2 }
 * ```
 */
export function aabbFromPoints(a: Vec3, b: Vec3, ...more: Vec3[]): Aabb {
  const min = vec3(Infinity, Infinity, Infinity);
  const max = vec3(-Infinity, -Infinity, -Infinity);
  [a, b, ...more].forEach((point, i) => {
    const { x, y, z } = readVec3(i === 0 ? 'a' : i === 1 ? 'b' : `more[${i - 2}]`, point);
    min.x = Math.min(min.x, x);
    min.y = Math.min(min.y, y);
    min.z = Math.min(min.z, z);
    max.x = Math.max(max.x, x);
    max.y = Math.max(max.y, y);
    max.z = Math.max(max.z, z);
  });
  return { min, max };
}

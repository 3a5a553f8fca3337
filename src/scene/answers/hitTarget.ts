import { isObject, show } from '../../primitives/check';
import type { Vec3 } from '../../primitives/shapes/vec3';
import type { Hit } from './hit';

/** Where an answer is written. The vectors are those of the hit. They are read once, as a getter may return others. */
export interface HitTarget {
  readonly hit: Hit;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/**
 * Checks a hit of the user. Parts of it may be read-only, and all are if it is frozen. So each is written back as it is: if
 * that throws, nothing has changed.
 */
export function readTarget(hit: Hit): HitTarget {
  if (!isObject(hit)) reject(hit);
  const { id, t, distance, point, normal, inside, triangle, u, v, front } = hit;
  if (!isObject(point) || !isObject(normal) || point === normal) reject(hit);
  const { x, y, z } = point;
  const { x: acrossX, y: acrossY, z: acrossZ } = normal;
  const isHit =
    typeof id === 'number' &&
    typeof t === 'number' &&
    typeof distance === 'number' &&
    typeof inside === 'boolean' &&
    typeof triangle === 'number' &&
    typeof u === 'number' &&
    typeof v === 'number' &&
    typeof front === 'boolean' &&
    typeof x === 'number' &&
    typeof y === 'number' &&
    typeof z === 'number' &&
    typeof acrossX === 'number' &&
    typeof acrossY === 'number' &&
    typeof acrossZ === 'number';
  if (!isHit) reject(hit);
  try {
    hit.id = id;
    hit.t = t;
    hit.distance = distance;
    hit.inside = inside;
    hit.triangle = triangle;
    hit.u = u;
    hit.v = v;
    hit.front = front;
    point.x = x;
    point.y = y;
    point.z = z;
    normal.x = acrossX;
    normal.y = acrossY;
    normal.z = acrossZ;
  } catch (cause) {
    throw new TypeError('options.into must be a hit whose parts can be written, got one that is read-only', { cause });
  }
  return { hit, point, normal };
}

function reject(hit: unknown): never {
  throw new TypeError(
    `options.into must be a hit { id, t, distance, point, normal, inside, triangle, u, v, front } with two vectors { x, y, z }, got ${show(hit)}`,
  );
}

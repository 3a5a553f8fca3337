import type { ClosestHit } from '../../bvh/query/raycast';
import { NO_TRIANGLE } from '../../bvh/meshes/triangleMet';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { DIRECTION } from '../../primitives/flat/rayLayout';
import { length, normalize } from '../../primitives/shapes/vec3';
import type { Hit } from './hit';
import type { HitTarget } from './hitTarget';

/**
 * Writes an answer. The numbers are all read before the first is written: a setter may cast another ray. Few are passed to
 * functions, as engines put them on the heap for that unless they inline it.
 */
export function writeHit(ray: RayBuffer, closest: ClosestHit, { hit, point, normal }: HitTarget): Hit {
  const { id, t, inside, normal: face, met } = closest;
  const { triangle, u, v, front } = met;
  const isBox = triangle === NO_TRIANGLE;
  const alongX = ray[DIRECTION];
  const alongY = ray[DIRECTION + 1];
  const alongZ = ray[DIRECTION + 2];
  const x = ray[0] + t * alongX;
  const y = ray[1] + t * alongY;
  const z = ray[2] + t * alongZ;
  const square = alongX * alongX + alongY * alongY + alongZ * alongZ;
  // The first is what distanceTo computes for a direction of such a length.
  const distance = square > 1e-200 && square < 1e200 ? Math.abs(t) * Math.sqrt(square) : distanceTo(ray, t);
  normalize(face);
  const acrossX = face[0];
  const acrossY = face[1];
  const acrossZ = face[2];
  hit.id = id;
  hit.t = t;
  hit.distance = distance;
  hit.inside = inside;
  hit.triangle = triangle;
  hit.u = isBox ? 0 : u;
  hit.v = isBox ? 0 : v;
  hit.front = isBox ? !inside : front;
  point.x = x;
  point.y = y;
  point.z = z;
  normal.x = acrossX;
  normal.y = acrossY;
  normal.z = acrossZ;
  return hit;
}

function distanceTo(ray: RayBuffer, t: number): number {
  const unit = length(ray[3], ray[4], ray[5]);
  // The length of a direction may overflow float64 although the distance does not.
  return unit < Infinity ? Math.abs(t) * unit : length(t * ray[3], t * ray[4], t * ray[5]);
}

import type { ClosestHit } from '../../bvh/query/raycast';
import { NO_TRIANGLE } from '../../bvh/meshes/rayVisitor';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { DIRECTION, FACE, IS_INSIDE } from '../../primitives/flat/rayLayout';
import { along } from '../../primitives/query/rayPointAt';
import { length } from '../../primitives/shapes/vec3';
import type { Hit } from './hit';
import type { HitTarget } from './hitTarget';

/**
 * Writes the closest hit of a ray, whose face is known, to a target, or to a new hit if there is none. The numbers are all
 * read before the first is written: a setter may cast another ray. Few are passed to functions, as engines put them on the
 * heap for that unless they inline it.
 */
export function writeHit(ray: RayBuffer, closest: ClosestHit, target: HitTarget | null): Hit {
  const { id, t, hitTriangle } = closest;
  const { triangle } = hitTriangle;
  const isBox = triangle === NO_TRIANGLE;
  const alongX = ray[DIRECTION];
  const alongY = ray[DIRECTION + 1];
  const alongZ = ray[DIRECTION + 2];
  let x = ray[0] + t * alongX;
  let y = ray[1] + t * alongY;
  let z = ray[2] + t * alongZ;
  const square = alongX * alongX + alongY * alongY + alongZ * alongZ;
  // The first is what distanceTo computes for a direction of such a length.
  const distance = square > 1e-200 && square < 1e200 ? Math.abs(t) * Math.sqrt(square) : distanceTo(ray, t);
  if (distance === Infinity) {
    x = along(ray[0], alongX, t);
    y = along(ray[1], alongY, t);
    z = along(ray[2], alongZ, t);
  }
  const acrossX = ray[FACE];
  const acrossY = ray[FACE + 1];
  const acrossZ = ray[FACE + 2];
  const inside = ray[IS_INSIDE] !== 0;
  const u = isBox ? 0 : hitTriangle.u;
  const v = isBox ? 0 : hitTriangle.v;
  const front = isBox ? !inside : hitTriangle.front;
  if (target === null) {
    const point = { x, y, z };
    const normal = { x: acrossX, y: acrossY, z: acrossZ };
    return { id, t, distance, point, normal, inside, triangle, u, v, front };
  }
  const { hit, point, normal } = target;
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
  return hit;
}

function distanceTo(ray: RayBuffer, t: number): number {
  const unit = length(ray[3], ray[4], ray[5]);
  // The length of a direction may overflow float64 although the distance does not.
  return unit < Infinity ? Math.abs(t) * unit : length(t * ray[3], t * ray[4], t * ray[5]);
}

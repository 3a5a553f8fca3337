import type { BoxScene, ClosestHitOptions, Hit } from 'slabtree';
import { Vector3 } from 'three';
import type { Rays } from '../rays';

/** One call for each ray, with a whole hit as its answer. */
export function castOneByOne(
  scene: BoxScene,
  rays: Rays,
  distances: Float64Array,
  options: ClosestHitOptions = {},
): void {
  const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 1 } };
  for (let at = 0; at < rays.length; at += 6) {
    ray.origin.x = rays[at];
    ray.origin.y = rays[at + 1];
    ray.origin.z = rays[at + 2];
    ray.direction.x = rays[at + 3];
    ray.direction.y = rays[at + 4];
    ray.direction.z = rays[at + 5];
    distances[at / 6] = scene.raycast(ray, options)?.t ?? Infinity;
  }
}

/** A hit for `into`. */
export function emptyHit(): Hit {
  const [point, normal] = [new Vector3(), new Vector3()];
  return { id: -1, t: 0, distance: 0, point, normal, inside: false, triangle: -1, u: 0, v: 0, front: true };
}

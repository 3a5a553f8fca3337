import type { Camera, Plane, Ray, Raycaster, Vector2 } from 'three';
import { setFromCamera } from '../rays/pointer';

/**
 * Aims a Raycaster through a place of a camera's picture, from the near plane to the far plane: only what is between is drawn.
 *
 * @param ends the near plane, and the far plane if there is one.
 */
export function aimFromNearToFar(ends: readonly Plane[], raycaster: Raycaster, place: Vector2, camera: Camera): void {
  setFromCamera(raycaster, place, camera);
  const { ray } = raycaster;
  ray.origin.addScaledVector(ray.direction, distanceAlong(ray, ends[0]));
  const far = ends.at(1);
  const way = far === undefined ? Infinity : distanceAlong(ray, far);
  raycaster.near = 0;
  raycaster.far = way >= 0 ? way : Infinity;
}

/** How far it is along a ray to a plane. */
export function distanceAlong({ origin, direction }: Ray, plane: Plane): number {
  return -plane.distanceToPoint(origin) / plane.normal.dot(direction);
}

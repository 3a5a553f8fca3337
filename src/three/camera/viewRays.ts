import type { Camera, Plane, Raycaster, Vector2 } from 'three';
import { distanceAlong } from '../math';
import { setFromCamera } from '../rays/pointer';
import type { RayChoice } from '../rays/raycastOptions';
import { nearAndFarPlanes, PICTURE, viewProjectionOf } from './viewPlanes';

/**
 * Aims a Raycaster through a place of a camera's picture. The ray starts at the near plane and ends at the far plane.
 *
 * @param ends the near plane, and the far plane if there is one.
 */
export function aimFromNearToFar(ends: readonly Plane[], raycaster: Raycaster, place: Vector2, camera: Camera): void {
  setFromCamera(raycaster, place, camera);
  const { ray } = raycaster;
  ray.origin.addScaledVector(ray.direction, distanceAlong(ray, ends[0]));
  const farPlane = ends.at(1);
  const far = farPlane === undefined ? Infinity : distanceAlong(ray, farPlane);
  raycaster.near = 0;
  raycaster.far = far >= 0 ? far : Infinity;
}

/**
 * Limits a Raycaster, whose ray starts at a camera, to objects that the camera draws: to the camera's layers, and to the range
 * between its near and far plane. If the near plane is behind the camera, as it may be with an orthographic camera, the ray
 * starts at the near plane.
 *
 * @param pointer a place in the camera's picture. If it is outside the picture, the Raycaster hits nothing.
 */
export function limitToView(raycaster: Raycaster, pointer: Vector2, camera: Camera & { readonly near?: number }): void {
  const { ray } = raycaster;
  const ends = nearAndFarPlanes(viewProjectionOf(camera), camera);
  const near = distanceAlong(ray, ends[0]);
  // The ray's origin moves to a near plane behind the camera, but not to one at 0, where it is already: rounding would move it.
  if (camera.near !== undefined && camera.near < 0) ray.origin.addScaledVector(ray.direction, near);
  raycaster.near = Math.max(near, 0);
  const farPlane = ends.at(1);
  const far = farPlane === undefined ? Infinity : distanceAlong(ray, farPlane);
  // Because of rounding, a far plane that is almost at infinity may come out behind the camera; `far` is then Infinity.
  raycaster.far = far >= raycaster.near ? far : Infinity;
  raycaster.layers.mask = camera.layers.mask;
  if (!PICTURE.containsPoint(pointer)) raycaster.far = -Infinity;
}

/** Removes the range and the layers that {@link limitToView} set on a Raycaster. */
export function removeLimits(raycaster: Raycaster): void {
  raycaster.near = 0;
  raycaster.far = Infinity;
  raycaster.layers.set(0);
}

/**
 * Searches with a Raycaster within the range and the layers of another one, `limits`. Both may be the same Raycaster. The filter
 * of the search tests the layers too: an object's raycast, such as an LOD's, may hit objects on other layers.
 *
 * @param search called with a choice of objects whose filter tests the layers. During the call, `raycaster` has the range of both
 * Raycasters as its `near` and `far`.
 */
export function searchWithin<Found>(
  limits: Raycaster,
  raycaster: Raycaster,
  choice: RayChoice,
  search: (choice: RayChoice) => Found,
): Found {
  const { near, far } = raycaster;
  const { filter } = choice;
  raycaster.near = Math.max(near, limits.near);
  raycaster.far = Math.min(far, limits.far);
  try {
    return search({
      ...choice,
      filter: (object, instanceId, faceIndex) =>
        object.layers.test(limits.layers) && (filter?.(object, instanceId, faceIndex) ?? true),
    });
  } finally {
    raycaster.near = near;
    raycaster.far = far;
  }
}

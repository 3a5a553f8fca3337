import type { Camera, Plane, Raycaster, Vector2 } from 'three';
import { distanceAlong } from '../math';
import { setFromCamera } from '../rays/pointer';
import type { RayChoice } from '../rays/raycastOptions';
import { nearAndFarPlanes, PICTURE, viewProjectionOf } from './viewPlanes';

/**
 * Aims a Raycaster through a place of a camera's picture, from the near plane to the far plane.
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
 * Limits a Raycaster that is aimed from a camera to what the camera draws: to its layers, and between its near and far plane. If
 * the near plane is behind the camera, as it may be with an orthographic camera, the ray starts at the near plane.
 *
 * @param pointer a place of the picture. If it is outside the picture, the Raycaster hits nothing.
 */
export function limitToView(raycaster: Raycaster, pointer: Vector2, camera: Camera & { readonly near?: number }): void {
  const { ray } = raycaster;
  const ends = nearAndFarPlanes(viewProjectionOf(camera), camera);
  const near = distanceAlong(ray, ends[0]);
  // Not for a near plane at 0: the ray starts there, and rounding must not move it.
  if (camera.near !== undefined && camera.near < 0) ray.origin.addScaledVector(ray.direction, near);
  raycaster.near = Math.max(near, 0);
  const farPlane = ends.at(1);
  const far = farPlane === undefined ? Infinity : distanceAlong(ray, farPlane);
  // Rounding may put a far plane that is almost at infinity behind the camera.
  raycaster.far = far >= raycaster.near ? far : Infinity;
  raycaster.layers.mask = camera.layers.mask;
  if (!PICTURE.containsPoint(pointer)) raycaster.far = -Infinity;
}

/** Undoes {@link limitToView}. */
export function removeLimits(raycaster: Raycaster): void {
  raycaster.near = 0;
  raycaster.far = Infinity;
  raycaster.layers.set(0);
}

/**
 * Searches with a raycaster within the range and layers of `limits`, which may be the same Raycaster. The filter tests the layers
 * too: an object's raycast, such as an LOD's, may hit objects on other layers.
 *
 * @param search called with the narrowed choice. During the call, the raycaster has the narrowed `near` and `far`.
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

import type { Camera, Raycaster, Vector2 } from 'three';
import type { RayChoice } from '../rays/raycastOptions';
import { distanceAlong } from './aim';
import { nearAndFarPlanes, PICTURE, viewProjectionOf } from './viewPlanes';

/**
 * Limits a Raycaster that is aimed from a camera to what the camera draws: its layers, and what is between its near and its far
 * plane. The ray begins at the near plane if that is behind the camera, as it may be with an orthographic one.
 *
 * @param pointer a place of the picture. The Raycaster hits nothing if it is outside.
 */
export function limitToView(raycaster: Raycaster, pointer: Vector2, camera: Camera & { readonly near?: number }): void {
  const { ray } = raycaster;
  const ends = nearAndFarPlanes(viewProjectionOf(camera), camera);
  const near = distanceAlong(ray, ends[0]);
  // The rounding of a near plane at 0 must not move the ray.
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
 * Searches with a raycaster, within what another is limited to. What either of them leaves out is not hit. The raycaster may be that
 * other one: an object's raycast may hit objects on other layers, as that of an LOD does.
 *
 * @param search searches along the raycaster, whose range is narrower until then, by a narrower choice.
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

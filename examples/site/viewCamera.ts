import { PerspectiveCamera } from 'three';
import type { Vec3 } from 'slabtree';

/** The first place of a page's camera, and the point that it looks at. */
export interface View {
  position: Vec3;
  target: Vec3;
  /** y if left out. */
  up?: Vec3;
  /** The angle across the shorter side of the picture, in degrees. 40 if left out. */
  angle?: number;
  near?: number;
  far?: number;
}

/** A camera for a picture with `width / height = aspect`. */
export function viewCamera(view: View, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(undefined, aspect, view.near ?? 0.1, view.far ?? 1000);
  camera.position.copy(view.position);
  if (view.up) camera.up.copy(view.up);
  camera.lookAt(view.target.x, view.target.y, view.target.z);
  fitAspect(camera, view, aspect);
  camera.updateMatrixWorld();
  return camera;
}

/** Fits a camera to the shape of a picture, so that an upright phone shows the same as a wide screen. */
export function fitAspect(camera: PerspectiveCamera, { angle = 40 }: View, aspect: number): void {
  const half = Math.tan((angle / 2) * (Math.PI / 180)) / Math.min(1, aspect);
  camera.fov = 2 * Math.atan(half) * (180 / Math.PI);
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
}

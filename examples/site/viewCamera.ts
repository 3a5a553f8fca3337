import { PerspectiveCamera } from 'three';
import type { Vec3 } from 'slabtree';

/** Where a page's camera stands at first, and what it looks at. */
export interface View {
  position: Vec3;
  target: Vec3;
  /** y where left out. */
  up?: Vec3;
  /** The angle that the shorter side of the picture sees, in degrees: 40 where left out. */
  angle?: number;
  near?: number;
  far?: number;
}

/** A camera for a picture of `width / height = aspect`. */
export function viewCamera(view: View, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(undefined, aspect, view.near ?? 0.1, view.far ?? 1000);
  camera.position.copy(view.position);
  if (view.up) camera.up.copy(view.up);
  camera.lookAt(view.target.x, view.target.y, view.target.z);
  fitAspect(camera, view, aspect);
  camera.updateMatrixWorld();
  return camera;
}

/** Fits a camera to a picture's shape, so that an upright telephone sees what a wide screen sees. */
export function fitAspect(camera: PerspectiveCamera, { angle = 40 }: View, aspect: number): void {
  const half = Math.tan((angle / 2) * (Math.PI / 180)) / Math.min(1, aspect);
  camera.fov = 2 * Math.atan(half) * (180 / Math.PI);
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
}

import { PerspectiveCamera, Vector3 } from 'three';
import type { Aabb, Vec3 } from 'slabtree';

/** The first place of a page's camera, and the point that it looks at. */
export interface View {
  position: Vec3;
  target: Vec3;
  /** y if left out. */
  up?: Vec3;
  /** The angle across the shorter side of the picture, in degrees. 40 if left out. It does not count if there is a subject. */
  angle?: number;
  /** What is in the picture, whole, whatever the shape of the window. */
  subject?: Aabb;
  near?: number;
  far?: number;
}

/** A subject fills the picture up to a border, which is this part of it. */
const BORDER = 0.04;

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
export function fitAspect(camera: PerspectiveCamera, view: View, aspect: number): void {
  const { angle = 40, subject } = view;
  const half = subject
    ? halfHeight(subject, view, aspect)
    : Math.tan((angle / 2) * (Math.PI / 180)) / Math.min(1, aspect);
  camera.fov = 2 * Math.atan(half) * (180 / Math.PI);
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
}

/** Half the height of a picture that shows a box from the first place of the camera, at a distance of 1. */
function halfHeight({ min, max }: Aabb, { position, target, up }: View, aspect: number): number {
  const camera = new PerspectiveCamera();
  camera.position.copy(position);
  if (up) camera.up.copy(up);
  camera.lookAt(target.x, target.y, target.z);
  camera.updateMatrixWorld();
  let half = 0;
  for (let corner = 0; corner < 8; corner++) {
    const { x, y, z } = new Vector3(
      corner & 1 ? max.x : min.x,
      corner & 2 ? max.y : min.y,
      corner & 4 ? max.z : min.z,
    ).applyMatrix4(camera.matrixWorldInverse);
    half = Math.max(half, Math.abs(y / z), Math.abs(x / z) / aspect);
  }
  return half / (1 - 2 * BORDER);
}

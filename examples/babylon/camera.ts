import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Camera } from '@babylonjs/core/Cameras/camera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { RADIUS } from './columns';

/** A camera that turns around the island and shows all of it. */
export function addCamera(scene: Scene): ArcRotateCamera {
  const camera = new ArcRotateCamera('camera', -1.1, 0.95, 2.55 * RADIUS, new Vector3(0, -2, 0), scene);
  camera.minZ = 1;
  camera.maxZ = 10 * RADIUS;
  camera.lowerRadiusLimit = 0.6 * RADIUS;
  camera.upperRadiusLimit = 5 * RADIUS;
  camera.upperBetaLimit = 1.5;
  camera.wheelDeltaPercentage = 0.01;
  camera.pinchDeltaPercentage = 0.005;
  // Without panning, the island stays in the picture.
  camera.panningSensibility = 0;
  // The picture has keys of its own.
  camera.inputs.removeByType('ArcRotateCameraKeyboardMoveInput');
  return camera;
}

/** Fits a camera to a picture with `width / height = aspect`: the island fits its shorter side. */
export function fitCamera(camera: Camera, aspect: number): void {
  camera.fovMode = aspect < 1 ? Camera.FOVMODE_HORIZONTAL_FIXED : Camera.FOVMODE_VERTICAL_FIXED;
}

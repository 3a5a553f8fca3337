import type { Camera, Raycaster, Vector2 } from 'three';
import { checkKind } from './check';
import { checkMatrices } from './checkMatrices';
import { typeError } from './errors';

/** Turns the ray of a Raycaster to where a camera has the pointer; throws where the camera cannot tell. */
export function setFromCamera(raycaster: Raycaster, pointer: Vector2, camera: Camera): void {
  checkKind('camera', camera, 'isCamera');
  if (!('isPerspectiveCamera' in camera || 'isOrthographicCamera' in camera)) {
    throw typeError('camera', 'perspective or orthographic', camera);
  }
  raycaster.setFromCamera(pointer, camera);
  const { origin, direction } = raycaster.ray;
  // A pick is short: the matrices are looked at only where the ray shows that something is wrong.
  if (Number.isFinite(origin.x + origin.y + origin.z + direction.x + direction.y + direction.z)) return;
  checkMatrices(camera, 'matrixWorld', 'projectionMatrixInverse');
  throw new RangeError('camera.projectionMatrix must have an inverse');
}

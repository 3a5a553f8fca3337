import type { Camera } from 'three';
import { checkKind } from './check';
import { rangeError } from './errors';

type MatrixName = 'matrixWorld' | 'matrixWorldInverse' | 'projectionMatrix' | 'projectionMatrixInverse';

/** A camera of whose matrices these are of finite numbers. */
export function checkCamera(camera: Camera, ...names: MatrixName[]): void {
  checkKind('camera', camera, 'Camera');
  for (const name of names) {
    const bad = camera[name].elements.find((element) => !Number.isFinite(element));
    if (bad !== undefined) throw rangeError(`camera.${name}`, 'made of finite numbers', bad);
  }
}

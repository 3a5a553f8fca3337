import type { Camera } from 'three';
import { rangeError } from './errors';

type MatrixName = 'matrixWorld' | 'matrixWorldInverse' | 'projectionMatrix' | 'projectionMatrixInverse';

/** Throws where a number in one of these matrices of a camera is not finite. */
export function checkMatrices(camera: Camera, ...names: MatrixName[]): void {
  for (const name of names) {
    const bad = camera[name].elements.find((element) => !Number.isFinite(element));
    if (bad !== undefined) throw rangeError(`camera.${name}`, 'made of finite numbers', bad);
  }
}

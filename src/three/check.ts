/** Checks of arguments before a query or update changes anything. Each error names argument, value and expectation. */
import type { Camera } from 'three';
import { checkNumber, checkObject, isObject, rangeError, typeError } from '../primitives/check';

/** Checks the kind of a three.js object by a flag, such as `isMesh`: `instanceof` fails for another copy of three.js. */
export function checkKind(name: string, value: unknown, flag: `is${string}`): void {
  if (!(isObject(value) && flag in value)) throw typeError(name, `a three.js ${flag.slice(2)}`, value);
}

export function checkRaycaster(name: string, value: unknown): void {
  checkObject(name, value, 'a three.js Raycaster', 'intersectObject');
}

/** Throws if a number is NaN. Accepts infinite numbers, as `near`, `far` and `depth` may be infinite. */
export function checkNotNaN(name: string, value: number): void {
  checkNumber(name, value);
  if (Number.isNaN(value)) throw rangeError(name, 'a number', value);
}

type MatrixName = 'matrixWorld' | 'matrixWorldInverse' | 'projectionMatrix' | 'projectionMatrixInverse';

/** Checks that the named matrices of a camera have only finite numbers. */
export function checkMatrices(camera: Camera, ...names: MatrixName[]): void {
  for (const name of names) {
    const bad = camera[name].elements.find((element) => !Number.isFinite(element));
    if (bad !== undefined) throw rangeError(`camera.${name}`, 'made of finite numbers', bad);
  }
}

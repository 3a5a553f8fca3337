/** Checks of arguments before a query or update changes anything. Each error names argument, value and expectation. */
import type { Camera } from 'three';
import { checkNumber, isObject, show } from '../primitives/check';

/**
 * Checks that a value is an object, which has at least one of the given fields if there are any. The fields are two parameters
 * instead of a list, and no string is built for a valid argument: a moving pointer makes a hundred calls a second.
 */
export function checkObject(
  name: string,
  value: unknown,
  expected: string,
  field?: string,
  otherField?: string,
): asserts value is object {
  const isExpected =
    isObject(value) && (field === undefined || field in value || (otherField !== undefined && otherField in value));
  if (!isExpected) throw typeError(name, expected, value);
}

/** Checks the kind of a three.js object by a flag, such as `isMesh`: `instanceof` fails for another copy of three.js. */
export function checkKind(name: string, value: unknown, flag: `is${string}`): void {
  if (!(isObject(value) && flag in value)) throw typeError(name, `a three.js ${flag.slice(2)}`, value);
}

export function checkRaycaster(name: string, value: unknown): void {
  checkObject(name, value, 'a three.js Raycaster', 'intersectObject');
}

export function checkBoolean(name: string, value: boolean): void {
  if (typeof value !== 'boolean') throw typeError(name, 'true or false', value);
}

export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw typeError(name, 'a function', value);
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

/** Returns the TypeError for an argument of the wrong kind. */
export function typeError(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, got ${show(value)}`);
}

/** Returns the RangeError for an argument of the right kind with a wrong value. */
export function rangeError(name: string, expected: string, value: string | number): RangeError {
  return new RangeError(`${name} must be ${expected}, got ${value}`);
}

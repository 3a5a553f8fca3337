/** Checks at the door. Each names the argument, the value and what was expected, and throws before anything has changed. */
import { isObject } from '../primitives/check';
import { rangeError, typeError } from './errors';

/** Of three.js, by what marks it: an object of another copy of it is as good. */
export function checkKind(
  name: string,
  value: unknown,
  kind: 'Object3D' | 'InstancedMesh' | 'Camera' | 'Raycaster',
): void {
  const mark = kind === 'Raycaster' ? 'intersectObject' : `is${kind}`;
  if (!isObject(value) || !(mark in value)) throw typeError(name, `a three.js ${kind}`, value);
}

export function checkOptions(options: object): void {
  if (!isObject(options) || Array.isArray(options)) throw typeError('options', 'an object', options);
}

export function checkBoolean(name: string, value: boolean): void {
  if (typeof value !== 'boolean') throw typeError(name, 'true or false', value);
}

/** A number, which may be infinite. */
export function checkNumber(name: string, value: number): void {
  if (typeof value !== 'number') throw typeError(name, 'a number', value);
  if (Number.isNaN(value)) throw rangeError(name, 'a number', value);
}

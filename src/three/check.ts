/** Checks at the door. Each names the argument, the value and what was expected, and throws before anything has changed. */
import { checkNumber, isObject } from '../primitives/check';
import { rangeError, typeError } from './errors';

/** An object of three.js, by the flag that marks it: one of another copy of three.js is as good. */
export function checkKind(name: string, value: unknown, flag: 'isObject3D' | 'isInstancedMesh' | 'isCamera'): void {
  if (!isObject(value) || !(flag in value)) throw typeError(name, `a three.js ${flag.slice(2)}`, value);
}

export function checkRaycaster(name: string, value: unknown): void {
  if (!isObject(value) || !('intersectObject' in value)) throw typeError(name, 'a three.js Raycaster', value);
}

export function checkBoolean(name: string, value: boolean): void {
  if (typeof value !== 'boolean') throw typeError(name, 'true or false', value);
}

/** A number that can be compared: near, far and depth may be infinite. */
export function checkNotNaN(name: string, value: number): void {
  checkNumber(name, value);
  if (Number.isNaN(value)) throw rangeError(name, 'a number', value);
}

import { show } from '../primitives/check';

/** What is thrown where the kind of a value is wrong. */
export function typeError(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, got ${show(value)}`);
}

/** What is thrown where the kind of a value is right, and the value is not. */
export function rangeError(name: string, expected: string, value: string | number): RangeError {
  return new RangeError(`${name} must be ${expected}, got ${value}`);
}

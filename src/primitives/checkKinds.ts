/** Checks of the kinds of arguments that entry points for 3D engines share. Each error names argument, value and expectation. */
import { isObject, show } from './check';

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

export function checkBoolean(name: string, value: boolean): void {
  if (typeof value !== 'boolean') throw typeError(name, 'true or false', value);
}

export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw typeError(name, 'a function', value);
}

/** Returns the TypeError for an argument of the wrong kind. */
export function typeError(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, got ${show(value)}`);
}

/** Returns the RangeError for an argument of the right kind with a wrong value. */
export function rangeError(name: string, expected: string, value: string | number): RangeError {
  return new RangeError(`${name} must be ${expected}, got ${value}`);
}

/**
 * Checks of single values. Each error names the argument, the value and what was expected. A value of the wrong type is
 * a `TypeError`, a wrong value of the right type a `RangeError`.
 *
 * A value with parts (a vector, a ray, a box, options) is checked by a `read…` function beside its type. The function
 * reads every part once and checks the copy, because a getter may return another value the next time. A call reads all
 * its arguments before it changes anything.
 */

/** Returns a value as text for an error message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const name = classOf(value);
  if (name === 'Promise') return 'a promise: await it';
  if (typeof name === 'string' && name !== 'Object') return `a value of type ${name}`;
  const names = namesIn(value);
  return names.length === 0 ? 'an object' : `an object with ${names.join(', ')}`;
}

/** Returns the names of an object's first few members for an error message, or no names if a proxy throws. */
function namesIn(value: object): string[] {
  try {
    const names = Object.keys(value);
    return names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  } catch {
    return [];
  }
}

const MOST_NAMES = 6;

/**
 * Returns the name of an object's class for an error message. Returns undefined if a proxy or a getter throws, because
 * the caller must get the message, not the error of the getter.
 */
function classOf(value: object): unknown {
  try {
    const prototype = Object.getPrototypeOf(value) as { constructor?: { name: unknown } } | null;
    return prototype?.constructor?.name;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function checkNumber(name: string, value: number): void {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
}

export function checkFinite(name: string, value: number): void {
  checkNumber(name, value);
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, got ${value}`);
}

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

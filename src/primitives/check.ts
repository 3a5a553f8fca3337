/**
 * Checks of single values. Each names the argument, the value and what was expected: a `TypeError` where the kind of value is
 * wrong, a `RangeError` where the value itself is.
 *
 * What has parts (a vector, a ray, a box, options) is read by a `read…` function beside its type. That reads every part once and
 * checks the copy: a getter may give another value the next time. All arguments are read before anything changes.
 */

/** A value as it is shown in a message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const name = classOf(value);
  return typeof name !== 'string' || name === 'Object' ? 'an object' : `a value of type ${name}`;
}

/** The name of an object's class. A proxy or a getter may throw, which must not take the message's place. */
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

/** An object of options. Not one that can be iterated: an array's own methods, `filter` say, would be taken for options. */
export function checkOptions(name: string, options: object): void {
  if (isObject(options) && !(Symbol.iterator in options)) return;
  throw new TypeError(`${name} must be an object of options, got ${show(options)}`);
}

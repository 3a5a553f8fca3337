import type { AbortSignalLike } from 'slabtree';

/**
 * Checks of arguments, with the texts of slabtree's own errors: the argument, the value and what was expected. A value of the
 * wrong type is a `TypeError`, a wrong value of the right type a `RangeError`.
 */

/** Returns a value as text for an error message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (!isObject(value)) return String(value);
  if (value instanceof Promise) return 'a promise: await it';
  // An object without a prototype has no constructor.
  const { constructor }: { constructor?: unknown } = value;
  if (typeof constructor === 'function' && constructor !== Object) return `a value of type ${constructor.name}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'an object';
  return `an object with ${names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')}, …` : names.join(', ')}`;
}

const MOST_NAMES = 6;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Checks that a value is an object of options whose names are all known, because JavaScript would silently ignore a misspelt
 * option.
 *
 * @param names the names of the options that the call takes, as keys. A name with the value `false` passes this check, and
 *   the call itself rejects it with a more precise error.
 */
export function checkNames(name: string, options: object, names: Readonly<Record<string, boolean>>): void {
  if (!isObject(options) || Symbol.iterator in options) {
    throw new TypeError(`${name} must be an object of options, got ${show(options)}`);
  }
  for (const key in options) {
    // A member that a program has added to Object.prototype does not count as an option.
    const isOfAllObjects = !Object.hasOwn(options, key) && Object.hasOwn(Object.prototype, key);
    if (Object.hasOwn(names, key) || isOfAllObjects) continue;
    const taken = Object.keys(names).filter((each) => names[each]);
    throw new TypeError(`${name} has no option ${show(key)}; the options are ${taken.join(', ')}`);
  }
}

export function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && typeof callback !== 'function') {
    throw new TypeError(`${name} must be a function, got ${show(callback)}`);
  }
}

/** Checks the option `signal`. `instanceof` would be false for a signal from another realm. */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  const hasMembers = (given: unknown) =>
    isObject(given) &&
    'aborted' in given &&
    ['addEventListener', 'removeEventListener'].every((name) => typeof Reflect.get(given, name) === 'function');
  if (!hasMembers(signal)) throw new TypeError(`options.signal must be an AbortSignal, got ${show(signal)}`);
}

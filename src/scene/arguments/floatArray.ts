import { isObject, show } from '../../primitives/check';
import { hasLostElements, isSharedBuffer, typedArrayName, viewOn } from './bufferView';

/** The numbers of many boxes, rays, points or matrices, one after the other. They are not rounded to another precision. */
export type FloatArray = Float32Array | Float64Array;

/**
 * Checks an argument of many numbers. Nothing can change the result during the call: if another thread may write to the
 * numbers, they are copied.
 *
 * @param stride how many numbers each `what` has.
 */
export function readFloatArray(name: string, numbers: FloatArray, stride: number, what: string): FloatArray {
  const view = viewFloatArray(name, numbers, stride, what);
  return isSharedBuffer(view.buffer) ? view.slice() : view;
}

/**
 * Checks an argument of many numbers as {@link readFloatArray} does, and never copies them. Code that reads the numbers
 * must copy them first, and check the copy.
 *
 * @returns a new view of the same numbers. Properties that the caller has set on the array, such as `length`, do not count.
 */
export function viewFloatArray(name: string, numbers: FloatArray, stride: number, what: string): FloatArray {
  const type = typedArrayName(numbers);
  if (type !== 'Float32Array' && type !== 'Float64Array') {
    const remedy = arrayRemedy(name, 'Float32Array', numbers);
    throw new TypeError(`${name} must be a Float32Array or a Float64Array, got ${show(numbers)}${remedy}`);
  }
  if (hasLostElements(numbers)) throw lostNumbers(name);
  const view = type === 'Float32Array' ? viewOn(Float32Array, numbers) : viewOn(Float64Array, numbers);
  if (view.length % stride !== 0) {
    throw new RangeError(`${name} must hold ${stride} numbers per ${what}, got ${view.length} in all`);
  }
  return view;
}

/** What to do about a value that is not a typed array. */
export function arrayRemedy(name: string, type: string, value: unknown): string {
  if (isObject(value) && 'array' in value && ArrayBuffer.isView(value.array)) return ': give its array';
  if (!Array.isArray(value)) return '';
  const first: unknown = value[0];
  if (typeof first === 'number') return `: make one, new ${type}(${name})`;
  if (Array.isArray(first)) return `: make one of flat numbers, new ${type}(${name}.flat())`;
  return isObject(first) ? ': put the numbers of all into one, each after the other' : '';
}

/** A copy of some of the numbers of a view. Throws if the view has lost them since it was made. */
export function copyNumbers(
  name: string,
  view: FloatArray,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  if (view.length < to) throw lostNumbers(name);
  return view.slice(from, to);
}

/** The error for an array whose buffer was transferred, or made too short for it. */
function lostNumbers(name: string): TypeError {
  return new TypeError(
    `${name} must have its numbers, but its buffer was transferred or made shorter: ` +
      'give the array that has them now, or a copy',
  );
}

import { isObject, show } from '../../primitives/check';
import { hasLostElements, isSharedBuffer, typedArrayName, viewOn } from './bufferView';

/**
 * The numbers of many boxes, rays, points or matrices, one after the other. They are not rounded to another precision.
 * See {@link BoxScene.addAabbs}.
 */
export type FloatArray = Float32Array | Float64Array;

/**
 * Checks an argument of many numbers. Returns a view of the numbers, or a copy if another thread may write to them. So
 * nothing can change the result during the call.
 *
 * @param stride how many numbers one item has: 6 for a box. `what` is the name of an item in errors.
 */
export function readFloatArray(name: string, numbers: FloatArray, stride: number, what: string): FloatArray {
  const view = viewFloatArray(name, numbers, stride, what);
  return isSharedBuffer(view.buffer) ? view.slice() : view;
}

/**
 * Checks an argument of many numbers as {@link readFloatArray} does, without a copy. The caller must copy the numbers
 * before checking them one by one.
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

/** Returns the end of an error for an argument that is not a typed array: how to make a typed array of the argument. */
export function arrayRemedy(name: string, type: string, value: unknown): string {
  if (isObject(value) && 'array' in value && ArrayBuffer.isView(value.array)) return ': give its array';
  if (!Array.isArray(value)) return '';
  const first: unknown = value[0];
  if (typeof first === 'number') return `: make one, new ${type}(${name})`;
  if (Array.isArray(first)) return `: make one of flat numbers, new ${type}(${name}.flat())`;
  return isObject(first) ? ': put the numbers of all into one, each after the other' : '';
}

/** Returns a copy of the numbers of a view from `from` to `to`. Throws if the buffer of the view was transferred. */
export function copyNumbers(
  name: string,
  view: FloatArray,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  if (view.length < to) throw lostNumbers(name);
  return view.slice(from, to);
}

/** Returns the error for an array of numbers whose buffer was transferred, or made too short for the array. */
function lostNumbers(name: string): TypeError {
  return new TypeError(
    `${name} must have its numbers, but its buffer was transferred or made shorter: ` +
      'give the array that has them now, or a copy',
  );
}

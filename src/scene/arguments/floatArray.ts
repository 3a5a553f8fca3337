import { show } from '../../primitives/check';
import { isLost, isSharedBuffer, typedArrayName, viewOn } from './bufferView';

/** Numbers of many boxes, rays or matrices, one after the other, kept in their own precision. */
export type FloatArray = Float32Array | Float64Array;

/**
 * Reads an argument of many numbers, which nothing can change until the caller goes on: those that another thread may write to
 * are copied.
 *
 * @param stride how many numbers there are to each `what`.
 */
export function readFloatArray(name: string, numbers: FloatArray, stride: number, what: string): FloatArray {
  const view = viewFloatArray(name, numbers, stride, what);
  return isSharedBuffer(view.buffer) ? view.slice() : view;
}

/**
 * Checks an argument of many numbers as {@link readFloatArray} does, and copies none of them: whoever reads them copies them
 * first, and checks the copy.
 *
 * @returns a view of our own on the same numbers: what the caller has put on the array itself, a `length` say, has no say.
 */
export function viewFloatArray(name: string, numbers: FloatArray, stride: number, what: string): FloatArray {
  const type = typedArrayName(numbers);
  if (type !== 'Float32Array' && type !== 'Float64Array') {
    throw new TypeError(`${name} must be a Float32Array or a Float64Array, got ${show(numbers)}`);
  }
  if (isLost(numbers)) throw lostNumbers(name);
  const view = type === 'Float32Array' ? viewOn(Float32Array, numbers) : viewOn(Float64Array, numbers);
  if (view.length % stride !== 0) {
    throw new RangeError(`${name} must hold ${stride} numbers a ${what}, got ${view.length} in all`);
  }
  return view;
}

/** A copy of some of the numbers of such a view, which may have lost them since. */
export function copyNumbers(
  name: string,
  view: FloatArray,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  if (view.length < to) throw lostNumbers(name);
  return view.slice(from, to);
}

/** An error about an array whose buffer was transferred, or made too short for it. */
function lostNumbers(name: string): TypeError {
  return new TypeError(
    `${name} must have its numbers, and they are gone: the buffer was transferred or made shorter. ` +
      'Give the array that they are in now, or a copy',
  );
}

import { checkNumber, show } from '../../primitives/check';

/**
 * Reads buffers and views through the getters of their classes. So arrays from another frame of a page are read like
 * other arrays, and properties set on an array itself, such as `length` or `Symbol.toStringTag`, are ignored.
 */

/** The prototype that all classes of typed arrays inherit from. */
const typedArrays = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype) as object;

/** Returns the name of a typed array's class, such as `'Float32Array'`. Undefined if the value is not a typed array. */
export function typedArrayName(value: unknown): unknown {
  return Reflect.get(typedArrays, Symbol.toStringTag, value);
}

/** Returns a new view, of the class `type`, of the elements of a typed array. */
export function viewOn<View>(
  type: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View,
  array: ArrayBufferView,
): View {
  return new type(bufferOf(array), numberOf(array, 'byteOffset'), numberOf(array, 'length'));
}

/** Returns whether a typed array's buffer was transferred, or made too short for the array. Its length is 0 then. */
export function hasLostElements(array: ArrayBufferView): boolean {
  if (numberOf(array, 'length') > 0) return false;
  try {
    // `keys` reads no element of the array, and throws if the array has lost its elements.
    Uint8Array.prototype.keys.call(array);
    return false;
  } catch {
    return true;
  }
}

/** Returns a new view of all bytes of a buffer or a view. Null if the bytes were transferred. */
export function bytesIn(buffer: ArrayBufferLike | ArrayBufferView): Uint8Array | null {
  try {
    if (!ArrayBuffer.isView(buffer)) return new Uint8Array(buffer);
    if (typedArrayName(buffer) !== undefined && hasLostElements(buffer)) return null;
    return new Uint8Array(bufferOf(buffer), numberOf(buffer, 'byteOffset'), numberOf(buffer, 'byteLength'));
  } catch {
    return null;
  }
}

export function isBuffer(value: unknown): value is ArrayBufferLike {
  if (isOfClass(ArrayBuffer, value)) return true;
  return typeof SharedArrayBuffer === 'function' && isOfClass(SharedArrayBuffer, value);
}

/** Returns whether other threads may write to a buffer. Tests for the usual class, because a failed test is slow. */
export function isSharedBuffer(buffer: ArrayBufferLike): boolean {
  return !isOfClass(ArrayBuffer, buffer);
}

function isOfClass({ prototype }: { readonly prototype: object }, value: unknown): boolean {
  try {
    Reflect.get(prototype, 'byteLength', value);
    return true;
  } catch {
    return false;
  }
}

function bufferOf(view: ArrayBufferView): ArrayBufferLike {
  return Reflect.get(prototypeOf(view), 'buffer', view) as ArrayBufferLike;
}

function numberOf(view: ArrayBufferView, key: 'byteOffset' | 'byteLength' | 'length'): number {
  return Reflect.get(prototypeOf(view), key, view) as number;
}

function prototypeOf(view: ArrayBufferView): object {
  return typedArrayName(view) === undefined ? DataView.prototype : typedArrays;
}

/** Returns a new view of the bytes of a buffer or a view, from an offset on. Throws if the bytes were transferred. */
export function bytesOf(name: string, buffer: ArrayBufferLike | ArrayBufferView, byteOffset = 0): Uint8Array {
  checkNumber('options.byteOffset', byteOffset);
  if (!ArrayBuffer.isView(buffer) && !isBuffer(buffer)) {
    throw new TypeError(`${name} must be an ArrayBuffer, a SharedArrayBuffer or a view of one, got ${show(buffer)}`);
  }
  const bytes = bytesIn(buffer);
  if (bytes === null) {
    throw new TypeError(
      `${name} must have its bytes, but they were transferred, or their buffer was made shorter: ` +
        'give the buffer that has them now, or a copy',
    );
  }
  if (!Number.isInteger(byteOffset) || byteOffset < 0 || byteOffset > bytes.length) {
    throw new RangeError(
      `options.byteOffset must be an integer from 0 to the buffer's ${bytes.length} bytes, got ${byteOffset}`,
    );
  }
  return bytes.subarray(byteOffset);
}

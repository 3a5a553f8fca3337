/**
 * Hostile arguments: they change while they are read, call back, or lie about themselves. They stand for any getter, proxy
 * or subclass that a caller may pass.
 */

/** Whether a value is a plain object or an array, and not a typed array, a function or an object with state, like a signal. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** The same value, but every read of a part calls `onRead`, also for the parts of its parts. */
function watched<T>(value: T, onRead: (parts: Set<PropertyKey>, key: PropertyKey) => void): T {
  if (!isPlain(value)) return value;
  const parts = new Set<PropertyKey>();
  return new Proxy(value, {
    get: (target, key) => {
      onRead(parts, key);
      parts.add(key);
      return watched(Reflect.get(target, key) as unknown, onRead);
    },
  });
}

/** The same value, but each part can be read only once. */
export function readableOnce<T>(value: T): T {
  return watched(value, (parts, key) => {
    if (parts.has(key)) throw new Error(`${String(key)} is read twice`);
  });
}

/** The same value, but every read of a part calls `interrupt`. */
export function interrupted<T>(value: T, interrupt: () => void): T {
  return watched(value, interrupt);
}

/** A copy of an array in memory that threads can share. */
export function shared(numbers: Float32Array | Float64Array): Float32Array | Float64Array {
  const buffer = new SharedArrayBuffer(numbers.byteLength);
  const copy = numbers instanceof Float32Array ? new Float32Array(buffer) : new Float64Array(buffer);
  copy.set(numbers);
  return copy;
}

/** Transfers the buffer of an array, and returns the array, which is empty now. */
export function transferred<Numbers extends Float32Array | Float64Array | Uint8Array>(numbers: Numbers): Numbers {
  structuredClone(numbers.buffer, { transfer: [numbers.buffer as ArrayBuffer] });
  return numbers;
}

/** A class of ES2024, which the types of this project do not know. */
type ResizableBuffer = new (
  byteLength: number,
  options: { maxByteLength: number },
) => ArrayBuffer & {
  resize: (byteLength: number) => void;
};

/** A copy of some bytes whose buffer was then made one byte shorter. The array is empty now. */
export function cutOff(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const buffer = new (ArrayBuffer as unknown as ResizableBuffer)(length, { maxByteLength: length });
  const copy = new Uint8Array(buffer, 0, length);
  copy.set(bytes);
  buffer.resize(length - 1);
  return copy;
}

/** The same numbers in an array that lies about its length, and whose methods throw. */
export function lying(numbers: Float32Array | Float64Array): Float32Array | Float64Array {
  class Liar extends Float64Array {
    override get length(): number {
      return 6 * 16 * 100;
    }
    override subarray(): never {
      throw new Error('the methods of an argument are called');
    }
    override slice(): never {
      throw new Error('the methods of an argument are called');
    }
  }
  return new Liar(numbers);
}

/** An object that claims to be a Float32Array. */
export function pretender(length: number): Float32Array {
  return Object.assign(Object.create({ [Symbol.toStringTag]: 'Float32Array' }) as object, {
    length,
    BYTES_PER_ELEMENT: 4,
  }) as Float32Array;
}

/**
 * What a buffer or a view on one is, by the getters of its class. An array of another frame is as good as one of this, and what
 * somebody has put on the object itself, a `length` or a `Symbol.toStringTag` say, is not asked.
 */

/** What all classes of typed arrays inherit from. */
const typedArrays = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype) as object;

/** `'Float32Array'`, say; undefined where it is no typed array. */
export function typedArrayName(value: unknown): unknown {
  return Reflect.get(typedArrays, Symbol.toStringTag, value);
}

/** A view of our own on the elements of a typed array of that class, whose length stays. */
export function viewOn<View>(
  type: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View,
  array: ArrayBufferView,
): View {
  return new type(bufferOf(array), numberOf(array, 'byteOffset'), numberOf(array, 'length'));
}

/** Whether a typed array has lost its elements: its buffer was transferred, or made too short. It looks like an empty one then. */
export function isLost(array: ArrayBufferView): boolean {
  if (numberOf(array, 'length') > 0) return false;
  try {
    // Of all methods of an array that read nothing of it, the one that throws where it has lost them.
    Uint8Array.prototype.keys.call(array);
    return false;
  } catch {
    return true;
  }
}

/** All bytes of a buffer, or of a view on one, as a view of our own; null where it has lost them. */
export function bytesIn(buffer: ArrayBufferLike | ArrayBufferView): Uint8Array | null {
  try {
    if (!ArrayBuffer.isView(buffer)) return new Uint8Array(buffer);
    if (typedArrayName(buffer) !== undefined && isLost(buffer)) return null;
    return new Uint8Array(bufferOf(buffer), numberOf(buffer, 'byteOffset'), numberOf(buffer, 'byteLength'));
  } catch {
    return null;
  }
}

export function isBuffer(value: unknown): value is ArrayBufferLike {
  return isOfClass(ArrayBuffer, value) || isSharedBuffer(value);
}

/** Whether other threads may write to a buffer. */
export function isSharedBuffer(value: unknown): boolean {
  return typeof SharedArrayBuffer === 'function' && isOfClass(SharedArrayBuffer, value);
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

import { checkNumber, show } from '../primitives/check';

/** The bytes of a buffer, or of a view on one, from an offset on. */
export function bytesOf(name: string, buffer: ArrayBufferLike | ArrayBufferView, byteOffset = 0): Uint8Array {
  checkNumber('options.byteOffset', byteOffset);
  checkIsThere(name, ArrayBuffer.isView(buffer) ? buffer.buffer : checkBuffer(name, buffer));
  const bytes = ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer);
  if (!Number.isInteger(byteOffset) || byteOffset < 0 || byteOffset > bytes.length) {
    throw new RangeError(
      `options.byteOffset must be an integer from 0 to the buffer's ${bytes.length} bytes, got ${byteOffset}`,
    );
  }
  return bytes.subarray(byteOffset);
}

/** By name and not by instanceof: one from another frame is as good. */
function checkBuffer(name: string, buffer: ArrayBufferLike): ArrayBufferLike {
  const type = Object.prototype.toString.call(buffer);
  if (type === '[object ArrayBuffer]' || type === '[object SharedArrayBuffer]') return buffer;
  throw new TypeError(`${name} must be an ArrayBuffer, a SharedArrayBuffer or a view on one, got ${show(buffer)}`);
}

/** Throws where a buffer has been transferred: it has no bytes then, but not every engine tells that from an empty one. */
function checkIsThere(name: string, buffer: ArrayBufferLike): void {
  if (buffer.byteLength > 0) return;
  try {
    new Uint8Array(buffer);
  } catch {
    throw new TypeError(`${name} must have its bytes, and they were transferred: give the buffer that they are in now`);
  }
}

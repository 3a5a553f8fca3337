import { checkNumber, show } from '../../primitives/check';
import { bytesIn, isBuffer } from './bufferView';

/** A new view of the bytes of a buffer or of a view, from an offset on. */
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

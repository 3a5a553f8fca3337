import { checksumOf, STRIPE_BYTES } from './checksum';
import { mayBeginWith, NAMES_MAGIC } from './magic';
import { refuse } from './slabtreeFormatError';

/** The length in bytes of the header of a block of names, JSON that may follow a scene: see docs/format.md. */
export const NAMES_HEADER_BYTES = 16;
/** The indices, in the header of a block of names, of the words with the block's length in bytes and its checksum. */
const BYTES_WORD = 2;
const CHECKSUM_WORD = 3;
const SPACE = 0x20;

/**
 * Returns a block of names, which may follow a scene in a file.
 *
 * @param names any value that JSON can represent.
 */
export function writeNamesBlock(names: unknown): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(names));
  const buffer = new ArrayBuffer(Math.ceil((NAMES_HEADER_BYTES + text.length) / STRIPE_BYTES) * STRIPE_BYTES);
  const bytes = new Uint8Array(buffer).fill(SPACE);
  const words = new Int32Array(buffer);
  bytes.set(NAMES_MAGIC);
  bytes.set(text, NAMES_HEADER_BYTES);
  words[BYTES_WORD] = buffer.byteLength;
  words[CHECKSUM_WORD] = 0;
  words[CHECKSUM_WORD] = checksumOf(words);
  return bytes;
}

/**
 * Returns the length in bytes of the block of names with which `bytes` begin. Returns 0 if there is no block, and
 * Infinity if there are too few bytes to read the length.
 */
export function namesBlockBytes(bytes: Uint8Array): number {
  if (bytes.length === 0 || !mayBeginWith(bytes, NAMES_MAGIC)) return 0;
  if (bytes.length < NAMES_HEADER_BYTES) return Infinity;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * BYTES_WORD, true);
  if (length === 0 || length % STRIPE_BYTES > 0) refuse(`its names have ${length} bytes, not a multiple of 64`);
  return length;
}

/**
 * Returns the parsed JSON of the block of names with which `bytes` begin, or an empty array if there is no block. The
 * caller must check the content of the JSON.
 */
export function readNamesBlock(bytes: Uint8Array): unknown {
  const length = namesBlockBytes(bytes);
  if (length === 0) return [];
  if (length > bytes.length) refuse('its names are cut short');
  // The block of names is copied, because other threads may change shared memory after the check.
  const block = bytes.slice(0, length);
  const words = new Int32Array(block.buffer);
  const checksum = words[CHECKSUM_WORD] >>> 0;
  words[CHECKSUM_WORD] = 0;
  if (checksumOf(words) !== checksum) refuse('the checksum of its names is wrong: they were damaged');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(block.subarray(NAMES_HEADER_BYTES)));
  } catch {
    refuse('its names are not JSON in UTF-8');
  }
}

import { checksumOf, STRIPE_BYTES } from './checksum';
import { mayBeginWith } from './fileHeader';
import { refuse } from './slabtreeFormatError';

/** Names may follow a scene in its file, as JSON after a header of 16 bytes: see docs/format.md. */
export const NAMES_HEADER_BYTES = 16;
/** Like the beginning of a scene, but with another name. */
const MAGIC = [0x89, 0x4e, 0x41, 0x4d, 0x45, 0x0d, 0x0a, 0x1a];
/** The words of the header with the length in bytes and the checksum. */
const BYTES_WORD = 2;
const CHECKSUM_WORD = 3;
const SPACE = 0x20;

/** Returns the block of names. @param names any value that JSON can represent. */
export function writeNamesBlock(names: unknown): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(names));
  const buffer = new ArrayBuffer(Math.ceil((NAMES_HEADER_BYTES + text.length) / STRIPE_BYTES) * STRIPE_BYTES);
  const bytes = new Uint8Array(buffer).fill(SPACE);
  const words = new Int32Array(buffer);
  bytes.set(MAGIC);
  bytes.set(text, NAMES_HEADER_BYTES);
  words[BYTES_WORD] = buffer.byteLength;
  words[CHECKSUM_WORD] = 0;
  words[CHECKSUM_WORD] = checksumOf(words);
  return bytes;
}

/**
 * Returns the length of the block of names at the beginning of these bytes: 0 if there is none, Infinity if there are
 * too few bytes.
 */
export function namesBlockBytes(bytes: Uint8Array): number {
  if (bytes.length === 0 || !mayBeginWith(bytes, MAGIC)) return 0;
  if (bytes.length < NAMES_HEADER_BYTES) return Infinity;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * BYTES_WORD, true);
  if (length === 0 || length % STRIPE_BYTES > 0) refuse(`its names have ${length} bytes, not a multiple of 64`);
  return length;
}

/**
 * Reads the JSON of the block of names at the beginning of these bytes. Its content has not been checked. Returns an
 * empty array if there is no block.
 */
export function readNamesBlock(bytes: Uint8Array): unknown {
  const length = namesBlockBytes(bytes);
  if (length === 0) return [];
  if (length > bytes.length) refuse('its names are cut short');
  // A copy, because other threads may change shared memory after the check.
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

import { checksumOf, STRIPE_BYTES } from './checksum';
import { mayBeginWith } from './fileHeader';
import { refuse } from './slabtreeFormatError';

/** Names may follow a scene in its file, as JSON behind a header of 16 bytes: see docs/format.md. */
export const NAMES_HEADER_BYTES = 16;
/** Like that of a scene, with another name. */
const MAGIC = [0x89, 0x4e, 0x41, 0x4d, 0x45, 0x0d, 0x0a, 0x1a];
/** Words of the header. */
const BYTES_WORD = 2;
const CHECKSUM_WORD = 3;
const SPACE = 0x20;

/** @param names what JSON can hold. */
export function writeNamesBlock(names: unknown): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(names));
  const buffer = new ArrayBuffer(Math.ceil((NAMES_HEADER_BYTES + text.length) / STRIPE_BYTES) * STRIPE_BYTES);
  const bytes = new Uint8Array(buffer).fill(SPACE);
  const words = new Int32Array(buffer);
  bytes.set(MAGIC);
  bytes.set(text, NAMES_HEADER_BYTES);
  words[BYTES_WORD] = buffer.byteLength;
  words[CHECKSUM_WORD] = 0;
  words[CHECKSUM_WORD] = checksumOf(words);
  return buffer;
}

/** How many bytes the names have of which these are the first: Infinity where these are too few to tell, 0 where they are no names. */
export function namesBlockBytes(bytes: Uint8Array): number {
  if (bytes.length === 0 || !mayBeginWith(bytes, MAGIC)) return 0;
  if (bytes.length < NAMES_HEADER_BYTES) return Infinity;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * BYTES_WORD, true);
  if (length === 0 || length % STRIPE_BYTES > 0) refuse(`its names have ${length} bytes, not a multiple of 64`);
  return length;
}

/** What the JSON holds of the names that bytes begin with, which nobody has checked; an empty array where they begin with none. */
export function readNamesBlock(bytes: Uint8Array): unknown {
  const length = namesBlockBytes(bytes);
  if (length === 0) return [];
  if (length > bytes.length) refuse('its names are cut short');
  // A copy: where the memory is shared, nobody else can change what has been checked.
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

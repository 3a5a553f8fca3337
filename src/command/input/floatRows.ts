import type { InputPlace } from '../input/inputPlace';
import { START } from '../input/inputPlace';
import { joined } from '../input/joined';
import { BinaryError } from '../text/errors';
import type { FloatFormat } from './rayFormat';
import type { BlockOfRays } from './blockOfRays';

const NUMBERS = { f32: Float32Array, f64: Float64Array };
const NAMES = ['origin x', 'origin y', 'origin z', 'direction x', 'direction y', 'direction z'];

/** A block of whole rays of a flat binary file: 6 little-endian numbers for each ray, origin x y z and direction x y z. */
export interface FloatBlock {
  format: FloatFormat;
  bytes: Uint8Array<ArrayBuffer>;
  /** How many rays of the file are before the block. */
  firstRay: number;
  /** Where the file continues after the block. */
  end: InputPlace;
  hasHeader: false;
}

/**
 * Cuts the chunks of a flat binary file into blocks of whole rays.
 *
 * @param start where in the file the chunks begin.
 * @throws BinaryError after the last whole ray, if the file ends in the middle of a ray.
 */
export async function* floatRayBlocks(
  chunks: AsyncIterable<Uint8Array>,
  format: FloatFormat,
  { byte: startByte, line }: InputPlace = START,
): AsyncGenerator<FloatBlock> {
  const rayBytes = 6 * NUMBERS[format].BYTES_PER_ELEMENT;
  let byte = startByte;
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = joined(rest, chunk);
    const length = bytes.length - (bytes.length % rayBytes);
    rest = bytes.slice(length);
    if (length === 0) continue;
    const firstRay = byte / rayBytes;
    byte += length;
    yield { format, bytes: bytes.subarray(0, length), firstRay, end: { byte, line }, hasHeader: false };
  }
  if (rest.length === 0) return;
  throw new BinaryError(`it ends after ${rest.length} of the ${rayBytes} bytes of ray ${byte / rayBytes}`);
}

/** Returns the rays of a block, up to the first that is invalid. */
export function readFloatRays({ bytes, format, firstRay }: FloatBlock): BlockOfRays {
  const type = NUMBERS[format];
  const rays = Float64Array.from(new type(bytes.buffer, bytes.byteOffset, bytes.length / type.BYTES_PER_ELEMENT));
  for (let at = 0; at < rays.length; at += 6) {
    const problem = problemOf(rays, at);
    if (problem === null) continue;
    const ray = firstRay + at / 6;
    return { rays: rays.subarray(0, at), badRow: { place: null, problem: `ray ${ray}: ${problem}` } };
  }
  return { rays, badRow: null };
}

/** Returns what is wrong with the ray whose numbers begin at an index, or null. */
function problemOf(rays: Float64Array, at: number): string | null {
  for (let i = 0; i < 6; i++) {
    const number = rays[at + i];
    if (!Number.isFinite(number)) return `${NAMES[i]} must be a finite number, got ${number}`;
  }
  const isZero = rays[at + 3] === 0 && rays[at + 4] === 0 && rays[at + 5] === 0;
  return isZero ? 'expected a direction that is not zero, got 0,0,0' : null;
}

import { BinaryError } from '../text/errors';
import { type InputPlace, START } from './inputPlace';
import { joined } from './joined';
import type { RowKind, RowNumbers } from './rowKind';

const NUMBERS = { f32: Float32Array, f64: Float64Array };

/** The formats of flat binary files: little-endian float32 or float64 numbers. */
export type FloatFormat = keyof typeof NUMBERS;

/** A block of whole rows of a flat binary file. */
export interface FloatBlock {
  format: FloatFormat;
  bytes: Uint8Array<ArrayBuffer>;
  /** How many rows of the file are before the block. */
  firstRow: number;
  /** Where the file continues after the block. */
  end: InputPlace;
  hasHeader: false;
}

/**
 * Cuts the chunks of a flat binary file into blocks of whole rows.
 *
 * @param start where in the file the chunks begin.
 * @throws BinaryError after the last whole row, if the file ends in the middle of a row.
 */
export async function* floatBlocks(
  chunks: AsyncIterable<Uint8Array>,
  format: FloatFormat,
  { name, columns }: RowKind,
  { byte: startByte, line }: InputPlace = START,
): AsyncGenerator<FloatBlock> {
  const rowBytes = columns.length * NUMBERS[format].BYTES_PER_ELEMENT;
  let byte = startByte;
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = joined(rest, chunk);
    const length = bytes.length - (bytes.length % rowBytes);
    rest = bytes.slice(length);
    if (length === 0) continue;
    const firstRow = byte / rowBytes;
    byte += length;
    yield { format, bytes: bytes.subarray(0, length), firstRow, end: { byte, line }, hasHeader: false };
  }
  if (rest.length === 0) return;
  throw new BinaryError(`it ends after ${rest.length} of the ${rowBytes} bytes of ${name} ${byte / rowBytes}`);
}

/** Returns the rows of a block, up to the first that is invalid. */
export function readFloatRows({ bytes, format, firstRow }: FloatBlock, row: RowKind): RowNumbers {
  const type = NUMBERS[format];
  const numbers = Float64Array.from(new type(bytes.buffer, bytes.byteOffset, bytes.length / type.BYTES_PER_ELEMENT));
  const width = row.columns.length;
  for (let at = 0; at < numbers.length; at += width) {
    const problem = notFinite(numbers, at, row) ?? row.problemOf(numbers, at);
    if (problem === null) continue;
    const index = firstRow + at / width;
    return { numbers: numbers.subarray(0, at), badRow: { place: null, problem: `${row.name} ${index}: ${problem}` } };
  }
  return { numbers, badRow: null };
}

/** Returns what is wrong with the first number of a row that is not finite. Null if all are. */
function notFinite(numbers: Float64Array, at: number, { columns }: RowKind): string | null {
  for (let i = 0; i < columns.length; i++) {
    const number = numbers[at + i];
    if (!Number.isFinite(number)) return `${columns[i]} must be a finite number, got ${number}`;
  }
  return null;
}

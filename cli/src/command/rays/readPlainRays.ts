import type { CsvBlock, CsvHeader } from '../input/csvBlocks';
import { DecimalReader } from '../text/decimalReader';
import { parseNumber } from '../text/parseNumber';

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMENT = 35;
const FIRST_BEYOND_ASCII = 128;

/**
 * Returns the rays of a block of a CSV, 6 numbers for each, straight from its bytes: in a third of the time that it takes to cut
 * the block into texts. Null if the block has anything else than rays and line breaks, such as quotes, comments, blank lines, a
 * header, or an error.
 */
export function readPlainRays(block: CsvBlock, { fields, width }: CsvHeader): Float64Array<ArrayBuffer> | null {
  if (block.hasHeader) return null;
  const { bytes } = block;
  const delimiter = block.delimiter.charCodeAt(0);
  const places = Array.from({ length: width }, (_, field) => fields.indexOf(field));
  const rays = new Float64Array(6 * (block.end.line - block.firstLine));
  const decimals = new DecimalReader(bytes);
  let ray = 0;
  for (; decimals.at < bytes.length; ray += 6) {
    if (bytes[decimals.at] === COMMENT) return null;
    for (let field = 0; field < width; field++) {
      const endsLine = field === width - 1;
      const end = readField(decimals, places[field], delimiter, rays, ray);
      // The last line of a file may end without a line break.
      if (end === bytes.length ? !endsLine : bytes[end] !== (endsLine ? NEWLINE : delimiter)) return null;
      decimals.at = end + 1;
    }
    if (rays[ray + 3] === 0 && rays[ray + 4] === 0 && rays[ray + 5] === 0) return null;
  }
  return rays.subarray(0, ray);
}

/**
 * Reads a field, and stores its number as a number of a ray.
 *
 * @param place which of the 6 numbers of the ray the field has. -1 if it has none of them.
 * @returns the end of the field. -1 if it has quotes, or not the number that it should have.
 */
function readField(decimals: DecimalReader, place: number, delimiter: number, rays: Float64Array, ray: number): number {
  const { bytes, at: start } = decimals;
  if (place < 0) return endOfField(bytes, start, delimiter);
  const decimal = decimals.read();
  const end = bytes[decimals.at] === RETURN && bytes[decimals.at + 1] === NEWLINE ? decimals.at + 1 : decimals.at;
  const isAll = end === bytes.length || bytes[end] === delimiter || bytes[end] === NEWLINE;
  if (isAll && !Number.isNaN(decimal)) {
    rays[ray + place] = decimal;
    return end;
  }
  // The field has a number in another form that JavaScript can read, such as 1e-7, or is no number.
  const endOfText = endOfField(bytes, start, delimiter);
  if (endOfText < 0) return -1;
  const number = parseNumber(asciiText(bytes, start, endOfText));
  rays[ray + place] = number;
  return Number.isNaN(number) ? -1 : endOfText;
}

/** Returns the end of the field that begins at `start`: the place of the next delimiter or line break. -1 if it has quotes. */
function endOfField(bytes: Uint8Array, start: number, delimiter: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return -1;
    if (bytes[at] === delimiter || bytes[at] === NEWLINE) return at;
  }
  return bytes.length;
}

/** Returns bytes as text. Empty if one of them is not ASCII. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) if (bytes[at] >= FIRST_BEYOND_ASCII) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

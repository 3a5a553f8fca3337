import type { CsvBlock, CsvHeader } from '../input/csvBlocks';
import { countLines } from '../input/lineBlocks';
import { plainNumber } from '../text/plainNumber';

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMENT = 35;

/**
 * Returns the rays of a block of a CSV, 6 numbers for each, straight from its bytes: a third of the time that it takes to cut the
 * block into texts. Null if the block has anything else than rays and line breaks, such as quotes, comments, blank lines, a
 * header, or an error.
 */
export function readPlainRays(block: CsvBlock, { fields, width }: CsvHeader): Float64Array<ArrayBuffer> | null {
  if (block.hasHeader) return null;
  const bytes = Buffer.from(block.bytes.buffer, block.bytes.byteOffset, block.bytes.length);
  const delimiter = block.delimiter.charCodeAt(0);
  const places = Array.from({ length: width }, (_, field) => fields.indexOf(field));
  const rays = new Float64Array(6 * (countLines(bytes) + 1));
  let ray = 0;
  let field = 0;
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = at < bytes.length ? bytes[at] : NEWLINE;
    if (byte === QUOTE) return null;
    const endsLine = byte === NEWLINE;
    if (!endsLine && byte !== delimiter) continue;
    // The end of the block is the end of a line, unless the block ends with a line break.
    if (at === bytes.length && field === 0 && start === at) break;
    if (field === 0 && bytes[start] === COMMENT) return null;
    if (endsLine ? field !== width - 1 : field >= width - 1) return null;
    const place = places[field];
    if (place >= 0) {
      const end = endsLine && at > start && bytes[at - 1] === RETURN ? at - 1 : at;
      const number = plainNumber(bytes, start, end);
      if (Number.isNaN(number)) return null;
      rays[ray + place] = number;
    }
    start = at + 1;
    field++;
    if (!endsLine) continue;
    if (rays[ray + 3] === 0 && rays[ray + 4] === 0 && rays[ray + 5] === 0) return null;
    field = 0;
    ray += 6;
  }
  return rays.subarray(0, ray);
}

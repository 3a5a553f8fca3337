import { TextError } from '../text/errors';
import { type InputPlace, START } from './inputPlace';
import { joined } from './joined';

/** Consecutive whole lines of a text, as bytes. */
export interface LineBlock {
  bytes: Uint8Array<ArrayBuffer>;
  /** The number of the block's first line in the text, counted from 1. */
  firstLine: number;
  /** Where the text continues after the block. */
  end: InputPlace;
}

const NEWLINE = 10;
/** The most bytes of a line: a line of 23 numbers has about 600. Without a limit, a file without line breaks fills the memory. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Cuts the chunks of a text into blocks of whole lines. A block is what is left of the earlier chunks, and then the next chunk up
 * to its last line break.
 *
 * @param start where in the text the chunks begin. It must be the beginning of a line.
 */
export async function* lineBlocks(
  chunks: AsyncIterable<Uint8Array>,
  start: InputPlace = START,
): AsyncGenerator<LineBlock> {
  let { byte, line: firstLine } = start;
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const bytes = joined(rest, chunk.subarray(0, end));
      byte += bytes.length;
      const line = firstLine + countLines(bytes);
      yield { bytes, firstLine, end: { byte, line } };
      firstLine = line;
      rest = new Uint8Array(0);
    }
    rest = joined(rest, chunk.subarray(end));
    if (rest.length > MAX_LINE_BYTES) {
      throw new TextError(
        { line: firstLine, column: 1 },
        `expected a line of at most ${MAX_LINE_BYTES} bytes, got a longer one`,
      );
    }
  }
  if (rest.length > 0) yield { bytes: rest, firstLine, end: { byte: byte + rest.length, line: firstLine + 1 } };
}

/** Returns how many line breaks bytes have. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { descriptorStream, STANDARD_OUTPUT } from './descriptorStream';

/** Longer than most lines by far, so that each is not a write of its own. */
const TEXT_AT_ONCE = 1 << 16;

export const standardOutput: Writable = descriptorStream(STANDARD_OUTPUT);

/** Writes to the standard output, no faster than it is read there; what comes before an error is written as well. */
export async function writeOut(chunks: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
  const errors: unknown[] = [];
  await pipeline(Readable.from(beforeError(chunks, errors), { objectMode: false }), standardOutput, { end: false });
  if (errors.length > 0) throw errors[0];
}

/** A stream that ends with an error forgets what it has not yet passed on: this one ends, and tells the error elsewhere. */
async function* beforeError<Chunk>(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  errors: unknown[],
): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } catch (thrown) {
    errors.push(thrown);
  }
}

/** Writes lines, of which there may be many. */
export async function writeLines(lines: Iterable<string>): Promise<void> {
  await writeOut(gathered(lines));
}

function* gathered(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < TEXT_AT_ONCE) continue;
    yield text;
    text = '';
  }
  yield text;
}

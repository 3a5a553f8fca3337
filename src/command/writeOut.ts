import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Longer than most lines by far, so that each is not a write of its own. */
const TEXT_AT_ONCE = 1 << 16;

/** Writes to the standard output, no faster than it is read there. */
export async function writeOut(pieces: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
  await pipeline(Readable.from(pieces, { objectMode: false }), process.stdout, { end: false });
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

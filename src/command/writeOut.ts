import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes to the standard output, no faster than it is read there. */
export async function writeOut(pieces: AsyncIterable<string | Uint8Array> | Iterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces, { objectMode: false }), process.stdout, { end: false });
}

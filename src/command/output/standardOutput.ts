import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, WriteStream } from 'node:tty';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/**
 * Returns a stream that writes to an open file descriptor, and fails unless everything is written.
 *
 * - To a file, Node's own streams lose the bytes that a full disk did not take. A file stream writes all of them, or fails.
 * - A pipe may be non-blocking: each of Node's own streams makes the pipe that it shares so. Only the stream of a socket
 *   waits for such a pipe and tries again.
 */
export function descriptorStream(fd: number): Writable {
  const kind = fstatSync(fd);
  const isTerminal = isatty(fd);
  if (kind.isFile() || kind.isBlockDevice() || (kind.isCharacterDevice() && !isTerminal)) {
    return createWriteStream('', { fd, autoClose: false });
  }
  if (fd === STANDARD_OUTPUT) return process.stdout;
  if (fd === STANDARD_ERROR) return process.stderr;
  return isTerminal ? new WriteStream(fd) : new Socket({ fd, readable: false, writable: true });
}

/** Lines are gathered into texts of this length, so that not every line is a write of its own. */
const TEXT_AT_ONCE = 1 << 16;

/** Everything that is printed goes through this stream. It fails unless all of it is taken. */
export const standardOutput: Writable = descriptorStream(STANDARD_OUTPUT);

/** Writes to the standard output, no faster than it is read. Chunks that come before an error are still written. */
export async function writeOut(chunks: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
  const errors: unknown[] = [];
  await pipeline(Readable.from(untilError(chunks, errors), { objectMode: false }), standardOutput, { end: false });
  if (errors.length > 0) throw errors[0];
}

/** Ends at an error and reports it in `errors`: a stream that fails drops its buffered chunks. */
async function* untilError<Chunk>(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  errors: unknown[],
): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } catch (thrown) {
    errors.push(thrown);
  }
}

/** Writes any number of lines to the standard output. */
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

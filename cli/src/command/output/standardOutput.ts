import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, WriteStream } from 'node:tty';
import { descriptorStats } from './descriptorStats';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/**
 * Returns a stream that writes to an open file descriptor, and fails unless everything is written.
 *
 * - For a file, `process.stdout` loses the bytes for which a full disk has no room. A file stream writes all bytes, or fails.
 * - A pipe may be non-blocking: `process.stdout` makes it so, in every process that shares the pipe. Only a socket's stream
 *   waits for a full non-blocking pipe and tries again.
 */
export function descriptorStream(fd: number): Writable {
  const kind = descriptorStats(fd);
  const isTerminal = isatty(fd);
  if (kind.isFile() || kind.isBlockDevice() || (kind.isCharacterDevice() && !isTerminal)) {
    return createWriteStream('', { fd, autoClose: false });
  }
  if (fd === STANDARD_OUTPUT) return process.stdout;
  if (fd === STANDARD_ERROR) return process.stderr;
  return isTerminal ? new WriteStream(fd) : new Socket({ fd, readable: false, writable: true });
}

/** Lines are joined to texts of at least this many characters before they are written, as a write for each line would be slow. */
const TEXT_AT_ONCE = 1 << 16;

/** The stream for everything that the command prints. It fails unless everything is written. */
export const standardOutput: Writable = descriptorStream(STANDARD_OUTPUT);

/** Chunks that are written in order. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Writes chunks to the standard output, no faster than it is read. Chunks before an error of `chunks` are still written. */
export async function writeOut(chunks: Chunks): Promise<void> {
  const errors: unknown[] = [];
  await pipeline(streamOf(untilError(chunks, errors)), standardOutput, { end: false });
  if (errors.length > 0) throw errors[0];
}

/** Returns a stream of the bytes of chunks. */
export function streamOf(chunks: Chunks): Readable {
  return Readable.from(chunks, { objectMode: false });
}

/** Yields chunks up to an error, which it adds to `errors` and does not throw: a failing stream would drop its buffer. */
export async function* untilError(chunks: Chunks, errors: unknown[]): AsyncGenerator<string | Uint8Array> {
  try {
    yield* chunks;
  } catch (thrown) {
    errors.push(thrown);
  }
}

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

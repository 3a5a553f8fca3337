import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/**
 * A stream that writes to an open file descriptor, and fails unless everything is written.
 *
 * - To a file, Node's own streams lose what a full disk did not take. A file stream goes on until all is written, or fails.
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

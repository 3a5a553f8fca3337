import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/**
 * A stream to what the process has open. Where that is a file, Node's own streams pass over what a full disk has not taken: this
 * one goes on until all is written, or fails. A pipe may be one that does not wait for its reader, as each of Node's own streams
 * makes of the pipe that it shares: only a socket's stream comes back to such a pipe.
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

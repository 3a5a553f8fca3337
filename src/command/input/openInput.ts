import { createReadStream, fstatSync } from 'node:fs';
import { InputError } from '../text/errors';

/** A file from which a command reads, or the standard input. */
export interface Input {
  /** The name of the input in messages. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file for reading.
 *
 * @param path `-` is the standard input.
 */
export function openInput(path: string): Input {
  if (path === '-') {
    // Node would read a folder as an empty input, so a folder as the standard input is rejected.
    if (fstatSync(process.stdin.fd).isDirectory()) throw new InputError('stdin: illegal operation on a directory');
    return { name: 'stdin', chunks: process.stdin };
  }
  return { name: path, chunks: createReadStream(path, { highWaterMark: 1 << 18 }) };
}

/** Whether an argument is a URL, the address of a file on a host, and not a path. */
export function isUrl(argument: string): boolean {
  return /^https?:/i.test(argument);
}

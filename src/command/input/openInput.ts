import { createReadStream, fstatSync } from 'node:fs';
import { InputError } from '../text/errors';

/** A file to read, or the standard input. */
export interface Input {
  /** The name of the input in messages. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** @param path `-` is the standard input. */
export function openInput(path: string): Input {
  if (path === '-') {
    // Node reads a folder as an empty input.
    if (fstatSync(process.stdin.fd).isDirectory()) throw new InputError('stdin: illegal operation on a directory');
    return { name: 'stdin', chunks: process.stdin };
  }
  return { name: path, chunks: createReadStream(path, { highWaterMark: 1 << 18 }) };
}

/** Whether an argument is the address of a host, and not a path. */
export function isUrl(argument: string): boolean {
  return /^https?:/i.test(argument);
}

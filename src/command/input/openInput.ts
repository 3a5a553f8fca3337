import { createReadStream, fstatSync } from 'node:fs';
import { InputError } from '../text/errors';

/** A file to read from, or the standard input where that is `-`. */
export interface Input {
  /** What messages call it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

export function openInput(path: string): Input {
  if (path === '-') {
    // Node takes it for an empty input.
    if (fstatSync(process.stdin.fd).isDirectory()) throw new InputError('stdin: illegal operation on a directory');
    return { name: 'stdin', chunks: process.stdin };
  }
  return { name: path, chunks: createReadStream(path, { highWaterMark: 1 << 18 }) };
}

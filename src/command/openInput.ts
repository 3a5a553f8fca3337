import { createReadStream } from 'node:fs';

/** A file to read from, or the standard input where that is `-`. */
export interface Input {
  /** What messages call it. */
  name: string;
  pieces: AsyncIterable<Uint8Array>;
}

export function openInput(path: string): Input {
  if (path === '-') return { name: 'stdin', pieces: process.stdin };
  return { name: path, pieces: createReadStream(path, { highWaterMark: 1 << 18 }) };
}

import { createReadStream } from 'node:fs';

/** A file to read from, or the standard input where that is `-`. */
export interface Input {
  /** What messages call it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

export function openInput(path: string): Input {
  if (path === '-') return { name: 'stdin', chunks: process.stdin };
  return { name: path, chunks: createReadStream(path, { highWaterMark: 1 << 18 }) };
}

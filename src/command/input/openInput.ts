import { createReadStream, fstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { InputError } from '../text/errors';

/** A file from which a command reads, or the standard input. */
export interface Input {
  /** The name of the input in messages. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** How many bytes of a file are read at once. */
const CHUNK_BYTES = 1 << 18;

/**
 * Opens a file for reading.
 *
 * @param path `-` is the standard input.
 * @param chunkBytes how many bytes of a file are read at once.
 * @param start the offset in the file of the first byte that is read. The standard input has no offset.
 */
export function openInput(path: string, chunkBytes = CHUNK_BYTES, start?: number): Input {
  if (path !== '-') return { name: path, chunks: createReadStream(path, { highWaterMark: chunkBytes, start }) };
  const { fd } = process.stdin;
  const stats = fstatSync(fd);
  // Node would read a folder as an empty input, so a folder as the standard input is rejected.
  if (stats.isDirectory()) throw new InputError('stdin: illegal operation on a directory');
  // `process.stdin` reads a file in small chunks.
  const chunks = stats.isFile()
    ? createReadStream('', { fd, autoClose: false, highWaterMark: chunkBytes })
    : process.stdin;
  return { name: 'stdin', chunks };
}

/** Returns the stats of a file, or of the standard input. Null if there is no such file. */
export async function statOfInput(path: string): Promise<Stats | null> {
  return path === '-' ? fstatSync(process.stdin.fd) : await stat(path).catch(() => null);
}

/** Whether an argument is a URL, the address of a file on a host, and not a path. */
export function isUrl(argument: string): boolean {
  return /^https?:/i.test(argument);
}

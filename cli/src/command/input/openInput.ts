import { read, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { descriptorStats } from '../output/descriptorStats';
import { InputError } from '../text/errors';
import { readWithMargin } from './chunkMargin';

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
  if (path !== '-') return { name: path, chunks: fileChunks(path, chunkBytes, start) };
  const { fd } = process.stdin;
  const stats = descriptorStats(fd);
  // Node would read a folder as an empty input, so a folder as the standard input is rejected.
  if (stats.isDirectory()) throw new InputError('stdin: illegal operation on a directory');
  // `process.stdin` reads a file in small chunks.
  const chunks = stats.isFile() ? descriptorChunks(fd, chunkBytes) : process.stdin;
  return { name: 'stdin', chunks };
}

async function* fileChunks(path: string, chunkBytes: number, start?: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    yield* descriptorChunks(file.fd, chunkBytes, start);
  } finally {
    await file.close();
  }
}

/** @param start the offset of the first byte. Undefined for the place at which the descriptor is. */
async function* descriptorChunks(fd: number, chunkBytes: number, start?: number): AsyncGenerator<Uint8Array> {
  let position = start ?? null;
  for (;;) {
    const chunk = await readWithMargin(chunkBytes, async (into) => {
      const { bytesRead } = await readDescriptor(fd, into, 0, into.length, position);
      return bytesRead;
    });
    if (chunk.length === 0) return;
    if (position !== null) position += chunk.length;
    yield chunk;
  }
}

const readDescriptor = promisify(read);

/** Returns the stats of a file, or of the standard input. Null if there is no such file. */
export async function statOfInput(path: string): Promise<Stats | null> {
  return path === '-' ? descriptorStats(process.stdin.fd) : await stat(path).catch(() => null);
}

/** Whether an argument is a URL, the address of a file on a host, and not a path. */
export function isUrl(argument: string): boolean {
  return /^https?:/i.test(argument);
}

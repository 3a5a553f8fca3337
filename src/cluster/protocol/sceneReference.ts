import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isTileFile } from '../../tiles/format/tileFileHeader';

/**
 * Identifies the scene file of a caller: the answer of {@link referenceTo}. Workers open their own copy of the file,
 * and refuse a copy that differs.
 */
export interface SceneReference {
  /** The path of the scene file, which workers resolve in their folders: see allowedFiles. */
  path: string;
  /** The length of the scene file in bytes. */
  bytes: number;
  /** The SHA-256 of the file's header, in hexadecimal. The header has a checksum of the file's other bytes: see docs/format.md. */
  header: string;
  /** Whether the scene file is a file of tiles. */
  tiled: boolean;
}

/** The length in bytes of the header of a scene file, and also of the header of a file of tiles. */
export const HEADER_BYTES = 192;

/**
 * Returns the reference to the scene file at a path: its length and the hash of its header.
 *
 * @throws what Node throws if the file cannot be read, such as ENOENT.
 *
 * @example
 * ```ts
 * const city = await referenceTo('city.slab'); // once, for many casts
 * const rays = new Float32Array([4, 5, -20, 0, 0, 1]);
 * const answers = castOnCluster({ redis: 'redis://10.0.0.1' }, city, rays);
 * ```
 */
export async function referenceTo(path: string): Promise<SceneReference> {
  const file = await open(path);
  try {
    return await referenceOf(file, path);
  } finally {
    await file.close();
  }
}

export async function referenceOf(file: FileHandle, path: string): Promise<SceneReference> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  return referenceBy(path, size, buffer.subarray(0, bytesRead));
}

/** Returns the reference to a scene file of `bytes` bytes that begins with `header`. */
export function referenceBy(path: string, bytes: number, header: Uint8Array): SceneReference {
  const hash = createHash('sha256').update(header).digest('hex');
  return { path, bytes, header: hash, tiled: isTileFile(header) };
}

/** Returns whether two references are to equal files, whatever the paths of the files. */
export function isSameFile(one: SceneReference, other: SceneReference): boolean {
  return one.bytes === other.bytes && one.header === other.header;
}

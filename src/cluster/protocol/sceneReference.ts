import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isTileFile } from '../../tiles/format/tileFileHeader';

/** Identifies a caller's file. Workers open their own copy, and refuse a copy that differs. */
export interface SceneReference {
  /** Where workers find the file: see allowedFiles. */
  path: string;
  /** The size of the file. */
  bytes: number;
  /** The SHA-256 of the header, in hexadecimal. The header holds a checksum of the rest: see docs/format.md. */
  header: string;
  /** Whether it is a file of tiles. */
  tiled: boolean;
}

/** The size of the header of a scene, and of a file of tiles. */
export const HEADER_BYTES = 192;

/** Returns the reference to the file at a path. */
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

/** Returns the reference to the file that begins with a header. */
export function referenceBy(path: string, bytes: number, header: Uint8Array): SceneReference {
  const hash = createHash('sha256').update(header).digest('hex');
  return { path, bytes, header: hash, tiled: isTileFile(header) };
}

/** Whether two files are equal, whatever their paths. */
export function isSameFile(one: SceneReference, other: SceneReference): boolean {
  return one.bytes === other.bytes && one.header === other.header;
}

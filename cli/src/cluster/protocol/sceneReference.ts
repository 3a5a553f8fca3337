import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { sceneFileKind } from 'slabtree';
import { ClusterError } from './clusterQueue';

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
/** The offset of the length of the file in both kinds of header: see docs/format.md. */
const FILE_BYTES_AT = 16;

/**
 * Returns the reference to the scene file at a path: its length and the hash of its header.
 *
 * @throws ClusterError if the file is neither a scene file nor a file of tiles, or is cut short.
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
  return await withFile(path, async (file) => {
    if (!(await file.stat()).isFile()) throw new ClusterError(`${path}: this is no regular file: give a scene file`);
    const { bytes, header } = await readBeginning(file);
    if (sceneFileKind(header) === null) {
      throw new ClusterError(
        `${path}: this is neither a scene file nor a file of tiles: give a file that slabtree build has written`,
      );
    }
    const fileBytes = header.length < HEADER_BYTES ? HEADER_BYTES : Number(header.readBigUInt64LE(FILE_BYTES_AT));
    if (bytes < fileBytes) {
      throw new ClusterError(`${path}: this file ends after ${bytes} of its ${fileBytes} bytes: copy it again`);
    }
    return referenceBy(path, bytes, header);
  });
}

/** Returns the reference to any file: a worker compares its files with the caller's. */
export async function referenceToAny(path: string): Promise<SceneReference> {
  return await withFile(path, (file) => referenceOf(file, path));
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Returns the length of a file in bytes, and its bytes in place of a header. */
async function readBeginning(file: FileHandle): Promise<{ bytes: number; header: Buffer }> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  return { bytes: size, header: buffer.subarray(0, bytesRead) };
}

export async function referenceOf(file: FileHandle, path: string): Promise<SceneReference> {
  const { bytes, header } = await readBeginning(file);
  return referenceBy(path, bytes, header);
}

/** Returns the reference to a scene file of `bytes` bytes that begins with `header`. */
export function referenceBy(path: string, bytes: number, header: Uint8Array): SceneReference {
  const hash = createHash('sha256').update(header).digest('hex');
  return { path, bytes, header: hash, tiled: sceneFileKind(header) === 'tiles' };
}

/** Returns whether two references are to equal files, whatever the paths of the files. */
export function isSameFile(one: SceneReference, other: SceneReference): boolean {
  return one.bytes === other.bytes && one.header === other.header;
}

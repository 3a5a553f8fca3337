import { type FileHandle, open } from 'node:fs/promises';
import { BoxScene, type FloatArray } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { RaycastPool } from 'slabtree/workers';
import type { RayAnswers } from '../protocol/blockBytes';
import type { BlockOptions } from '../protocol/blockJob';
import { HEADER_BYTES, referenceBy, referenceOf, type SceneReference } from '../protocol/sceneReference';

/** A scene that answers blocks of rays. */
export interface AnsweringScene {
  /** Which file it was read from: by the header that was read with the scene, as a file can be written over at any time. */
  readonly reference: SceneReference;
  answer(rays: FloatArray, options: BlockOptions): Promise<RayAnswers> | RayAnswers;
  close(): Promise<void>;
}

/** How a worker opens scenes. */
export interface OpenOptions {
  /** How many threads answer from one copy of the scene. With 1, it is the calling thread. */
  threads: number;
  /** How many bytes of tiles stay in memory, for each file of tiles. */
  memory: number;
}

/** Opens a scene by its file: reads it, or the index of a file of tiles. The first bytes tell which it is. */
export async function openScene(path: string, options: OpenOptions): Promise<AnsweringScene> {
  const file = await open(path);
  let isKept = false;
  try {
    const reference = await referenceOf(file, path);
    if (reference.tiled) {
      const tiles = await openTiles(file, reference, options);
      isKept = true;
      return tiles;
    }
    return await readScene(file, reference, options);
  } finally {
    if (!isKept) await file.close();
  }
}

async function readScene(
  file: FileHandle,
  { path, bytes }: SceneReference,
  { threads }: OpenOptions,
): Promise<AnsweringScene> {
  const chunks = new HeadedChunks(file.createReadStream({ start: 0, highWaterMark: 1 << 20, autoClose: false }));
  const scene = await BoxScene.deserializeStream(chunks, { shared: threads > 1 });
  const reference = referenceBy(path, bytes, chunks.header);
  if (threads === 1) {
    return { reference, answer: (rays, options) => scene.raycastMany(rays, options), close: () => Promise.resolve() };
  }
  const pool = await RaycastPool.create(scene, { threads });
  return { reference, answer: (rays, options) => pool.raycastMany(rays, options), close: () => pool.close() };
}

/** The bytes of a file, of which the first are kept as they pass. */
class HeadedChunks implements AsyncIterable<Uint8Array> {
  header = new Uint8Array(0);

  constructor(private readonly chunks: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.chunks) {
      const missing = HEADER_BYTES - this.header.length;
      if (missing > 0) this.header = Buffer.concat([this.header, chunk.subarray(0, missing)]);
      yield chunk;
    }
  }
}

/** The file stays open: it is the one that was compared with the caller's, also if another one takes its place. */
async function openTiles(
  file: FileHandle,
  { path, bytes }: SceneReference,
  { threads, memory }: OpenOptions,
): Promise<AnsweringScene> {
  let header = new Uint8Array(0);
  const source = {
    name: path,
    read: async (offset: number, length: number) => {
      // Before memory is taken: a length from a damaged file may be anything.
      if (offset + length > bytes) throw new Error(`the file has only ${bytes} bytes`);
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      if (offset === 0) header = buffer.slice(0, Math.min(bytesRead, HEADER_BYTES));
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
  const scene = await TiledScene.open(source, { memory, ...(threads > 1 && { threads }) });
  const reference = referenceBy(path, bytes, header);
  return { reference, answer: (rays, options) => scene.raycastMany(rays, options), close: () => scene.close() };
}

import { type FileHandle, open } from 'node:fs/promises';
import { BoxScene, type FloatArray } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { RaycastPool } from 'slabtree/workers';
import type { RayAnswers } from '../protocol/blockBytes';
import type { BlockOptions } from '../protocol/blockJob';
import { HEADER_BYTES, referenceBy, referenceOf, type SceneReference } from '../protocol/sceneReference';

/** An open scene of a worker, which casts blocks of rays. */
export interface AnsweringScene {
  /** The reference to the scene's file. The header was read with the scene, as the file may be overwritten at any time. */
  readonly reference: SceneReference;
  /** The number of threads that cast rays. 1 if the calling thread casts them. */
  readonly threads: number;
  answer(rays: FloatArray, options: BlockOptions): Promise<RayAnswers> | RayAnswers;
  close(): Promise<void>;
}

/** Options of a worker that say how it opens scenes. */
export interface OpenOptions {
  /** The number of threads that cast rays at one copy of the scene. With 1, the calling thread casts them. */
  threads: number;
  /** How many bytes of tiles stay in memory, for each open file of tiles. */
  memory: number;
}

/** Opens a scene file or a file of tiles. The first bytes of the file decide which of the two kinds it is. */
export async function openAnsweringScene(path: string, options: OpenOptions): Promise<AnsweringScene> {
  const file = await open(path);
  let staysOpen = false;
  try {
    const reference = await referenceOf(file, path);
    if (reference.tiled) {
      const tiles = await openTiles(file, reference, options);
      staysOpen = true;
      return tiles;
    }
    return await readScene(file, reference, options);
  } finally {
    if (!staysOpen) await file.close();
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
    const answer = (rays: FloatArray, options: BlockOptions) => scene.raycastMany(rays, options);
    return { reference, threads: 1, answer, close: () => Promise.resolve() };
  }
  const pool = await RaycastPool.create(scene, { threads });
  return threaded(reference, pool);
}

/** Yields the bytes of a scene file, and stores a copy of the file's header. */
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

/** Opens a file of tiles. `file` stays open, so tiles are read from the checked file even if another file replaces it. */
async function openTiles(
  file: FileHandle,
  { path, bytes }: SceneReference,
  { threads, memory }: OpenOptions,
): Promise<AnsweringScene> {
  let header = new Uint8Array(0);
  const source = {
    name: path,
    read: async (offset: number, length: number) => {
      // The length is checked before the allocation, because a damaged file may give any length.
      if (offset + length > bytes) throw new Error(`the file has only ${bytes} bytes`);
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      if (offset === 0) header = buffer.slice(0, Math.min(bytesRead, HEADER_BYTES));
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
  const scene = await TiledScene.open(source, { memory, ...(threads > 1 && { threads }) });
  const reference = referenceBy(path, bytes, header);
  return threaded(reference, scene);
}

/** The members that a pool and a scene of tiles have in common. */
interface ThreadedScene extends Pick<AnsweringScene, 'threads' | 'close'> {
  raycastMany: AnsweringScene['answer'];
}

/** Returns the answering scene of a pool, or of a scene of tiles, whose number of threads may change. */
function threaded(reference: SceneReference, scene: ThreadedScene): AnsweringScene {
  return {
    reference,
    get threads() {
      return Math.max(1, scene.threads);
    },
    answer: (rays, options) => scene.raycastMany(rays, options),
    close: () => scene.close(),
  };
}

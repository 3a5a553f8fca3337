import { open } from 'node:fs/promises';
import { BoxScene, type FloatArray } from 'slabtree';
import { RaycastPool } from 'slabtree/workers';
import type { RayAnswers } from '../protocol/blockBytes';
import type { BlockOptions } from '../protocol/blockJob';
import { referenceOf, type SceneReference } from '../protocol/sceneReference';

/** A scene that answers blocks of rays. */
export interface AnsweringScene {
  /** Which file it was read from. */
  readonly reference: SceneReference;
  answer(rays: FloatArray, options: BlockOptions): Promise<RayAnswers> | RayAnswers;
  close(): Promise<void>;
}

/**
 * Reads a scene from its file. Other kinds of scene files begin here, too.
 *
 * @param threads how many threads answer from one copy of the scene. With 1, it is the calling thread.
 */
export async function openScene(path: string, threads: number): Promise<AnsweringScene> {
  const file = await open(path);
  try {
    const reference = await referenceOf(file, path);
    const chunks = file.createReadStream({ start: 0, highWaterMark: 1 << 20, autoClose: false });
    const scene = await BoxScene.deserializeStream(chunks, { shared: threads > 1 });
    if (threads === 1) {
      return { reference, answer: (rays, options) => scene.raycastMany(rays, options), close: () => Promise.resolve() };
    }
    const pool = await RaycastPool.create(scene, { threads });
    return { reference, answer: (rays, options) => pool.raycastMany(rays, options), close: () => pool.close() };
  } finally {
    await file.close();
  }
}

import type { BoxScene, SceneNames } from 'slabtree';
import type { TaskPool } from 'slabtree/workers';
import { taskThreads } from '../threads/taskThreads';
import { castTasks, type CastTasks } from './castTasks';

/** Threads that read rays, cast them and write the answers. */
export type CastThreads = TaskPool<CastTasks>;

/**
 * Starts threads that read rays and write answers.
 *
 * @param script the URL of the threads' script: the built `castThread`.
 * @param count the most threads.
 * @param scene a shared scene, at which the threads cast rays. Null if they only read and write.
 * @param names the names of the boxes. Null for answers without names.
 */
export async function castThreads(
  script: string,
  count: number,
  scene: BoxScene | null,
  names: SceneNames | null,
): Promise<CastThreads> {
  const attachment = { handle: scene?.handle() ?? null, namesBytes: names?.serialize() ?? null };
  return await taskThreads(script, count, attachment, castTasks);
}

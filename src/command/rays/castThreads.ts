import type { BoxScene, SceneNames } from 'slabtree';
import { nodeChannel } from '../../threads/channel';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import { castTasks, type CastTasks } from './castTasks';
import { inOneThread } from './oneThread';

/** Threads that read rays, cast them and write the answers. */
export type CastThreads = ThreadPool<CastTasks>;

/** How many blocks of rays are under way per thread, in each of its tasks: the current and the next. */
export const BLOCKS_PER_THREAD = 2;

/**
 * Returns threads that read rays and write answers. The first starts at once, before rays are read, each other one only when all
 * others are busy. If none can start, the calling thread does their work.
 *
 * @param script the URL of the threads' script: the built `castThread`.
 * @param count the most threads.
 * @param scene a shared scene, at which the threads cast rays. Null if they only read and write.
 * @param names the names of the boxes. Null for answers without names.
 */
export function castThreads(
  script: string,
  count: number,
  scene: BoxScene | null,
  names: SceneNames | null,
): CastThreads {
  const namesBytes = names?.serialize() ?? null;
  const pool = new ThreadPool<CastTasks>(count, {
    start: async () => new Thread<CastTasks>(await nodeChannel(script)),
    begin: (thread) => thread.call('attach', [scene?.handle() ?? null, namesBytes]),
    substitute: (reason) => inOneThread(castTasks(), scene?.handle() ?? null, namesBytes, reason),
  });
  pool.prepare();
  return pool;
}

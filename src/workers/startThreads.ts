import type { BoxScene, SceneHandle } from 'slabtree';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import { hardwareThreads } from '../threads/hardwareThreads';
import type { Thread } from '../threads/thread';
import { endThread } from './endThread';
import type { PoolSettings } from './raycastPoolOptions';

/** Threads by default at most: more rarely have the memory to themselves that rays wait for. */
const MOST_THREADS = 16;
/** Threads that start at once at most: on few cores, each of them waits for the others, and must answer in 10 seconds. */
const STARTED_AT_ONCE = 16;

/**
 * Starts threads and attaches them to a shared scene; rejects, and leaves none behind, unless all can be had. They hold no
 * version of the scene until they are asked.
 */
export async function startThreads(
  scene: BoxScene,
  handle: SceneHandle,
  { threads: wanted, workerUrl }: PoolSettings,
): Promise<Thread<WorkerTasks>[]> {
  const count = wanted ?? Math.min(await hardwareThreads(), MOST_THREADS);
  const { startWorker } = await import('../scene/threads/startWorker.js');
  const version = scene.pinVersion();
  const threads: Thread<WorkerTasks>[] = [];
  try {
    while (threads.length < count) {
      const attached = threads.length;
      const started = Math.min(attached + STARTED_AT_ONCE, count);
      while (threads.length < started) threads.push(await startWorker(workerUrl));
      const attach = (thread: Thread<WorkerTasks>) => thread.call('attach', [handle, version, scene.backend]);
      await Promise.all(threads.slice(attached).map(attach));
    }
    return threads;
  } catch (reason) {
    await Promise.all(threads.map(endThread));
    throw reason;
  } finally {
    scene.unpinVersion(version);
  }
}

import type { BoxScene, SceneHandle } from 'slabtree';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import { hardwareThreads } from '../threads/hardwareThreads';
import type { Thread } from '../threads/thread';
import { endThread } from './endThread';
import type { PoolSettings } from './raycastPoolOptions';

/** The most threads by default. Rays wait for memory, and more threads rarely have enough of its bandwidth. */
const MOST_THREADS = 16;
/** The most threads that start at once. On few cores they wait for one another, and each must answer in 10 seconds. */
const STARTED_AT_ONCE = 16;

/**
 * Starts threads and attaches them to a shared scene. If one cannot be started, it ends the others and rejects. The threads
 * hold no version of the scene until they are called.
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

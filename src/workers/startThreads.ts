import type { BoxScene, SceneHandle } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { Thread } from '../threads/thread';
import { endThread } from './endThread';
import type { PoolSettings } from './raycastPoolOptions';

/**
 * Starts threads and attaches them to a shared scene. If one cannot be started, it ends the others and rejects. The threads
 * hold no version of the scene until they are called.
 */
export async function startThreads(
  scene: BoxScene,
  handle: SceneHandle,
  { threads: wanted, workerUrl }: PoolSettings,
): Promise<Thread<WorkerTasks>[]> {
  const { defaultThreads, startWorkers } = await import('../scene/threads/startWorker.js');
  const count = wanted ?? (await defaultThreads());
  const version = scene[INTERNALS].pinVersion();
  const threads: Thread<WorkerTasks>[] = [];
  try {
    await startWorkers(threads, count, workerUrl, (thread) => thread.call('attach', [handle, version, scene.backend]));
    return threads;
  } catch (reason) {
    await Promise.all(threads.map(endThread));
    throw reason;
  } finally {
    scene[INTERNALS].unpinVersion(version);
  }
}

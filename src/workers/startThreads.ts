import type { BoxScene } from 'slabtree';
import type { WorkerTasks } from '../scene/worker';
import type { WorkerUrl } from '../scene/workerOptions';
import { hardwareThreads } from '../threads/hardwareThreads';
import type { Thread } from '../threads/thread';
import { endThread } from './endThread';

/** Threads by default at most: more rarely have the memory to themselves that rays wait for. */
const MOST_THREADS = 16;

/**
 * Starts threads and attaches them to a shared scene; rejects, and leaves none behind, unless all can be had. They hold no
 * version of the scene until they are asked.
 */
export async function startThreads(
  scene: BoxScene,
  wanted: number | undefined,
  workerUrl: WorkerUrl | undefined,
): Promise<Thread<WorkerTasks>[]> {
  const count = wanted ?? Math.min(await hardwareThreads(), MOST_THREADS);
  const { startWorker } = await import('../scene/startWorker.js');
  const handle = scene.handle();
  const version = scene.pinVersion();
  const threads: Thread<WorkerTasks>[] = [];
  try {
    for (let i = 0; i < count; i++) threads.push(await startWorker(workerUrl));
    await Promise.all(threads.map((thread) => thread.call('attach', [handle, version, scene.backend])));
    return threads;
  } catch (reason) {
    await Promise.all(threads.map(endThread));
    throw reason;
  } finally {
    scene.unpinVersion(version);
  }
}

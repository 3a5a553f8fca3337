import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { Thread } from '../threads/thread';

/** Ends a thread after what it is at, so that it gives back what it has of the scene's memory. */
export async function endThread(thread: Thread<WorkerTasks>): Promise<void> {
  // One that has ended has nothing to give back any longer.
  await thread.call('detach', []).catch(() => undefined);
  await thread.terminate();
}

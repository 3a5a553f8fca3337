import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { Thread } from '../threads/thread';

/** Ends a thread when it has finished its work and freed its part of the scene's memory. */
export async function endThread(thread: Thread<WorkerTasks>): Promise<void> {
  // A thread that has ended already cannot free anything.
  await thread.call('detach', []).catch(() => undefined);
  await thread.terminate();
}

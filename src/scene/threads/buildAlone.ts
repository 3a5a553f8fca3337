import type { Thread } from '../../threads/thread';
import { type BuildJob, partsOf, type SceneMaker, SENT, type ThreadedBuild } from './buildJob';
import type { WorkerTasks } from './workerTasks';

/** Bytes of the built scene that are loaded between two reports. */
const BYTES_AT_ONCE = 1 << 20;

/** The part of the work that is done when the thread has built the scene. */
const BUILT = 0.88;

/** A build in one thread, which has memory of its own. It gets copies of the boxes, and the calling thread loads the result. */
export function buildAlone<Scene>(maker: SceneMaker<Scene>, job: BuildJob): ThreadedBuild<Scene> {
  return {
    join: (thread) => thread.call('beginBuild', [job.backend]),
    finish: ([thread]) => maker.read(buildInThread(thread, job), job.options),
  };
}

/** The bytes of the scene that a thread builds. */
async function* buildInThread(thread: Thread<WorkerTasks>, job: BuildJob): AsyncGenerator<Uint8Array, void> {
  const { length, mask, work } = job;
  // The thread stores one block of boxes while the next is copied.
  let sent: Promise<void> = Promise.resolve();
  let count = 0;
  for (const part of partsOf(job)) {
    count += part.length;
    await sent;
    sent = thread.call('addBoxes', [part, mask], [part]);
    // If the next block is not well formed, this promise is not awaited.
    sent.catch(() => undefined);
    work.report(SENT * (count / length));
  }
  await sent;
  await thread.call('addMeshes', [job.meshes]);
  const bytes = await thread.call('build', [
    (done: number) => {
      work.report(SENT + done * (BUILT - SENT));
    },
  ]);
  void thread.terminate();
  for (let at = 0; at < bytes.length && !work.isOver; at += BYTES_AT_ONCE) {
    yield bytes.subarray(at, at + BYTES_AT_ONCE);
    work.report(BUILT + (at / bytes.length) * (1 - BUILT));
  }
}

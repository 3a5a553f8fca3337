import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import { defaultThreads } from '../../threads/hardwareThreads';
import type { Thread } from '../../threads/thread';
import { buildAlone } from './buildAlone';
import type { BuildJob, SceneMaker, ThreadedBuild } from './buildJob';
import { buildTogether } from './buildTogether';
import { startWorkers } from './startWorkers';
import type { WorkerTasks } from './workerTasks';

/** With fewer boxes for each, it takes longer to start another thread than it saves. */
const BOXES_A_THREAD = 65_536;

/**
 * Starts the threads of a build. Rejects if one cannot be started, and then some may be running.
 *
 * @param threads gets them, as each starts.
 * @returns what does the rest.
 */
export async function startBuild<Scene>(
  maker: SceneMaker<Scene>,
  job: BuildJob,
  threads: Thread<WorkerTasks>[],
): Promise<() => Promise<Scene>> {
  const boxes = job.length / AABB_STRIDE;
  const wanted = job.threads ?? Math.min(await defaultThreads(), Math.floor(boxes / BOXES_A_THREAD));
  const count = Math.min(wanted, boxes);
  const canShare = job.backend !== 'js' && job.meshes.length === 0;
  const together = count > 1 && canShare ? await beginTogether(maker, job, count) : null;
  const build = together ?? buildAlone(maker, job);
  await startWorkers(threads, together === null ? 1 : count, job.workerUrl, (thread, index) => {
    // An abort has ended the threads that were there. This one has come later.
    if (job.work.isOver) throw new Error('the work is over');
    return build.join(thread, index);
  });
  return () => build.finish(threads);
}

/** A build in several threads. Null if there is no memory for it: that of one thread has room for more. */
async function beginTogether<Scene>(
  maker: SceneMaker<Scene>,
  job: BuildJob,
  threads: number,
): Promise<ThreadedBuild<Scene> | null> {
  const scene = maker.begin(job.options);
  if (scene === null) return null;
  try {
    return await buildTogether(scene, job, threads);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

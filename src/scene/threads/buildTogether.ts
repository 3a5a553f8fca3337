import { countNarrow } from '../../bvh/boxes/boxRecords';
import { ParallelBuild, type RemoteHelper } from '../../bvh/parallel/parallelBuild';
import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import type { Thread } from '../../threads/thread';
import { type BegunScene, type BuildJob, NUMBERS_AT_ONCE, partsOf, SENT, type ThreadedBuild } from './buildJob';
import { Pace } from './pace';
import type { WorkerTasks } from './workerTasks';

/**
 * A build in several threads, in the memory of the scene.
 *
 * @returns a promise that rejects with a RangeError if there is no room for the build.
 */
export async function buildTogether<Scene>(
  scene: BegunScene<Scene>,
  job: BuildJob,
  threads: number,
): Promise<ThreadedBuild<Scene>> {
  const boxes = job.length / AABB_STRIDE;
  // If there were not room for all at once, those that are stored would be copied again and again.
  scene.boxes.reserveAabbs(boxes, await countNarrowBoxes(job));
  const build = new ParallelBuild(scene, boxes, threads);
  // The boxes are stored while the threads start.
  const stored = storeBoxes(scene, job);
  // If no thread starts, this promise is not awaited.
  stored.catch(() => undefined);
  return {
    join: (thread, index) => thread.call('joinBuild', [build.siteOf(index)]),
    finish: async (all) => {
      await stored;
      const tree = await build.run(all.map(helperIn), (done) => {
        job.work.report(SENT + done * (1 - SENT));
      });
      return scene.finish(tree);
    },
  };
}

/** Stores all boxes in the scene. */
async function storeBoxes({ boxes }: BegunScene<unknown>, job: BuildJob): Promise<void> {
  const { length, mask, work } = job;
  const pace = new Pace();
  let count = 0;
  for (const part of partsOf(job)) {
    if (work.isOver) return;
    boxes.addAabbs(part, mask);
    count += part.length;
    work.report(SENT * (count / length));
    await pace.pause();
  }
}

/** How many of the boxes float32 holds exactly, unless they change. */
async function countNarrowBoxes({ boxes, length, work }: BuildJob): Promise<number> {
  if (boxes instanceof Float32Array) return length / AABB_STRIDE;
  const pace = new Pace();
  let narrow = 0;
  for (let from = 0; from < boxes.length; from += NUMBERS_AT_ONCE) {
    if (work.isOver) break;
    narrow += countNarrow(boxes.subarray(from, from + NUMBERS_AT_ONCE));
    await pace.pause();
  }
  return narrow;
}

function helperIn(thread: Thread<WorkerTasks>): RemoteHelper {
  return {
    measure: (...given) => thread.call('measure', given),
    writeReferences: (...given) => thread.call('writeReferences', given),
    sort: (...given) => thread.call('sort', given),
    plan: () => thread.call('plan', []),
    makeUpper: (...given) => thread.call('makeUpper', given),
    makeSubtrees: (...given) => thread.call('makeSubtrees', given),
    fitUpper: () => thread.call('fitUpper', []),
  };
}

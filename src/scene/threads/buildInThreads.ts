import { countNarrow } from '../../bvh/boxes/boxRecords';
import { ParallelBuild, type RemoteHelper, type UnbuiltTree } from '../../bvh/parallel/parallelBuild';
import type { Tree } from '../../bvh/tree/tree';
import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import type { Thread } from '../../threads/thread';
import type { Backend, BoxSceneOptions } from '../arguments/boxSceneOptions';
import type { BuildMesh } from '../arguments/buildMeshes';
import { checkBoxNumbers } from '../arguments/checkNumbers';
import { copyNumbers, type FloatArray } from '../arguments/floatArray';
import { type LongWork, Pace } from '../longWork';
import type { WorkerTasks } from './workerTasks';

/** The checked arguments of `BoxScene.buildAsync`. */
export interface BuildJob {
  /** A view of the boxes' numbers. The caller, or another thread, may still change the numbers. */
  readonly boxes: FloatArray;
  /** How many numbers the boxes have. The length of the view becomes 0 if its buffer is transferred. */
  readonly length: number;
  readonly mask: number;
  readonly meshes: readonly BuildMesh[];
  readonly backend: Backend;
  readonly options: Required<BoxSceneOptions>;
  readonly threads: number | undefined;
  readonly workerUrl: string | undefined;
  readonly work: LongWork;
}

/** Functions that make BoxScenes. The class BoxScene cannot be imported here, because it imports this file. */
export interface SceneMaker<Scene> {
  /** Returns the backend of a scene with these options. Throws if that backend is not available. */
  backendOf(options: BoxSceneOptions): Backend;
  build(boxes: FloatArray, mask: number, meshes: readonly BuildMesh[], options: BoxSceneOptions): Scene;
  /** Reads the bytes of a scene that a thread of this package has built. */
  read(bytes: AsyncIterable<Uint8Array>, options: BoxSceneOptions): Promise<Scene>;
  /** Makes a scene without boxes that threads can build together. Null if threads cannot share the scene's memory. */
  begin(options: Required<BoxSceneOptions>): BegunScene<Scene> | null;
}

/** A scene that threads build together. Nothing else may change the scene during the build. */
export interface BegunScene<Scene> extends UnbuiltTree {
  /** Returns the scene, with the tree that the threads have built. */
  finish(tree: Tree): Scene;
}

/** How many numbers of boxes are checked and copied before other work may run: a few milliseconds of work. */
const NUMBERS_AT_ONCE = 65_536 * AABB_STRIDE;

/** How many bytes of the built scene are loaded between two reports of progress. */
const BYTES_AT_ONCE = 1 << 20;

/** The shares of a build that are done when the threads have all boxes, and when one thread has built the scene. */
const SENT = 0.1;
const BUILT = 0.88;

/** The two steps of building a scene in threads: `join`, then `finish`. */
export interface ThreadedBuild<Scene> {
  /** Makes the first call to a thread of the build. Rejects if the thread cannot be started. */
  join(thread: Thread<WorkerTasks>, index: number): Promise<void>;
  /** Builds the scene when all threads have joined the build. */
  finish(threads: readonly Thread<WorkerTasks>[]): Promise<Scene>;
}

/** Returns a build in one thread, which gets copies of the boxes. The calling thread then loads the built scene. */
export function buildAlone<Scene>(maker: SceneMaker<Scene>, job: BuildJob): ThreadedBuild<Scene> {
  return {
    join: (thread) => thread.call('beginBuild', [job.backend]),
    finish: ([thread]) => maker.read(buildInThread(thread, job), job.options),
  };
}

/** Yields the bytes of the scene that a thread builds. */
async function* buildInThread(thread: Thread<WorkerTasks>, job: BuildJob): AsyncGenerator<Uint8Array, void> {
  const { length, mask, work } = job;
  // The next block of boxes is copied while the thread stores the block before.
  let sent: Promise<void> = Promise.resolve();
  let count = 0;
  for (const part of partsOf(job)) {
    count += part.length;
    await sent;
    sent = thread.call('addBoxes', [part, mask], [part]);
    // If the next block is not well formed, nothing awaits the promise `sent`, and no unhandled rejection may result.
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

/** Returns a build in several threads, in the scene's memory. Rejects with a RangeError if the memory has no room. */
export async function buildTogether<Scene>(
  scene: BegunScene<Scene>,
  job: BuildJob,
  threads: number,
): Promise<ThreadedBuild<Scene>> {
  const boxes = job.length / AABB_STRIDE;
  // Memory is reserved for all boxes at once: otherwise the stored boxes would be copied again and again.
  scene.boxes.reserveAabbs(boxes, await countNarrowBoxes(job));
  const build = new ParallelBuild(scene, boxes, threads);
  // The boxes are stored while the threads start.
  const stored = storeBoxes(scene, job);
  // If no thread starts, nothing awaits the promise `stored`, and no unhandled rejection may result.
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

/** Returns copies of the boxes, part by part. Throws what `addAabbs` would throw if a box is not well formed. */
function* partsOf({ boxes, length }: BuildJob): Generator<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  for (let from = 0; from < length; from += NUMBERS_AT_ONCE) {
    const part = copyNumbers('boxes', boxes, from, Math.min(from + NUMBERS_AT_ONCE, length));
    checkBoxNumbers('boxes', part, from);
    yield part;
  }
}

/** Stores all boxes of a build in the scene, with pauses for the event loop. */
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

/**
 * Returns how many boxes float32 holds exactly. Counts in steps, between which the user may change the boxes, so the
 * number is an estimate.
 */
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

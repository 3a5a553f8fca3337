import { ALL_BITS } from '../../bvh/boxes/leafStore';
import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import type { Thread } from '../../threads/thread';
import { type Backend, type BoxSceneOptions, readSceneOptions } from '../arguments/boxSceneOptions';
import { checkBoxNumbers, checkMask } from '../arguments/checkNumbers';
import { copyNumbers, type FloatArray, viewFloatArray } from '../arguments/floatArray';
import { LongWork } from './longWork';
import { type ProgressOptions, readProgressOptions, throwIfAborted } from '../arguments/progressOptions';
import { whyNoThreads } from './whyNoThreads';
import type { WorkerTasks } from './workerTasks';
import { readWorkerUrl, type WorkerOptions } from '../arguments/workerOptions';

/** How `BoxScene.buildAsync` builds a scene. */
export interface BuildOptions extends BoxSceneOptions, ProgressOptions, WorkerOptions {
  /** The mask of all boxes: 32 bits, all set by default. A query with a mask sees only boxes that share a bit with it. */
  mask?: number;
}

/** How many numbers are checked and copied before other work may have its turn: a few milliseconds. */
const NUMBERS_AT_ONCE = 65_536 * AABB_STRIDE;
/** Bytes of the built scene that are loaded between two reports. */
const BYTES_AT_ONCE = 1 << 20;

/** The part of the work that is done when the thread has all boxes, and when it has built the scene. */
const SENT = 0.1;
const BUILT = 0.88;

/** Makes scenes. The class itself cannot be imported here, as it imports this file. */
export interface SceneMaker<Scene> {
  /** The backend of a scene with these options. Throws if what they ask for is not available. */
  backendOf(options: BoxSceneOptions): Backend;
  build(boxes: FloatArray, mask: number, options: BoxSceneOptions): Scene;
  /** Reads the bytes of a scene that a thread of this package has built. */
  read(bytes: AsyncIterable<Uint8Array>, options: BoxSceneOptions): Promise<Scene>;
}

/** See `BoxScene.buildAsync`. */
export async function buildAsync<Scene>(
  maker: SceneMaker<Scene>,
  boxes: FloatArray,
  options: BuildOptions,
): Promise<Scene> {
  const view = viewFloatArray('boxes', boxes, AABB_STRIDE, 'box');
  const { length } = view;
  const sceneOptions = readSceneOptions(options);
  const progress = readProgressOptions(options);
  const workerUrl = readWorkerUrl(options);
  const { mask = ALL_BITS } = options;
  checkMask('options.mask', mask);
  const backend = maker.backendOf(sceneOptions);
  throwIfAborted(progress);

  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // It may reject before it is awaited, which must not count as an unhandled rejection.
  stopped.catch(() => undefined);
  const work = new LongWork(progress, stop);
  const starting = import('./startWorker.js').then(({ startWorker }) => startWorker(workerUrl));
  const build = async () => {
    const thread = await beginBuild(starting, backend, work);
    // After an abort, the calling thread must not begin to build.
    if (thread === null) return work.isOver ? stopped : maker.build(view, mask, sceneOptions);
    return maker.read(buildInThread(thread, view, length, mask, work), sceneOptions);
  };
  try {
    const scene = await Promise.race([stopped, build()]);
    work.report(1);
    return scene;
  } finally {
    work.end();
    // The thread may still be starting when the work is aborted.
    starting.then(
      (thread) => thread.terminate(),
      () => undefined,
    );
  }
}

/** A thread that is ready for boxes. Null if none can be started. */
async function beginBuild(
  starting: Promise<Thread<WorkerTasks>>,
  backend: Backend,
  work: LongWork,
): Promise<Thread<WorkerTasks> | null> {
  try {
    const thread = await starting;
    await thread.call('beginBuild', [backend]);
    return thread;
  } catch (reason) {
    if (!work.isOver) console.warn(`BoxScene.buildAsync builds on the calling thread: ${whyNoThreads(reason)}`);
    return null;
  }
}

/** The bytes of the scene that a thread builds. */
async function* buildInThread(
  thread: Thread<WorkerTasks>,
  boxes: FloatArray,
  length: number,
  mask: number,
  work: LongWork,
): AsyncGenerator<Uint8Array, void> {
  // The thread stores one block of boxes while the next is copied.
  let sent: Promise<void> = Promise.resolve();
  for (let from = 0; from < length; from += NUMBERS_AT_ONCE) {
    const to = Math.min(from + NUMBERS_AT_ONCE, length);
    const some = copyNumbers('boxes', boxes, from, to);
    checkBoxNumbers('boxes', some, from);
    await sent;
    sent = thread.call('addBoxes', [some, mask], [some]);
    // If the next block is not well formed, this promise is not awaited.
    sent.catch(() => undefined);
    work.report(SENT * (to / length));
  }
  await sent;
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

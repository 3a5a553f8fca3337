import { AABB_STRIDE } from '../primitives/flat/boxLayout';
import { nodeChannel, type WebWorker, webChannel } from '../threads/channel';
import { startThread } from '../threads/startThread';
import { Thread } from '../threads/thread';
import { defaultThreads, type ThreadLifecycle, ThreadPool } from '../threads/threadPool';
import {
  buildAlone,
  buildTogether,
  type ThreadedBuild,
  type BuildJob,
  type SceneMaker,
} from './threads/buildInThreads';
import type { WorkerTasks } from './threads/workerTasks';

/** The module that starts threads. `import()` loads the module when the first thread is needed. */

declare const Worker: new (url: URL, options: { type: 'module' }) => WebWorker;

/** How many boxes a thread needs to be worth it: with fewer boxes, starting a thread takes longer than it saves. */
const BOXES_PER_THREAD = 65_536;

/**
 * Starts threads of this package, or none: if a thread cannot be started, the call ends the other threads and rejects.
 *
 * @param count the number of threads. By default as many as the machine runs at once, at most 16.
 * @param workerUrl the address of the threads' script. By default the script is beside this file.
 * @param attach makes the first call to a thread.
 */
export async function startWorkers(
  count: number | undefined,
  workerUrl: string | undefined,
  attach: ThreadLifecycle<WorkerTasks>['begin'],
): Promise<ThreadPool<WorkerTasks>> {
  const pool = new ThreadPool(count ?? (await defaultThreads()), {
    start: () => startWorker(workerUrl),
    begin: attach,
    finish: (thread) => thread.call('detach', []),
  });
  await pool.startAll();
  return pool;
}

/**
 * Starts the threads of a build. Rejects if a thread cannot be started. The threads end when the build is over.
 *
 * @returns a function that does the rest of the build.
 */
export async function startBuild<Scene>(maker: SceneMaker<Scene>, job: BuildJob): Promise<() => Promise<Scene>> {
  const boxes = job.length / AABB_STRIDE;
  const wanted = job.threads ?? Math.min(await defaultThreads(), Math.floor(boxes / BOXES_PER_THREAD));
  const count = Math.min(wanted, boxes);
  const canShare = job.backend !== 'js' && job.meshes.length === 0;
  const together = count > 1 && canShare ? await beginTogether(maker, job, count) : null;
  const build = together ?? buildAlone(maker, job);
  const pool = new ThreadPool<WorkerTasks>(together === null ? 1 : count, {
    start: () => startWorker(job.workerUrl),
    begin: (thread, index) => build.join(thread, index),
  });
  job.work.whenOver(() => void pool.end());
  await pool.startAll();
  const threads = await Promise.all(pool.threads.map(({ started }) => started));
  return () => build.finish(threads);
}

/** Begins a build in several threads. Null if there is no memory for it: a build in one thread has room for more. */
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

/** Starts a thread with the script at an address, by default the script beside this file. */
async function startWorker(workerUrl: string | undefined): Promise<Thread<WorkerTasks>> {
  if (workerUrl !== undefined) return startThread(workerUrl);
  const channel =
    'Worker' in globalThis
      ? // Bundlers recognise exactly the syntax `new Worker(new URL(…))`, and put the script where the page finds it.
        webChannel(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }))
      : await nodeChannel(scriptBeside());
  return new Thread(channel);
}

/**
 * Returns the address of the threads' script in Node. With the syntax `new URL('./worker.js', …)`, bundles for pages
 * would contain a second copy of the script, which no page uses.
 */
function scriptBeside(): string {
  return new URL(import.meta.url).href.replace(/[^/]*$/, 'worker.js');
}

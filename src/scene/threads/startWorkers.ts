import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import { type WebWorker, webChannel } from '../../threads/webChannel';
import type { WorkerTasks } from './workerTasks';

/** The most threads that start at once. On few cores they wait for one another, and each must answer in 10 seconds. */
const STARTED_AT_ONCE = 16;

declare const Worker: new (url: string | URL, options: { type: 'module' }) => WebWorker;

/**
 * Starts a thread of this package: a Web Worker if there are any, and otherwise a worker thread of Node. If the thread's
 * script cannot be loaded, the first call to the thread rejects.
 *
 * @param workerUrl the address of the thread's script. By default it is beside this one.
 */
export async function startWorker(workerUrl?: string): Promise<Thread<WorkerTasks>> {
  const channel =
    'Worker' in globalThis ? webChannel(startWebWorker(workerUrl)) : await nodeChannel(workerUrl ?? scriptBeside());
  return new Thread(channel);
}

/**
 * Starts threads. If one cannot be started, it rejects, and some may be running.
 *
 * @param threads gets them, as each starts.
 * @param begin makes the first call to a thread.
 */
export async function startWorkers(
  threads: Thread<WorkerTasks>[],
  count: number,
  workerUrl: string | undefined,
  begin: (thread: Thread<WorkerTasks>, index: number) => Promise<void>,
): Promise<void> {
  while (threads.length < count) {
    const begun = threads.length;
    const end = Math.min(begun + STARTED_AT_ONCE, count);
    while (threads.length < end) threads.push(await startWorker(workerUrl));
    await Promise.all(threads.slice(begun).map((thread, i) => begin(thread, begun + i)));
  }
}

function startWebWorker(workerUrl: string | undefined): WebWorker {
  if (workerUrl !== undefined) return new Worker(workerUrl, { type: 'module' });
  // Bundlers recognise exactly this syntax, and put the script where the page finds it.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/** The script's address in Node. With the syntax above, bundles for pages would contain a second copy that no page uses. */
function scriptBeside(): string {
  return new URL(import.meta.url).href.replace(/[^/]*$/, 'worker.js');
}

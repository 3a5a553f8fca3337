import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import { type WebWorker, webChannel } from '../../threads/webChannel';
import type { WorkerTasks } from './workerTasks';

declare const Worker: new (url: string | URL, options: { type: 'module' }) => WebWorker;

/**
 * Starts a thread of this package: a Web Worker if there are any, and otherwise a worker thread of Node. This module is
 * loaded by `import()` when the first thread is needed. If the thread's script cannot be loaded, the first call to the
 * thread rejects.
 *
 * @param workerUrl the address of the thread's script. By default it is beside this one.
 */
export async function startWorker(workerUrl?: string): Promise<Thread<WorkerTasks>> {
  const channel =
    'Worker' in globalThis ? webChannel(startWebWorker(workerUrl)) : await nodeChannel(workerUrl ?? scriptBeside());
  return new Thread(channel);
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

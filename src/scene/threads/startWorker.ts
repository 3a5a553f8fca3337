import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import { type WebWorker, webChannel } from '../../threads/webChannel';
import type { WorkerTasks } from './workerTasks';

declare const Worker: new (url: string | URL, options: { type: 'module' }) => WebWorker;

/**
 * Starts a thread of this package: loaded, by `import()`, only where one is wanted. It is a Web Worker where there are such,
 * and a worker thread of Node elsewhere. Whether its script could be loaded shows in the first call.
 *
 * @param workerUrl where its script is, if not beside this one.
 */
export async function startWorker(workerUrl?: string): Promise<Thread<WorkerTasks>> {
  const channel =
    'Worker' in globalThis ? webChannel(startWebWorker(workerUrl)) : await nodeChannel(workerUrl ?? scriptBeside());
  return new Thread(channel);
}

function startWebWorker(workerUrl: string | undefined): WebWorker {
  if (workerUrl !== undefined) return new Worker(workerUrl, { type: 'module' });
  // Bundlers look for these very words, and put the script where the page finds it.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/** In Node. Not by the words above, or bundles for pages would have a second copy of the script, which no page asks for. */
function scriptBeside(): string {
  return new URL(import.meta.url).href.replace(/[^/]*$/, 'worker.js');
}

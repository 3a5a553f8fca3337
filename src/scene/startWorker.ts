import { openChannel } from '../threads/openChannel';
import { Thread } from '../threads/thread';
import type { WebWorker } from '../threads/webChannel';
import type { WorkerTasks } from './worker';
import type { WorkerUrl } from './workerOptions';

declare const Worker: new (url: string | URL, options: { type: 'module' }) => WebWorker;

/**
 * Starts a thread of this package: loaded, by `import()`, only where one is wanted. Whether its script could be loaded shows
 * in the first call.
 *
 * @param workerUrl where its script is, if not beside this one.
 */
export async function startWorker(workerUrl?: WorkerUrl): Promise<Thread<WorkerTasks>> {
  const address = typeof workerUrl === 'object' ? workerUrl.href : workerUrl;
  const channel = await openChannel(
    () =>
      address === undefined
        ? // Bundlers look for these very words, and put the script where the page finds it.
          new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
        : new Worker(address, { type: 'module' }),
    // Not by those words: or else there were a copy of it for Node, which never asks a bundle for pages.
    address ?? import.meta.url.replace(/[^/]*$/, 'worker.js'),
  );
  return new Thread(channel);
}

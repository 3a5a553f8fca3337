import { expose } from 'comlink';
import { importNode } from './importNode';
import { nodeEndpoint } from './nodeEndpoint';

/** Called by the script of a thread: answers what the thread is asked from now on by these functions. */
export function exposeTasks(tasks: object): void {
  // At once on a page: what is posted while a script waits may be lost there.
  if ('WorkerGlobalScope' in globalThis) expose(tasks);
  else void exposeInNode(tasks);
}

async function exposeInNode(tasks: object): Promise<void> {
  const { parentPort } = await importNode('worker_threads');
  if (parentPort !== null) expose(tasks, nodeEndpoint(parentPort));
}

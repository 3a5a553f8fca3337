import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { importNode } from './importNode';

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

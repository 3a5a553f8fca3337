import { expose } from 'comlink';
import { importNode } from './importNode';
import { nodeEndpoint } from './nodeEndpoint';

/** Lets other threads call these functions. Called by the script of a thread. */
export function exposeTasks(tasks: object): void {
  // On a page this must not wait for anything: messages that arrive before may be lost.
  if ('WorkerGlobalScope' in globalThis) expose(tasks);
  else void exposeInNode(tasks);
}

async function exposeInNode(tasks: object): Promise<void> {
  const { parentPort } = await importNode('worker_threads');
  if (parentPort !== null) expose(tasks, nodeEndpoint(parentPort));
}

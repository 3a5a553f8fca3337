import { nodeChannel, type WebWorker, webChannel } from './channel';
import { type TaskTable, Thread } from './thread';

declare const Worker: new (url: string, options: { type: 'module' }) => WebWorker;

/**
 * Starts a Web Worker if the engine has Web Workers, and otherwise a worker thread of Node.
 *
 * @param script the address of a module. In Node, a path or a URL that begins with `file:` or `data:`.
 */
export async function startThread<Tasks extends TaskTable<Tasks>>(script: string): Promise<Thread<Tasks>> {
  const channel =
    'Worker' in globalThis ? webChannel(new Worker(script, { type: 'module' })) : await nodeChannel(script);
  return new Thread(channel);
}

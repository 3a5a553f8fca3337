import type { Channel } from './channel';
import { importNode } from './importNode';
import { nodeEndpoint } from './nodeEndpoint';

/**
 * Starts a worker thread of Node.
 *
 * @param script a path, or a URL that begins with `file:` or `data:`.
 */
export async function nodeChannel(script: string): Promise<Channel> {
  const { Worker } = await importNode('worker_threads');
  // Node takes any string for a path: a URL must be an object.
  const address = /^(file|data):/.test(script) ? new URL(script) : script;
  // A thread inherits the options of the process by default. With some of them, such as --input-type, it would not start.
  const worker = new Worker(address, { execArgv: [] });
  return {
    endpoint: nodeEndpoint(worker),
    onEnd: (listener) => {
      worker.on('error', (error: unknown) => {
        listener(error instanceof Error ? error.message : String(error));
      });
      worker.on('messageerror', () => {
        listener('a message from it could not be read');
      });
      worker.on('exit', (code) => {
        listener(`it exited with code ${code}`);
      });
    },
    holdProcess: (isHeld) => {
      if (isHeld) worker.ref();
      else worker.unref();
    },
    terminate: async () => {
      await worker.terminate();
    },
  };
}

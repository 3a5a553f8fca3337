import type { Channel } from './channel';
import { importNode } from './importNode';
import { nodeEndpoint } from './nodeEndpoint';

/**
 * A worker thread of Node as a channel.
 *
 * @param script a path, or a URL that begins with `file:` or `data:`.
 */
export async function nodeChannel(script: string): Promise<Channel> {
  const { Worker } = await importNode('worker_threads');
  // Node wants a URL as an object, and takes any string for a path.
  const address = /^(file|data):/.test(script) ? new URL(script) : script;
  // Without the options of the process: a loader of its sources, say, or --input-type, which a thread would not start with.
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
        listener(`it has exited with code ${code}`);
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

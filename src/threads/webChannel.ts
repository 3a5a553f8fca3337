import type { Endpoint } from 'comlink';
import type { Channel } from './channel';

/** What is used of a page's `Worker`. */
export interface WebWorker {
  addEventListener(type: string, listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

/** A Web Worker as a channel. */
export function webChannel(worker: WebWorker): Channel {
  return {
    endpoint: worker as unknown as Endpoint,
    onEnd: (listener) => {
      // Without a message where the script could not be loaded: browsers do not say why.
      worker.addEventListener('error', ({ message = 'its script could not be loaded' }) => {
        listener(message);
      });
      worker.addEventListener('messageerror', () => {
        listener('a message from it could not be read');
      });
    },
    holdProcess: () => undefined,
    terminate: () => {
      worker.terminate();
      return Promise.resolve();
    },
  };
}

import type { Endpoint } from 'comlink';
import type { Channel } from './channel';

/** The part of a page's `Worker` that is used. */
export interface WebWorker {
  addEventListener(type: string, listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

/** The channel to a Web Worker. */
export function webChannel(worker: WebWorker): Channel {
  return {
    endpoint: worker as unknown as Endpoint,
    onEnd: (listener) => {
      // If the script could not be loaded, the event has no message: browsers do not say why.
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

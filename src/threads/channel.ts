// comlink has no types for its Node adapter. No import would load ours, so they are referenced.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./comlinkNodeAdapter.d.ts" />
import { type Endpoint, expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { importNode } from './importNode';

/** The connection to a thread: a Web Worker or a worker thread of Node. */
export interface Channel {
  readonly endpoint: Endpoint;
  /**
   * Calls `listener` if the thread ends by itself: it exits, an error is not caught, or its script cannot be loaded.
   */
  onEnd(listener: (reason: string) => void): void;
  /** Calls `listener` when the engine of a new thread runs, before its script does. */
  onProgress?(listener: () => void): void;
  /** Sets whether the thread keeps Node's process alive. Does nothing for a Web Worker. */
  holdProcess(isHeld: boolean): void;
  /** Ends the thread at once, even in the middle of a call. */
  terminate(): Promise<void>;
}

/** The members of a page's `Worker` that a channel uses. */
export interface WebWorker {
  addEventListener(type: string, listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

/** Returns the channel to a Web Worker. */
export function webChannel(worker: WebWorker): Channel {
  return {
    endpoint: worker as unknown as Endpoint,
    onEnd: (listener) => {
      // Browsers give the error event no message if the worker's script could not be loaded.
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

/**
 * Starts a worker thread of Node, and returns the channel to it.
 *
 * @param script a path, or a URL that begins with `file:` or `data:`.
 */
export async function nodeChannel(script: string): Promise<Channel> {
  const { Worker } = await importNode('worker_threads');
  // Node's `Worker` reads any string as a path, so a URL is passed as an object.
  const address = /^(file|data):/.test(script) ? new URL(script) : script;
  // By default, a thread inherits the options of the process, and some, such as --input-type, keep it from starting.
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
    onProgress: (listener) => {
      worker.on('online', listener);
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

/** The first message of a thread: its script runs. comlink reads only messages with an `id`. */
const RUNNING = { isRunning: true };

declare const postMessage: (message: object) => void;

/** Makes functions callable by the thread that has started the current thread. Called by the script of a thread. */
export function exposeTasks(tasks: object): void {
  // A Web Worker must expose its functions before any await: messages that arrive earlier may be lost.
  if ('WorkerGlobalScope' in globalThis) {
    expose(tasks);
    postMessage(RUNNING);
  } else void exposeInNode(tasks);
}

async function exposeInNode(tasks: object): Promise<void> {
  const { parentPort } = await importNode('worker_threads');
  if (parentPort === null) return;
  expose(tasks, nodeEndpoint(parentPort));
  parentPort.postMessage(RUNNING);
}

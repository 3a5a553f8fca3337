import type { Endpoint } from 'comlink';

/** The connection to a thread: a Web Worker or a worker thread of Node. */
export interface Channel {
  readonly endpoint: Endpoint;
  /** Calls back if the thread ends by itself: its script cannot be loaded, an error is not caught, or it exits. */
  onEnd(listener: (reason: string) => void): void;
  /** Whether the thread keeps Node's process alive. Without effect on a page. */
  holdProcess(isHeld: boolean): void;
  /** Ends the thread at once, even in the middle of a call. */
  terminate(): Promise<void>;
}

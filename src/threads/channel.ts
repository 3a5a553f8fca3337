import type { Endpoint } from 'comlink';

/** What a thread is reached by, whoever runs it. */
export interface Channel {
  readonly endpoint: Endpoint;
  /** Calls back where the thread ends by itself: its script cannot be loaded, an error is not caught, it exits. */
  onEnd(listener: (reason: string) => void): void;
  /** Keeps the process alive as long as the thread runs, or lets it end; of no effect on a page. */
  holdProcess(isHeld: boolean): void;
  /** Ends the thread, whatever it is at. */
  terminate(): Promise<void>;
}

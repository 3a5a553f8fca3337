import type { Call } from './call';

/** Answers the calls of a pool. */
export interface Answerer {
  /** The number of threads. 0 if the calling thread answers. */
  readonly threads: number;
  /** Begins to answer a call, and settles it later. */
  begin(call: Call): void;
  /** Ends the threads. Calls under way must be rejected before. */
  close(): Promise<void>;
}

import type { Call } from './call';

/** What answers the calls of a pool. */
export interface Answerer {
  /** How many threads it has; 0 where the calling thread answers. */
  readonly threads: number;
  /** Begins to answer a call, which it settles. */
  begin(call: Call): void;
  /** Ends the threads; calls under way have been rejected before. */
  close(): Promise<void>;
}

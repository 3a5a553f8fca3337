/**
 * How blocks are retried, and for how long callers and workers wait. Times are in milliseconds. Casting a block takes about a
 * tenth of a second, and casting it twice does no harm. So another worker gets the blocks of a worker that is silent for a few
 * seconds.
 */

/**
 * The options of a job in BullMQ: a block is tried up to 4 times, and each pause is twice as long as the last. Completed and
 * failed jobs are removed from Redis: the caller gets an event for each.
 */
export const RETRIES = {
  attempts: 4,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

/** How long a silent worker holds a block. A live worker renews its lock at half of this: see lockDuration of BullMQ. */
export const HOLD = 5000;
/** How often workers look for stalled blocks, whose lock has expired, and retry them. */
export const STALLED_CHECK = 2500;
/** After this many worker deaths, assume that the block crashes workers, and fail it. */
export const MOST_STALLS = 30;

/** How often a caller checks the blocks without an event. It sends again what Redis has lost. */
export const CALLER_CHECK = 1000;
/** After this time without a check by the caller, Redis removes the rays of a block. Workers then skip the job. */
export const CALLER_GONE = 120_000;

/** The longest time that a caller takes to remove its blocks, some of which workers may hold. */
export const LONGEST_REMOVAL = 2 * HOLD;
/** The longest time that connections take to close. */
export const LONGEST_CLOSING = 1000;

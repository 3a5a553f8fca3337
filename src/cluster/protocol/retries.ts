/**
 * How blocks are retried, and for how long callers and workers wait. Times are in milliseconds. A block takes a tenth of a
 * second or so, and casting it twice does no harm. So a worker that is silent for a short while loses its blocks to others.
 */

/**
 * The options of a job in BullMQ: a block is tried 4 times if a worker fails, and each wait is twice as long as the last.
 * Neither done nor failed blocks stay in Redis: the caller gets events for both.
 */
export const RETRIES = {
  attempts: 4,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

/** How long a silent worker holds a block. It renews its hold at half of that: see lockDuration of BullMQ. */
export const HOLD = 5000;
/** How often workers look for blocks that nobody holds any more: these have stalled, and are retried. */
export const STALLED_CHECK = 2500;
/** After this many worker deaths during one block, the block fails: it may be what crashes workers. */
export const MOST_STALLS = 30;

/** How often a caller checks the blocks without news. It queues again what Redis has lost. */
export const CALLER_CHECK = 1000;
/** After this time without a caller, Redis drops the rays of its blocks. Workers then drop the jobs. */
export const CALLER_GONE = 120_000;

/** The longest time that a caller takes to remove its blocks: workers may hold some. */
export const LONGEST_REMOVAL = 2 * HOLD;
/** The longest time that connections take to close. */
export const LONGEST_CLOSING = 1000;

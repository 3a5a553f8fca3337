/**
 * How the blocks of rays of a cluster are retried, and how long callers and workers wait. Times are in milliseconds. Casting a
 * block takes about a tenth of a second, and casting a block twice does no harm. So another worker gets the blocks of a worker
 * that is silent for a few seconds. A block that a worker refuses is put back by worker/requeue.ts.
 */

/**
 * The options of a job in BullMQ: a block is tried up to 4 times, and each pause is twice as long as the last. Completed and
 * failed jobs are removed from Redis, because the caller gets an event for each of these jobs.
 */
export const RETRIES = {
  attempts: 4,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

/** How many milliseconds a silent worker holds a block. A live worker renews its lock halfway: see lockDuration of BullMQ. */
export const HOLD = 5000;
/** How often workers look for stalled blocks, in milliseconds, and retry them. A block is stalled when its lock has expired. */
export const STALLED_CHECK = 2500;
/** How many times a block may stall. A block that stalls more often has probably crashed its workers, and fails. */
export const MOST_STALLS = 30;

/** After how many milliseconds without an event a caller checks its blocks, and sends again what Redis has lost. */
export const CALLER_CHECK = 1000;
/** After this many milliseconds without a check by the caller, Redis removes a block's rays and job. */
export const CALLER_GONE = 120_000;
/** After this many milliseconds without a caller or a block, Redis removes the keys that BullMQ keeps for a queue. */
export const QUEUE_GONE = 600_000;

/** After this many milliseconds without an answer, a user is told that Redis does not answer. */
export const SILENCE = 2000;
/** After this many milliseconds in which no worker takes a block, a caller's user is told. */
export const NO_WORKER = 5000;
/**
 * After this many milliseconds without any bytes while commands wait, a connection is made again. A blocking command of BullMQ
 * waits for up to 10 seconds.
 */
export const DEAD_CONNECTION = 15_000;

/** The longest time in milliseconds that a caller takes to remove its blocks from Redis. Workers may hold some blocks. */
export const LONGEST_REMOVAL = 2 * HOLD;
/** The longest removal, in milliseconds, after a signal or an error. The blocks that workers hold are then removed by the workers, or expire. */
export const SHORT_REMOVAL = 700;
/** The longest time, in milliseconds, that a worker takes to finish its blocks after it was closed. */
export const LONGEST_FINISH = 7000;
/** The longest time, in milliseconds, that callers and workers wait for their connections to Redis to close. */
export const LONGEST_CLOSING = 500;

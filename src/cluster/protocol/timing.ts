/**
 * Times in milliseconds. A block takes a tenth of a second or so, and casting it twice does no harm. So a worker that says
 * nothing for a short while is given up, and its blocks go to others.
 */

/** How long a worker holds a block without a word. It renews its hold at half of that: see lockDuration of BullMQ. */
export const HOLD = 5000;
/** How often workers look for blocks that nobody holds any more. */
export const STALLED_CHECK = 2500;
/** How often a worker may end, or be given up, while it has the same block. Then the block may be what ends them. */
export const MOST_STALLS = 30;

/** How often a caller looks after the blocks that it has heard nothing of. */
export const CALLER_CHECK = 1000;
/** After this time without a caller, Redis drops the rays of its blocks. Workers then drop the jobs. */
export const CALLER_GONE = 120_000;

/** How often a block is tried if a worker fails, and the wait before the second attempt. Each further wait is twice as long. */
export const ATTEMPTS = 4;
export const FIRST_BACKOFF = 500;

/** The longest time that a caller takes to remove its blocks: workers may hold some. */
export const LONGEST_REMOVAL = 2 * HOLD;
/** The longest time that connections take to close. */
export const LONGEST_CLOSING = 1000;

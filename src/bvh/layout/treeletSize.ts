/** Log2 of the least and the most boxes below the root of a first-level treelet: see treelets. */
export const MIN_LEVEL_SHIFT = 10;
export const MAX_LEVEL_SHIFT = 14;

/**
 * Log2 of a factor. A treelet is left alone if more items hang below it than this factor times the boxes below a
 * first-level treelet.
 */
export const ITEMS_SHIFT = 2;

/**
 * Log2 of a divisor. That limit of items, divided by this, is how many more nodes than before a rebuilt treelet may
 * have. If it needs more, it is left alone.
 */
export const SPARE_SHIFT = 4;

/**
 * Log2 of a divisor. A node with fewer boxes below it than those of a first-level treelet divided by this gets no
 * treelet of its own. It is rebuilt in the next round.
 */
export const SMALL_SHIFT = 4;

/**
 * How much work on treelets an inserted box adds, and a box that moves within its node. The unit is the work of
 * rebuilding one box. Measured: when trees are changed for hundreds of frames, their cost stays within 1.11 times that
 * of new trees.
 */
export const WORK_OF_INSERTION = 0.75;
export const WORK_OF_MOVE = 0.25;

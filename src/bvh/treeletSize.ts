/** Log2 of how many times more boxes there may be below a node of one level than below one of the level before. */
export const LEVEL_SHIFT = 12;

/**
 * Round by round the levels begin at numbers of boxes that are this power of two smaller, so that what could not change its
 * treelet in one round can in another.
 */
export const OFFSET_STEP = 7;

/** A treelet below which more things hang is left alone. */
export const TREELET_ITEMS = 16384;

/**
 * For a box that is inserted, and for one that moves in its node, this much of the work of rebuilding one is spent on
 * treelets. Measured: the cost of trees that are changed for hundreds of frames stays within 1.15 times that of new ones.
 */
export const WORK_OF_INSERTION = 0.5;
export const WORK_OF_MOVE = 0.25;

/** Log2 of the least and the most boxes below the root of a treelet of the first level: see treelets. */
export const MIN_LEVEL_SHIFT = 10;
export const MAX_LEVEL_SHIFT = 14;

/** Log2 of how many times more things may hang below a treelet than boxes below one of the first level; or it is left alone. */
export const ITEMS_SHIFT = 2;

/** Log2 of how many times fewer nodes than that a rebuilt treelet may have more than before; or it is left alone. */
export const SPARE_SHIFT = 4;

/** Log2 of how many times fewer boxes than that are not worth a treelet of their own: those are rebuilt in the next round. */
export const SMALL_SHIFT = 4;

/**
 * For a box that is inserted, and for one that moves in its node, this much of the work of rebuilding one is spent on
 * treelets. Measured: the cost of trees that are changed for hundreds of frames stays within 1.11 times that of new ones.
 */
export const WORK_OF_INSERTION = 0.75;
export const WORK_OF_MOVE = 0.25;

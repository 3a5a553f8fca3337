/** Deeper than this, ranges are split in the middle. No input can then make a tree deeper than MAX_DEPTH. */
export const MAX_SAH_DEPTH = 64;

/**
 * Deeper than this, a box is inserted where there are fewest boxes, even if another place is cheaper: a tree must not
 * become a list.
 */
export const BALANCED_DEPTH = 24;

/** No tree is deeper than this. Deeper than MAX_SAH_DEPTH, every level halves a range of less than 2^30 boxes. */
export const MAX_DEPTH = MAX_SAH_DEPTH + 30;

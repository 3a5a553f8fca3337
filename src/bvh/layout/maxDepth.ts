/** Deeper than this, ranges are split in the middle, so that no input makes a tree deeper than MAX_DEPTH. */
export const MAX_SAH_DEPTH = 64;

/** Boxes inserted deeper than this go where there are fewest: as cheap as a place is, a tree must not become a list. */
export const BALANCED_DEPTH = 24;

/** The depth that a tree cannot exceed: from MAX_SAH_DEPTH on every level halves a range of less than 2^30 boxes. */
export const MAX_DEPTH = MAX_SAH_DEPTH + 30;

/** Log2 of how many times more boxes there may be below a node of one level than below one of the level before. */
export const LEVEL_SHIFT = 12;

/**
 * Round by round the levels begin at numbers of boxes that are this power of two smaller, so that what could not change its
 * treelet in one round can in another.
 */
export const OFFSET_STEP = 7;

/** A treelet below which more things hang is left alone. */
export const TREELET_ITEMS = 16384;

/** Log2 of how many times more boxes there may be below a node of one level than below one of the level before. */
export const LEVEL_SHIFT = 9;

/** A treelet below which more things hang is left alone. */
export const TREELET_ITEMS = 8192;

/** Log2 of how many words of changed ids, at least, are looked at to tell how far boxes have moved, where there are so many. */
export const SAMPLE_SHIFT = 6;

/**
 * References to boxes, which a build sorts, like PrimRef in Embree. A reference has 8 adjacent words, so that a pass
 * over a range reads memory in order:
 * - words 0 to 2: min x y z, as a node holds them;
 * - word 3: the id, as an int32;
 * - words 4 to 6: max x y z;
 * - word 7: in the kernel, the content word of a slot that holds the box, with IN_REFERENCE changed. Unused in
 *   JavaScript.
 */
export const REFERENCE_WORDS = 8;
export const REFERENCE_ID = 3;
export const REFERENCE_MAX = 4;
export const REFERENCE_CONTENT = 7;

/**
 * A bit that is 0 in the index of every record. References store content words with this bit inverted, so that they are
 * no denormal float32 numbers. Sums of two denormal numbers are slow, and the kernel adds all four lanes of the halves
 * of references. Ids are denormal, too.
 */
export const IN_REFERENCE = 1 << 29;

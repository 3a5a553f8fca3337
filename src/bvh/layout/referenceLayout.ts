/**
 * What the build sorts: a reference to each box, like PrimRef in Embree. A reference has 8 words, kept together so that
 * a pass over a range reads memory in order:
 * - words 0 to 2: min x y z, as a node holds them;
 * - word 3: the id, as an int32;
 * - words 4 to 6: max x y z;
 * - word 7: unused.
 */
export const REFERENCE_WORDS = 8;
export const REFERENCE_ID = 3;
export const REFERENCE_MAX = 4;

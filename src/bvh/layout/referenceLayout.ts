/**
 * What the build sorts: a reference to each box, as Embree's PrimRef. It is 8 words, kept together so that a pass over a range
 * is one run through memory: the bounds as a node holds them, min x y z in words 0 to 2 and max x y z in words 4 to 6, and in
 * word 3 the id, as an int32. Word 7 is left over.
 */
export const REFERENCE_WORDS = 8;
export const REFERENCE_ID = 3;
export const REFERENCE_MAX = 4;

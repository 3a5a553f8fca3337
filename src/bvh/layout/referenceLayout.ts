/**
 * What the build sorts: a row of 8 words a box, kept together so that a pass over a range is one run through memory.
 * The bounds as a node holds them, min x y z in words 0 to 2 and max x y z in words 4 to 6, and the id (as an int32) in
 * word 3.
 */
export const ROW_WORDS = 8;
export const ROW_ID = 3;
export const ROW_MAX = 4;

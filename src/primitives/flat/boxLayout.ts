/**
 * A box as flat numbers, the form in which it is tested. An AABB's are min x y z, max x y z. An OBB's are the same of its
 * local box, then the translation of its matrix, the inverse of the matrix's linear part row by row, which is all that a
 * ray needs, and the linear part's three columns.
 */
export const AABB_STRIDE = 6;
export const OBB_STRIDE = 27;
export const TRANSLATION = 6;
export const INVERSE = 9;
export const COLUMNS = 18;

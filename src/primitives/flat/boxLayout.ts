/**
 * The record of a box: flat numbers, the form in which boxes are tested.
 *
 * An AABB has min x y z, then max x y z. An OBB has, in this order:
 * - min x y z and max x y z of its local box;
 * - TRANSLATION: the translation of its matrix;
 * - INVERSE: the inverse of the matrix's linear part, row by row, with which a ray is transformed;
 * - COLUMNS: the three columns of the linear part.
 */
export const AABB_STRIDE = 6;
export const OBB_STRIDE = 27;
export const TRANSLATION = 6;
export const INVERSE = 9;
export const COLUMNS = 18;

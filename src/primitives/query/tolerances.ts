/**
 * The tolerances that several tests of two shapes share. Each is a share of the largest of the numbers involved: of the coordinates, the
 * radii and the margin. Each operation is off by up to 2^-53 of its result.
 */

/** Products of coordinates with a unit axis are off by less than this. */
export const PRODUCT_ROUNDING = 2 ** -46;
/** Shapes touch if the gap between them is smaller, as it is measured: rounding alone leaves as much. */
export const TOUCH_GAP = 2 ** -46;
/** A larger gap certainly parts two cores. Rounding may make up a smaller one. */
export const CERTAIN_GAP = 2 ** -44;
/** The contact of cores that overlap by less is where they touch: at their closest features. */
export const SHALLOW_DEPTH = 2 ** -24;

/** The smallest positive number. Not a share. */
export const SMALLEST = 2 ** -1074;

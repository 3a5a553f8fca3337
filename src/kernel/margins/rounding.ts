/**
 * Half a unit in the last place of 1, in float64 and in float32. A sum, a product or a conversion is off by at most
 * this part of itself.
 */
export const U: f64 = 2 ** -53;
export const EPSILON: f64 = 2 ** -24;

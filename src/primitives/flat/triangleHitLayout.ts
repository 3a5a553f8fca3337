/** The hit of a triangle as flat numbers: t, the shares u of corner b and v of corner c, and 1 for the front or 0. */
export const HIT_STRIDE = 4;
export const T = 0;
export const U = 1;
export const V = 2;
export const FRONT = 3;

/**
 * A ray and its range as flat numbers: origin x y z, direction x y z, tMin, tMax, 1 or 0 for solid, and how much boxes
 * are widened (see widen.ts).
 */
export const RAY_STRIDE = 10;
export const DIRECTION = 3;
export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;
export const WIDENING = 9;

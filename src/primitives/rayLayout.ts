/** A ray and its range as flat numbers: origin x y z, direction x y z, tMin, tMax, and 1 or 0 for solid. */
export const RAY_STRIDE = 9;
export const DIRECTION = 3;
export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;

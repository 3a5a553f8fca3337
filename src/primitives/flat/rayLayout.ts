/**
 * A ray and its range as flat numbers: origin x y z, direction x y z, tMin, tMax, 1 or 0 for solid, and how much boxes
 * are widened (see widen.ts). Then the face that the ray hits, once that is known: its outward normal, with length 1, and 1
 * or 0 for whether the ray starts inside the box.
 */
export const RAY_STRIDE = 14;
export const DIRECTION = 3;
export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;
export const WIDENING = 9;
export const FACE = 10;
export const IS_INSIDE = 13;

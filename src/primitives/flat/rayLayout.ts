/**
 * A ray and its range as flat numbers: origin x y z, direction x y z, tMin, tMax (both finite if a tree is walked: see
 * writeRange), 1 or 0 for solid, how much boxes are widened (see widen.ts), and which sides of triangles count. With
 * NO_SIDES, a mesh counts as its box. After a hit, the outward normal of the face that the ray hits, with length 1, and
 * 1 or 0 for whether the ray starts inside the box.
 */
export const RAY_STRIDE = 15;
export const DIRECTION = 3;
export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;
export const WIDENING = 9;
export const SIDES = 10;
export const FACE = 11;
export const IS_INSIDE = 14;

export const NO_SIDES = 0;
export const FRONTS = 1;
export const BACKS = 2;
export const BOTH_SIDES = FRONTS | BACKS;

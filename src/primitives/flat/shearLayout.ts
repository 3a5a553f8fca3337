/**
 * A ray as flat numbers, prepared for tests of triangles. This is its shear. In this order:
 * - the origin, then DIRECTION: both in the order of the ray's own axes, the last of which it goes along most;
 * - SHEAR: how far it goes along each of the first two axes while it goes 1 along the last;
 * - AXES: which axis of the world each of its own axes is: 0, 1 or 2;
 * - SIDE: 1 if only fronts count, -1 if only backs count, 0 for both.
 */
export const SHEAR_STRIDE = 12;
export const DIRECTION = 3;
export const SHEAR = 6;
export const AXES = 8;
export const SIDE = 11;

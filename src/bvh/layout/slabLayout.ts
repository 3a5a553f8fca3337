/** Numbers of a slab between two faces of an OBB: normal x y z, then low and high, less and plus a margin each. */
export const SLAB_STRIDE = 7;
export const LOW_OUTSIDE = 3;
export const LOW_INSIDE = 4;
export const HIGH_INSIDE = 5;
export const HIGH_OUTSIDE = 6;

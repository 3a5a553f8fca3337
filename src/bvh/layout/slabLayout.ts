/**
 * The numbers of a slab between two faces of an OBB: normal x y z, then low minus and plus a margin, and high minus and
 * plus a margin.
 */
export const SLAB_STRIDE = 7;
export const LOW_OUTSIDE = 3;
export const LOW_INSIDE = 4;
export const HIGH_INSIDE = 5;
export const HIGH_OUTSIDE = 6;

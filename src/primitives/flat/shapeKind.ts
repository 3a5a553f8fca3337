/** Kinds of shape. */
export const AABB_SHAPE = 0;
export const OBB_SHAPE = 1;
export const SPHERE_SHAPE = 2;

/** How far an inverse that was computed in float32 may leave the last element of an affine matrix from 1. */
export const AFFINE_TOLERANCE = 1e-5;

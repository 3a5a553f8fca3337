/** How far the last element of an affine matrix may be from 1: inverses computed in float32 are within this. */
export const AFFINE_TOLERANCE = 1e-5;

/** How far the last element of an affine matrix may be from 1. It covers inverses that were computed in float32. */
export const AFFINE_TOLERANCE = 1e-5;

/** The largest allowed difference of an affine matrix's last element from 1, which inverses in float32 need. */
export const AFFINE_TOLERANCE = 1e-5;

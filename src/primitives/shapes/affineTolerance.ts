/** The largest allowed difference of an affine matrix's last element from 1. Inverses computed in float32 differ a little. */
export const AFFINE_TOLERANCE = 1e-5;

import type { Index, Numbers } from '../flat/numbers';
import { exactOrientation } from './exactOrientation';

/**
 * On which side of a line or a plane a point is (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates", 1997): the sign of a determinant, first with rounding. If that may be wrong, exactOrientation.ts finds the sign.
 *
 * With u = 2^-53, the determinant of three ways is off by less than (7 + 56u)u of the sum of its products' absolute values, and that of two
 * by less than (3 + 16u)u: ROUNDING is 8u. A product that underflows is off by 2^-1075, times the number that it is multiplied with:
 * UNDERFLOW is more, also after the product with ROUNDING. If anything overflows, so does the bound, and nothing exceeds it.
 */
const ROUNDING = 2 ** -50;
const UNDERFLOW = 2 ** -1000;

/** The three points of {@link orientation2d} at z 0, and the third again above itself. */
const lifted = /* @__PURE__ */ new Float64Array(12);

/**
 * Returns a number whose sign is exact: positive if the points a, b and c go round counter-clockwise, negative if they go round clockwise,
 * and 0 if they are on a line.
 */
export function orientation2d(aX: number, aY: number, bX: number, bY: number, cX: number, cY: number): number {
  const left = (aX - cX) * (bY - cY);
  const right = (aY - cY) * (bX - cX);
  const sum = left - right;
  const bound = (Math.abs(left) + Math.abs(right) + UNDERFLOW) * ROUNDING;
  if (sum > bound || -sum > bound) return sum;
  lifted[0] = aX;
  lifted[1] = aY;
  lifted[3] = bX;
  lifted[4] = bY;
  lifted[6] = lifted[9] = cX;
  lifted[7] = lifted[10] = cY;
  lifted[8] = 1;
  return exactOrientation(lifted, 0, 3, 6, 9);
}

/**
 * Returns a number whose sign is exact: positive if d is below the plane through a, b and c, from above which these go round
 * counter-clockwise, negative if it is above, and 0 if all four points are on a plane.
 *
 * @param a where the coordinates of a point begin in `p`.
 */
export function orientation3d(p: Numbers, a: Index, b: Index, c: Index, d: Index): number {
  const x = p[d];
  const y = p[d + 1];
  const z = p[d + 2];
  const aX = p[a] - x;
  const aY = p[a + 1] - y;
  const aZ = p[a + 2] - z;
  const bX = p[b] - x;
  const bY = p[b + 1] - y;
  const bZ = p[b + 2] - z;
  const cX = p[c] - x;
  const cY = p[c + 1] - y;
  const cZ = p[c + 2] - z;
  const bXcY = bX * cY;
  const cXbY = cX * bY;
  const cXaY = cX * aY;
  const aXcY = aX * cY;
  const aXbY = aX * bY;
  const bXaY = bX * aY;
  const sum = aZ * (bXcY - cXbY) + bZ * (cXaY - aXcY) + cZ * (aXbY - bXaY);
  const bound =
    (Math.abs(aZ) * (Math.abs(bXcY) + Math.abs(cXbY) + UNDERFLOW) +
      Math.abs(bZ) * (Math.abs(cXaY) + Math.abs(aXcY) + UNDERFLOW) +
      Math.abs(cZ) * (Math.abs(aXbY) + Math.abs(bXaY) + UNDERFLOW) +
      UNDERFLOW) *
    ROUNDING;
  return sum > bound || -sum > bound ? sum : exactOrientation(p, a, b, c, d);
}

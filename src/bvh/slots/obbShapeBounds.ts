import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import type { FlatShape } from '../../primitives/flat/flatShape';
import { SIZES } from '../../primitives/flat/frameLayout';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../layout/queryLayout';
import type { Tree } from '../tree/tree';

/**
 * Writes the three slabs of an OBB for tests against node bounds. Each is between two faces, and normal to a row n of
 * the inverse N as stored.
 *
 * With u = 2^-53, M the matrix's linear part, T its translation, G = NM - I, ℓ the largest local coordinates, g = |G|ℓ,
 * and S the sum of the OBB's SIZES and the scene's magnitude on each axis: moving the slab and the bounds to the tree's
 * origin and summing up is off by less than 24u|n|·S.
 *
 * Outside: if bounds are beyond the slab by η more, then n·(p - T) > max + η - 24u|n|·S for every p in a box below. The
 * exact test projects both onto the same n. Along it, the OBB reaches from its centre to max + g at most, and the
 * test's rounding and tolerance together are less than 28u|n|·S. So the test separates them.
 *
 * Inside: the point of the OBB's own space that M takes to p - T differs from q = N(p - T) by at most |G| times itself.
 * So if q is inside the local box by 2g on every axis, which is possible only if g <= ℓ/2, that point is inside the
 * local box. The boxes below are then in the OBB itself, and the exact test never separates what overlaps.
 *
 * η is 64u|n|·S + 2g, and a little for underflow. It is Infinity if a product in the exact test might overflow.
 */
export function writeObbSlabs(tree: Tree, { record: b, frame }: FlatShape, out: Float64Array, at: number): void {
  const { origin, magnitude } = tree;
  for (let row = 0; row < 3; row++, at += SLAB_STRIDE) {
    let shift = 0;
    let sum = 0;
    let residual = 0;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const normal = b[INVERSE + 3 * row + k];
      shift += normal * (b[TRANSLATION + k] - origin[k]);
      sum += Math.abs(normal) * (frame[SIZES + k] + magnitude[k]);
      length += Math.abs(normal);
      let product = k === row ? -1 : 0;
      for (let j = 0; j < 3; j++) product += b[INVERSE + 3 * row + j] * b[COLUMNS + 3 * k + j];
      residual += Math.abs(product) * Math.max(Math.abs(b[k]), Math.abs(b[k + 3]));
      out[at + k] = normal;
    }
    const margin = sum < 2 ** 1000 ? 2 ** -47 * sum + 2 * residual + 2 ** -900 * (1 + length) : Infinity;
    out[at + LOW_OUTSIDE] = b[row] + shift - margin;
    out[at + LOW_INSIDE] = b[row] + shift + margin;
    out[at + HIGH_INSIDE] = b[row + 3] + shift - margin;
    out[at + HIGH_OUTSIDE] = b[row + 3] + shift + margin;
  }
}

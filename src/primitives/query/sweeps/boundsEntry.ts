import type { ConvexShape } from '../../flat/convexShape';
import type { Motion } from '../../flat/motion';
import type { SweptPair } from './sweptPair';

/** The bounds and their middle are off by less than this share of the numbers involved: a few units in the last place. */
const ROUNDING = 2 ** -50;

/**
 * Returns the `t` at which the middle of the moving shape's bounds enters the bounds of the other shape, widened on each axis by
 * half the size of the moving shape, or 0 if it starts there, apart from rounding. NaN if it does not by more than rounding. Writes when it
 * leaves the bounds, whether they are apart at the start, and the normal of the bound that it enters last.
 */
export function boundsEntry(a: ConvexShape, b: ConvexShape, motion: Motion, pair: SweptPair): number {
  const bounds = a.bounds;
  const others = b.bounds;
  const way = motion.way;
  const reach = a.radius + b.radius + motion.margin;
  let near = 0.0;
  let far = Infinity;
  let axis = -1;
  let areApart = false;
  for (let k = 0; k < 3; k++) {
    const middle = bounds[k] / 2 + bounds[3 + k] / 2;
    const half = bounds[3 + k] / 2 - bounds[k] / 2 + reach;
    const min = others[k] - half;
    const max = others[3 + k] + half;
    const pad = ROUNDING * (Math.abs(middle) + half + Math.max(-others[k], others[3 + k]));
    const speed = way[k];
    const isBeside = middle < min - pad || middle > max + pad;
    if (speed === 0) {
      if (isBeside) return NaN;
      continue;
    }
    const t = ((speed > 0 ? min : max) - middle) / speed;
    if (t > near) {
      near = t;
      axis = k;
    }
    far = Math.min(far, ((speed > 0 ? max + pad : min - pad) - middle) / speed);
    areApart = areApart || isBeside;
  }
  // Shapes that are not certainly apart may touch at t 0, whatever their rounding says about later ts.
  if (areApart && !(near <= far && near <= motion.tMax)) return NaN;
  pair.areBoundsApart = areApart;
  pair.boundsFar = far;
  for (let k = 0; k < 3; k++) pair.before[k] = k !== axis ? 0 : way[k] > 0 ? -1 : 1;
  return areApart ? near : 0.0;
}

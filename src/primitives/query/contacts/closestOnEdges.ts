import type { Index, Numbers } from '../../flat/numbers';

/**
 * Writes the closest points of two edges, x y z each, if they are between the ends of both edges. Otherwise returns false: the edges are
 * then closest at a vertex. So are parallel edges.
 *
 * The lines are solved by the modified Gram-Schmidt method: what is along the first edge is subtracted from all else. So the distance of
 * the points is off by no more than rounding, also for edges that are nearly parallel: see closestFeature.ts.
 *
 * @param a the vertices of one shape, of which the edge begins at `a[a0]` and ends at `a[a1]`.
 */
export function closestOnEdges(
  a: Numbers,
  a0: Index,
  a1: Index,
  b: Numbers,
  b0: Index,
  b1: Index,
  out: Numbers,
): boolean {
  const uX = a[a1] - a[a0];
  const uY = a[a1 + 1] - a[a0 + 1];
  const uZ = a[a1 + 2] - a[a0 + 2];
  const vX = b[b1] - b[b0];
  const vY = b[b1 + 1] - b[b0 + 1];
  const vZ = b[b1 + 2] - b[b0 + 2];
  const wX = a[a0] - b[b0];
  const wY = a[a0 + 1] - b[b0 + 1];
  const wZ = a[a0 + 2] - b[b0 + 2];
  const uu = uX * uX + uY * uY + uZ * uZ;
  const shareV = (uX * vX + uY * vY + uZ * vZ) / uu;
  const shareW = (uX * wX + uY * wY + uZ * wZ) / uu;
  const acrossX = vX - shareV * uX;
  const acrossY = vY - shareV * uY;
  const acrossZ = vZ - shareV * uZ;
  const product = acrossX * (wX - shareW * uX) + acrossY * (wY - shareW * uY) + acrossZ * (wZ - shareW * uZ);
  const t = product / (acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
  const s = t * shareV - shareW;
  // False for NaN, too: one of the edges has no length.
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  out[0] = a[a0] + s * uX;
  out[1] = a[a0 + 1] + s * uY;
  out[2] = a[a0 + 2] + s * uZ;
  out[3] = b[b0] + t * vX;
  out[4] = b[b0 + 1] + t * vY;
  out[5] = b[b0 + 2] + t * vZ;
  return true;
}

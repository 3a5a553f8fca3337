import type { Matrix4, Ray } from 'three';
import { isAffine } from './isAffine';

/**
 * How far a ray in the space of an object gets in the world per unit of t: the length of its direction, as the world matrix of the
 * object makes it. NaN if the matrix is not affine.
 */
export function speedOf({ direction: { x, y, z } }: Ray, { elements: m }: Matrix4): number {
  if (!isAffine(m, 0)) return NaN;
  const stepX = m[0] * x + m[4] * y + m[8] * z;
  const stepY = m[1] * x + m[5] * y + m[9] * z;
  const stepZ = m[2] * x + m[6] * y + m[10] * z;
  return Math.sqrt(stepX * stepX + stepY * stepY + stepZ * stepZ);
}

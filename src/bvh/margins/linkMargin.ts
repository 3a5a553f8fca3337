import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { SceneMeasure } from './sceneMeasure';

const RELATIVE = 2 ** -42;
/** The largest useful margin, relative to the numbers: a larger one would make most triangles near the ray candidates. */
const COARSE = 2 ** -16;

/**
 * Returns how far another float64 computation of a ray in the space of a linked box's mesh may be from this package's,
 * on any axis and at any point of the mesh. Infinity if the matrix of the box is too close to singular.
 *
 * The caller of a linked box decides about triangles by computations of its own: it inverts the matrix, brings the ray
 * into the space of the mesh, and tests triangles there (three.js does). Let u = 2^-53, M and T the linear part and the
 * translation of the matrix, N the inverse of M, σ the largest and s the smallest singular value of M, |·| the sum of
 * absolute values, and κ = |M|·|N|. So σ/s <= κ.
 *
 * - An inverse by cofactors has a determinant that is off by less than 16u·6σ³, and |det M| >= σs². That is a relative
 *   96u(σ/s)². A cofactor is off by less than 16u·2σ², beside which 1/det is |N|/(σs) at most: 32u(σ/s)|N|. In all, N is
 *   off by less than 128uκ²|N|. This holds for both computations, and for N·T.
 * - The ray's origin in the mesh is off by that times |origin| + |T|. Its direction moves each point of the mesh by as
 *   much again, because the part of the ray that matters is not longer than |N|(|origin| + |T|) + ℓ there, with ℓ the
 *   largest coordinate of the mesh. The sums round by less than 32u of that size.
 * - A test of a triangle in float64 has less than 64 roundings of such numbers. Where they decide about a side of an
 *   edge, they are as if a corner had moved by 64u of the size.
 *
 * In all that is less than (2·2·128 + 32 + 64)uκ² = 608uκ² of |N|(|origin| + |T|) + ℓ. The result is three times as much.
 *
 * @param obbs the records of OBBs; the linked box's begins at `at`.
 */
export function linkMargin({ magnitude }: SceneMeasure, obbs: Float64Array, at: number, ray: RayBuffer): number {
  const inverse = sumOfSizes(obbs, at + INVERSE, 9);
  const condition = inverse * sumOfSizes(obbs, at + COLUMNS, 9);
  const relative = RELATIVE * condition * condition;
  if (!(relative <= COARSE)) return Infinity;
  const distance = sumOfSizes(ray, 0, 3) + sumOfSizes(obbs, at + TRANSLATION, 3);
  return relative * (inverse * distance + Math.max(...magnitude));
}

function sumOfSizes(numbers: Float64Array, at: number, count: number): number {
  let sum = 0;
  for (let i = at; i < at + count; i++) sum += Math.abs(numbers[i]);
  return sum;
}

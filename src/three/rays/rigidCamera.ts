import type { Camera } from 'three';
import { isAffine } from '../math';

/** By how much the columns of a matrix may differ from three perpendicular unit vectors: far more than the rounding of float32. */
const STRETCH = 2 ** -11;
/** By how much the product of a matrix and its inverse may differ from the identity: far more than the rounding of float64. */
const ROUNDING = 2 ** -40;

/**
 * Whether points that are brought to a camera's space and back stay where they were, and keep their distances. three.js places the
 * corners of a sprite in the space of the camera, so other cameras move sprites out of their boxes. A camera with a scale is not
 * rigid, and neither is a camera whose `matrixWorldInverse` is out of date. A missing camera counts as rigid, because three.js then
 * hits no sprite.
 */
export function isRigid(camera: Camera | null | undefined): boolean {
  if (!camera) return true;
  const m = camera.matrixWorld.elements;
  const n = camera.matrixWorldInverse.elements;
  return isAffine(m, 0) && isAffine(n, 0) && keepsLengths(m) && isInverse(m, n);
}

/** Whether the columns of an affine matrix are perpendicular unit vectors. */
function keepsLengths(m: readonly number[]): boolean {
  for (let i = 0; i < 12; i += 4) {
    const next = i === 8 ? 0 : i + 4;
    const x = m[i];
    const y = m[i + 1];
    const z = m[i + 2];
    if (!(Math.abs(x * x + y * y + z * z - 1) <= STRETCH)) return false;
    if (!(Math.abs(x * m[next] + y * m[next + 1] + z * m[next + 2]) <= STRETCH)) return false;
  }
  return true;
}

/** Whether the product of two affine matrices is the identity. */
function isInverse(m: readonly number[], n: readonly number[]): boolean {
  const size = Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]);
  for (let row = 0; row < 3; row++) {
    const x = m[row];
    const y = m[row + 4];
    const z = m[row + 8];
    for (let column = 0; column < 12; column += 4) {
      const wanted = column === 4 * row ? 1 : 0;
      if (!(Math.abs(x * n[column] + y * n[column + 1] + z * n[column + 2] - wanted) <= ROUNDING)) return false;
    }
    if (!(Math.abs(x * n[12] + y * n[13] + z * n[14] + m[row + 12]) <= ROUNDING * size)) return false;
  }
  return true;
}

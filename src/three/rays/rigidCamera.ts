import { type Camera, Matrix4 } from 'three';
import { isAffine } from '../math';

/** By how much the columns of a matrix may differ from three perpendicular unit vectors: far more than the rounding of float32. */
const STRETCH = 2 ** -11;
/** By how much the product of a matrix and its inverse may differ from the identity: far more than the rounding of float64. */
const ROUNDING = 2 ** -40;

const product = /* @__PURE__ */ new Matrix4();

/**
 * Whether a camera neither stretches nor moves what goes to its space and back. three.js places the corners of a sprite in the space
 * of the camera, so others bring sprites out of their boxes. A camera with a scale is no such camera, nor is one whose
 * `matrixWorldInverse` is out of date. Null counts as one: three.js hits no sprite without a camera.
 */
export function isRigid(camera: Camera | null): boolean {
  if (camera === null) return true;
  const { matrixWorld, matrixWorldInverse } = camera;
  const { elements: m } = matrixWorld;
  if (!isAffine(m, 0) || !isAffine(matrixWorldInverse.elements, 0)) return false;
  for (let a = 0; a < 12; a += 4) {
    for (let b = a; b < 12; b += 4) {
      const wanted = a === b ? 1 : 0;
      if (!(Math.abs(m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2] - wanted) <= STRETCH)) return false;
    }
  }
  const size = Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]);
  return product
    .multiplyMatrices(matrixWorld, matrixWorldInverse)
    .elements.every((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) <= (i < 12 ? ROUNDING : ROUNDING * size));
}

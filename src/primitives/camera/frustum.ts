import { checkClipSpace, clipPlane, type ClipSpace } from './clipSpace';
import { unitScale } from '../exponents';
import { type Matrix4, readMatrix4 } from '../shapes/matrix4';
import type { Plane } from '../shapes/plane';
import { isFinite3, length, vec3 } from '../shapes/vec3';

/**
 * Returns the planes of a view volume, in the order left, right, bottom, top, near, far. With reversed depth, far comes
 * before near. The normals point inward and have length 1.
 *
 * @param viewProjection projection times view, column-major; perspective or orthographic.
 * @param clipSpace the depths of the projection. `'opengl'` by default.
 * @returns six planes, or five if the far plane is at infinity.
 * @throws TypeError or RangeError if the matrix is not 16 finite numbers or spans no volume.
 *
 * @example
 * ```ts
 * const orthographic = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, -0.02, 0, 0, 0, -1, 1]; // 20 wide, 20 high, 100 deep
 * const [left] = frustumFromMatrix(orthographic);
 * left; // → { normal: { x: 1, y: 0, z: 0 }, constant: 10 }
 * ```
 */
export function frustumFromMatrix(viewProjection: Matrix4, clipSpace: ClipSpace = 'opengl'): Plane[] {
  const m = new Float64Array(16);
  readMatrix4('viewProjection', viewProjection, m);
  checkClipSpace('clipSpace', clipSpace);
  const planes = [
    clipPlane(m, 0, 1, 1),
    clipPlane(m, 0, -1, 1),
    clipPlane(m, 1, 1, 1),
    clipPlane(m, 1, -1, 1),
    clipPlane(m, 2, 1, clipSpace === 'opengl' ? 1 : 0),
    clipPlane(m, 2, -1, 1),
  ]
    .map(normalizePlane)
    .filter((plane) => plane !== null);
  if (planes.length < 5) throw new RangeError('viewProjection must span a volume, got a matrix with empty rows');
  if (!planes.every(isFinitePlane)) {
    throw new RangeError(
      'viewProjection must give planes of finite numbers, got a matrix whose rows are too large, or too far apart in size',
    );
  }
  return planes;
}

function isFinitePlane({ normal: { x, y, z }, constant }: Plane): boolean {
  return isFinite3(x, y, z) && Number.isFinite(constant);
}

/** Returns a plane scaled to a normal of length 1, or null if the normal is zero. */
function normalizePlane({ normal: { x, y, z }, constant }: Plane): Plane | null {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return null;
  // The normal is scaled to a size of about 1 first, because the square of its length may overflow or underflow.
  const scale = unitScale(largest);
  const [u, v, w] = [x * scale, y * scale, z * scale];
  const size = length(u, v, w);
  return { normal: vec3(u / size, v / size, w / size), constant: (constant * scale) / size };
}

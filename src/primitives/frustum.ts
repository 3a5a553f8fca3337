import { checkClipSpace, checkMatrix4 } from './check';
import type { ClipSpace } from './clipSpace';
import { elementsOf, type Matrix4 } from './matrix4';
import type { Plane } from './plane';
import { vec3 } from './vec3';

/**
 * The planes of a view volume, normals inward and of length 1: left, right, bottom, top, near, far.
 *
 * Gribb and Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix", 2001.
 *
 * @param viewProjection projection times view, column-major; perspective or orthographic.
 * @returns six planes, or five where the far plane is at infinity.
 * @throws TypeError or RangeError where the matrix is not 16 finite numbers or spans no volume.
 */
export function frustumFromMatrix(viewProjection: Matrix4, clipSpace: ClipSpace = 'opengl'): Plane[] {
  checkMatrix4('viewProjection', viewProjection);
  checkClipSpace('clipSpace', clipSpace);
  const m = elementsOf(viewProjection);
  const nearest = clipSpace === 'opengl' ? 1 : 0;
  const planes = [
    combineRows(m, 0, 1, 1),
    combineRows(m, 0, -1, 1),
    combineRows(m, 1, 1, 1),
    combineRows(m, 1, -1, 1),
    combineRows(m, 2, 1, nearest),
    combineRows(m, 2, -1, 1),
  ].filter((plane) => plane !== null);
  if (planes.length < 5) throw new RangeError('viewProjection must span a volume, got a matrix with empty rows');
  return planes;
}

/** The plane `sign·row(index) + weight·row(3)`, scaled to a normal of length 1; null where the normal vanishes. */
function combineRows(m: ArrayLike<number>, index: 0 | 1 | 2, sign: 1 | -1, weight: 0 | 1): Plane | null {
  const x = sign * m[index] + weight * m[3];
  const y = sign * m[index + 4] + weight * m[7];
  const z = sign * m[index + 8] + weight * m[11];
  const w = sign * m[index + 12] + weight * m[15];
  const length = Math.hypot(x, y, z);
  return length === 0 ? null : { normal: vec3(x / length, y / length, z / length), constant: w / length };
}

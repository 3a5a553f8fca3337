import { show } from '../check';
import type { Plane } from '../shapes/plane';
import { vec3 } from '../shapes/vec3';

/**
 * The depths that a projection matrix maps the view volume to: from -1 (near) to 1 for `'opengl'` (WebGL, the default
 * of three.js), from 0 to 1 for `'webgpu'` (also Direct3D, Metal and Vulkan). See {@link frustumFromMatrix}.
 */
export type ClipSpace = 'opengl' | 'webgpu';

export function checkClipSpace(name: string, clipSpace: string): void {
  if (clipSpace !== 'opengl' && clipSpace !== 'webgpu') {
    throw new RangeError(`${name} must be 'opengl' or 'webgpu', got ${show(clipSpace)}`);
  }
}

/**
 * Returns the plane `sign·row(index) + weight·row(3)` of a matrix that maps to clip space. For a side of the view
 * volume, where `-w <= x <= w` and so on, the normal of the plane points inward (Gribb and Hartmann, "Fast Extraction
 * of Viewing Frustum Planes from the World-View-Projection Matrix", 2001). The normal may be zero.
 */
export function clipPlane(m: ArrayLike<number>, index: 0 | 1 | 2, sign: 1 | -1, weight: number): Plane {
  const normal = vec3(
    sign * m[index] + weight * m[3],
    sign * m[index + 4] + weight * m[7],
    sign * m[index + 8] + weight * m[11],
  );
  return { normal, constant: sign * m[index + 12] + weight * m[15] };
}

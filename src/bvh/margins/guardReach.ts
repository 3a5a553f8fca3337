import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { SceneMeasure } from './sceneMeasure';

/**
 * Returns how far beyond the bounds of a mesh's triangles a ray may hit the mesh, on any axis.
 *
 * The test of a ray against a triangle hits only within the triangle's bounds and a pad (see
 * primitives/query/triangles/triangleHit.ts). In the space of the mesh, with the largest of three axes as the size of a
 * vector, o the size of the ray's origin in that space and ℓ the mesh's largest coordinate, the pad is at most
 * 2^-50·(o + ℓ)·(1 + 2^-50) and an underflow of 2^-1000.
 *
 * In a mesh's own space, `condition` is 1. In the world, it is at least ‖M‖·‖N‖ of every instance (see BoxStore). With
 * T an instance's translation, o <= ‖N‖(|ray origin| + |T|), and the world's magnitude, m, is at least |T| and |M|ℓ. As
 * ℓ = N·M·ℓ, ‖M‖·ℓ <= ‖M‖‖N‖m. A pad p is at most ‖M‖·p in the world. So all pads are at most
 * 2^-50·condition·(|ray origin| + 2m).
 *
 * The variable `size` is the largest |ray origin| + magnitude of an axis, and |ray origin| + 2m is at most three times
 * `size`. The factor 2^-46 is five times as much, which covers the rounding of this function and of the ray in the
 * space of the mesh.
 */
export function guardReach(measure: SceneMeasure, ray: RayBuffer, condition: number): number {
  let size = 0;
  for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(ray[k]) + measure.magnitude[k]);
  return 2 ** -46 * condition * size + 2 ** -790;
}

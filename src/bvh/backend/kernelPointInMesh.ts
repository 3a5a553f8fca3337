import { DIRECTION, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { crossingOf } from '../../primitives/query/triangles/signedCrossing';
import { MET_CORNERS, NEEDS_FLOAT64, NO_HIT } from '../layout/kernelLayout';
import { isPointInMesh, type PointInMesh } from '../meshes/pointInMesh';
import type { BoundKernel } from './boundKernel';

/** Returns the {@link PointInMesh} by the kernel, which finds the triangles that a ray from the point along +x may touch. */
export function kernelPointInMesh(kernel: BoundKernel): PointInMesh {
  return (tree, id, world, x, y, z) => {
    kernel.bind(tree.boxes, tree);
    const { functions, numbers, ray } = kernel;
    ray[0] = x;
    ray[1] = y;
    ray[2] = z;
    ray[DIRECTION] = 1;
    ray[DIRECTION + 1] = 0;
    ray[DIRECTION + 2] = 0;
    ray[T_MIN] = 0;
    ray[T_MAX] = Number.MAX_VALUE;
    const entered = functions.beginSweptTriangles(id, 0, 0, 0, Number.MAX_VALUE);
    if (entered === NEEDS_FLOAT64) return isPointInMesh(tree, id, world, x, y, z);
    if (entered === 0) return false;
    let sum = 0;
    while (functions.nextSweptTriangle(Number.MAX_VALUE) !== NO_HIT) sum += crossingOf(numbers, MET_CORNERS, x, y, z);
    return sum !== 0;
  };
}

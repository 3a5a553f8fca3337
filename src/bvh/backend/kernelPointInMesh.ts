import { DIRECTION, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { crossingOf } from '../../primitives/query/triangles/signedCrossing';
import { CROSSINGS, MET_CORNERS, NEEDS_FLOAT64, NO_HIT } from '../layout/kernelLayout';
import { isPointInMesh, type PointInMesh } from '../meshes/pointInMesh';
import type { BoundKernel } from './boundKernel';

/** Returns the {@link PointInMesh} by the kernel. JavaScript decides about the crossings where rounding may matter. */
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
    const entered = functions.beginCrossings(id);
    if (entered === NEEDS_FLOAT64) return isPointInMesh(tree, id, world, x, y, z);
    // 0: the ray misses the bounds of the mesh.
    if (entered === 0) return false;
    let sum = 0;
    while (functions.nextDoubtfulCrossing() !== NO_HIT) sum += crossingOf(numbers, MET_CORNERS, x, y, z);
    return sum + numbers[CROSSINGS] !== 0;
  };
}

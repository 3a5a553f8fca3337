import { copyRay } from '../../primitives/flat/rayBuffer';
import { MET_CORNERS, NEEDS_FLOAT64, NO_HIT } from '../layout/kernelLayout';
import { sweptTriangles, type SweptTriangles } from '../meshes/sweptTriangles';
import type { BoundKernel } from './boundKernel';

/** The kernel's answer if the way misses the bounds of the mesh. */
const MISS = 0;

/** Returns the {@link SweptTriangles} by the kernel. The visitor must make no query. */
export function kernelSweptTriangles(kernel: BoundKernel): SweptTriangles {
  return (tree, id, world, path, reach, limit, visit) => {
    kernel.bind(tree.boxes, tree);
    copyRay(path, kernel.ray);
    const { functions, numbers } = kernel;
    const { corners } = world;
    const entered = functions.beginSweptTriangles(id, reach[0], reach[1], reach[2], limit);
    if (entered === NEEDS_FLOAT64) return sweptTriangles(tree, id, world, path, reach, limit, visit);
    let last = limit;
    if (entered === MISS) return last;
    for (;;) {
      const place = functions.nextSweptTriangle(last);
      if (place === NO_HIT) return last;
      for (let i = 0; i < 9; i++) corners[i] = numbers[MET_CORNERS + i];
      last = visit(place);
      if (last === -Infinity) return last;
    }
  };
}

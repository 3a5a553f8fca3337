import { copyRay } from '../../primitives/flat/rayBuffer';
import { MET_CORNERS, NEEDS_FLOAT64, NO_HIT } from '../layout/kernelLayout';
import { trianglesAround, type TrianglesAround } from '../meshes/trianglesAround';
import type { BoundKernel } from './boundKernel';
import { writeCore } from './writeCore';

/** Returns the {@link TrianglesAround} by the kernel. The visitor must make no query. */
export function kernelTrianglesAround(kernel: BoundKernel): TrianglesAround {
  return (tree, id, world, still, visit) => {
    const { middle, reach, shape, distance } = still;
    kernel.bind(tree.boxes, tree);
    copyRay(middle, kernel.ray);
    const { functions, numbers } = kernel;
    const { corners } = world;
    writeCore(shape, distance, numbers);
    if (functions.beginTrianglesAround(id, reach[0], reach[1], reach[2]) === NEEDS_FLOAT64) {
      trianglesAround(tree, id, world, still, visit);
      return;
    }
    for (;;) {
      const place = functions.nextTriangleAround();
      if (place === NO_HIT) return;
      for (let i = 0; i < 9; i++) corners[i] = numbers[MET_CORNERS + i];
      if (!visit(place)) return;
    }
  };
}

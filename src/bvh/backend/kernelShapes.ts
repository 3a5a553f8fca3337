import { copyRay } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import { HIT_T, MET_CORNERS, MET_TRIANGLE, NO_HIT } from '../layout/kernelLayout';
import type { ShapeWalk } from '../query/shapeCandidates';
import { type RayWalk, walkRay } from '../query/walkRay';
import type { BoundKernel } from './boundKernel';
import { Unvisited } from './kernelWalk';

/**
 * Returns a {@link ShapeWalk} by the kernel, which visits boxes and triangles one by one.
 *
 * @param walk the walk for a shape whose query calls functions of the user. These may make other queries, which overwrite the
 *   kernel's traversal state.
 */
export function kernelShapes(kernel: BoundKernel, walk: RayWalk): ShapeWalk {
  return (tree, candidates) => {
    const { path, reach, selection } = candidates;
    const mask = candidates.maskOf(tree);
    if (candidates.hasCallback) {
      walk(tree, path, mask, candidates, reach);
      return;
    }
    kernel.bind(tree.boxes, tree);
    kernel.searches++;
    copyRay(path, kernel.ray);
    const { functions, numbers } = kernel;
    const hasMask = mask === undefined ? 0 : 1;
    functions.beginShape(reach[0], reach[1], reach[2], hasMask, mask ?? 0, selection.boxesOnly ? 1 : 0);
    let limit = path[T_MAX];
    let last = NO_HIT;
    let visited: number[] | null = null;
    for (;;) {
      const id = functions.nextMet(limit);
      if (id === NO_HIT) return;
      if (id < NO_HIT) break;
      const triangle = numbers[MET_TRIANGLE];
      if (id !== last) {
        (visited ??= []).push(id);
        if (triangle >= 0) candidates.enterInstance(id);
        last = id;
      }
      limit =
        triangle >= 0
          ? candidates.visitTriangle(id, triangle, numbers, MET_CORNERS)
          : candidates.visit(id, numbers[HIT_T]);
      if (limit === -Infinity) return;
    }
    walkRay(tree, path, mask, new Unvisited(visited ?? [], limit, candidates), reach, limit);
  };
}

import { crossingOf } from '../../primitives/query/triangles/signedCrossing';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { NodeStack } from '../slots/childOrder';
import type { Tree } from '../tree/tree';
import type { WorldMesh } from './worldMesh';

/**
 * Returns whether a point is inside or on a closed mesh: whether the sum of the signed crossings of the mesh's triangles is not 0. See
 * primitives/query/triangles/signedCrossing.ts.
 *
 * @param world the mesh as the instance places it.
 */
export type PointInMesh = (tree: Tree, id: number, world: WorldMesh, x: number, y: number, z: number) => boolean;

/** The stack of nodes is shared by all searches: no code of the user runs during a search. */
const { nodes: stack } = /* @__PURE__ */ new NodeStack();

/**
 * The {@link PointInMesh} in JavaScript. Skips nodes that the ray from the point along +x does not touch, by comparisons only. The bounds
 * contain the corners in the world, so nothing below these nodes is crossed or has the point on it. NaN, after an overflow, skips nothing.
 */
export const isPointInMesh: PointInMesh = (_tree, _id, world, x, y, z) => {
  const { mesh, corners, bounds } = world;
  if (mesh === null) return false;
  const { int32 } = mesh.nodes;
  let sum = 0;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const base = stack[--top] << NODE_SHIFT;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      world.writeBounds(slot);
      if (bounds[3] < x || bounds[1] > y || bounds[4] < y || bounds[2] > z || bounds[5] < z) continue;
      if (child >= 0) {
        stack[top++] = child;
        continue;
      }
      const end = ~child + int32[slot + CONTENT];
      for (let place = ~child; place < end; place++) {
        world.writeCorners(place);
        sum += crossingOf(corners, 0, x, y, z);
      }
    }
  }
  // NaN, on the surface, is not 0.
  return sum !== 0;
};

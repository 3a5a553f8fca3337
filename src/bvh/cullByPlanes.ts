import { boundsSide } from './boundsSide';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
import { PLANE_STRIDE, writePlaneBounds } from './planeBounds';
import { sideOfSlotBox } from './slotBox';
import { SubtreeList } from './subtreeList';
import type { Tree } from './tree';

export interface Culled {
  inside: SubtreeList;
  crossing: SubtreeList;
}

/** Planes are told apart by the bits of an integer; where there are more than bits, several share one. */
const GROUPS = 32;

/**
 * Finds the boxes that are not behind any of the planes: inside, in front of all of them, or crossing.
 *
 * Once a node lies in front of a plane, so does all below it, and the plane is not tested there again (Assarsson and
 * Möller, "Optimized View Frustum Culling Algorithms for Bounding Boxes", 2000).
 *
 * @param planes four numbers each: normal x y z, constant.
 */
export function cullByPlanes(tree: Tree, planes: Float64Array): Culled {
  const { float32, int32 } = tree.nodes;
  const inside = new SubtreeList();
  const crossing = new SubtreeList();
  const count = planes.length / 4;
  const end = count * PLANE_STRIDE;
  const bounds = new Float64Array(end);
  for (let i = 0; i < count; i++) {
    const [x, y, z, constant] = planes.subarray(4 * i, 4 * i + 4);
    writePlaneBounds(tree, x, y, z, constant, bounds, i * PLANE_STRIDE);
  }
  const groups = Math.min(count, GROUPS);
  // Pairs of a node and the groups of planes that still cut it.
  const todo = [0, groups === GROUPS ? -1 : (1 << groups) - 1];
  for (let cutting = todo.pop(); cutting !== undefined; cutting = todo.pop()) {
    const base = (todo.pop() ?? 0) << NODE_SHIFT;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      let stillCutting = 0;
      let isOutside = false;
      for (let group = 0; group < groups && !isOutside; group++) {
        if ((cutting & (1 << group)) === 0) continue;
        for (let at = group * PLANE_STRIDE; at < end; at += GROUPS * PLANE_STRIDE) {
          let side = boundsSide(float32, slot, bounds, at);
          if (side === 0 && child < 0) side = sideOfSlotBox(tree, slot, bounds, at);
          if (side < 0) {
            isOutside = true;
            break;
          }
          if (side === 0) stillCutting |= 1 << group;
        }
      }
      if (isOutside) continue;
      if (stillCutting === 0) inside.add(child, child < 0 ? 1 : int32[slot + CONTENT]);
      else if (child < 0) crossing.add(child, 1);
      else todo.push(child, stillCutting);
    }
  }
  return { inside, crossing };
}

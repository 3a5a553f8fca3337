import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
import { PLANE_STRIDE, writePlaneBounds } from './planeBounds';
import { boundsSide, boxSide } from './slotSide';
import { SubtreeList } from './subtree';
import type { Tree } from './tree';

export interface Split {
  front: SubtreeList;
  crossing: SubtreeList;
  back: SubtreeList;
}

const plane = new Float64Array(PLANE_STRIDE);

/** Sorts all boxes by the side of a plane. Only nodes that the plane crosses are opened. */
export function splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
  const { float32, int32 } = tree.nodes;
  const front = new SubtreeList();
  const crossing = new SubtreeList();
  const back = new SubtreeList();
  writePlaneBounds(tree, normalX, normalY, normalZ, constant, plane, 0);
  const todo = [0];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const base = node << NODE_SHIFT;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      let side = boundsSide(float32, slot, plane, 0);
      if (side === 0 && child >= 0) {
        todo.push(child);
        continue;
      }
      if (side === 0) side = boxSide(tree, slot, plane, 0);
      (side > 0 ? front : side < 0 ? back : crossing).add(tree, slot);
    }
  }
  return { front, crossing, back };
}

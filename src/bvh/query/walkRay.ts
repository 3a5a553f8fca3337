import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { NO_SIDES, SIDES, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { Reusable } from '../../primitives/reusable';
import {
  CHILD,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  DUPLICATES,
  WIDTH,
} from '../layout/nodeLayout';
import { guardReach } from '../margins/guardReach';
import { FAR_ORIGIN, INVERSE_DIRECTION, NEAR_ORIGIN, writeRayBounds } from '../margins/rayMargin';
import { insertEntry, NodeStack } from '../slots/childOrder';
import { hitSlotBox } from '../slots/slotBox';
import { firstSlotBelow } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import type { RayVisitor } from '../meshes/rayVisitor';
import { MeshWalk, walkMesh } from '../meshes/walkMesh';

/** The working space of a ray's walk of a tree. */
class RayStack extends NodeStack {
  readonly bounds = new Float64Array(9);
  /** The working space for walks of meshes. Null until the first walk of a mesh. */
  #inMesh: MeshWalk | null = null;

  get inMesh(): MeshWalk {
    return (this.#inMesh ??= new MeshWalk());
  }
}

/** The stacks of walks: a visitor may cast another ray during a walk, which takes another stack. */
const stacks = /* @__PURE__ */ new Reusable(() => new RayStack());

/** The type of a function that visits every box that a ray hits: {@link walkRay}, or another with the same result. */
export type RayWalk = (
  tree: Tree,
  ray: RayBuffer,
  mask: number | undefined,
  visitor: RayVisitor,
  reach?: Float64Array | null,
) => void;

/**
 * Visits the boxes that the ray hits, nearer nodes first. It skips boxes that the ray enters beyond the limit that the
 * visitor returned last, and if there is a mask, boxes that share no bit with the mask.
 *
 * @param reach how much the bounds of each box are widened on each world axis. The visitor then gets a t that is at most the
 *   entry into the widened bounds. The ray must have NO_SIDES, because triangles are not widened. Null for the exact box test.
 * @param limit the largest t of hits that matter: less than the ray's far if the visitor has already lowered it.
 */
export function walkRay(
  tree: Tree,
  ray: RayBuffer,
  mask: number | undefined,
  visitor: RayVisitor,
  reach: Float64Array | null = null,
  limit = ray[T_MAX],
): void {
  const stack = stacks.take();
  tree.walks++;
  try {
    walk(tree, ray, mask, visitor, reach, limit, stack);
  } finally {
    tree.walks--;
    stacks.giveBack(stack);
  }
}

function walk(
  tree: Tree,
  ray: RayBuffer,
  mask: number | undefined,
  visitor: RayVisitor,
  reach: Float64Array | null,
  limit: number,
  stack: RayStack,
): void {
  const { nodes: stackNodes, nears: stackNears, bounds } = stack;
  let { float32, int32 } = tree.nodes;
  let { masks, meshes } = tree.boxes;
  // Boxes with ids below this limit are tested by their bounds only: placeholders, or with a reach all boxes.
  const metByBounds = reach === null ? tree.boxes.placeholders : Infinity;
  const hasMeshes = ray[SIDES] !== NO_SIDES && meshes.length !== 0;
  writeRayBounds(tree, ray, bounds, hasMeshes ? guardReach(tree, ray, tree.boxes.meshCondition) : 0, reach);
  const nearOriginX = bounds[NEAR_ORIGIN];
  const nearOriginY = bounds[NEAR_ORIGIN + 1];
  const nearOriginZ = bounds[NEAR_ORIGIN + 2];
  const farOriginX = bounds[FAR_ORIGIN];
  const farOriginY = bounds[FAR_ORIGIN + 1];
  const farOriginZ = bounds[FAR_ORIGIN + 2];
  const inverseX = bounds[INVERSE_DIRECTION];
  const inverseY = bounds[INVERSE_DIRECTION + 1];
  const inverseZ = bounds[INVERSE_DIRECTION + 2];
  const nearX = ray[3] < 0 ? MAX_X : MIN_X;
  const nearY = ray[4] < 0 ? MAX_Y : MIN_Y;
  const nearZ = ray[5] < 0 ? MAX_Z : MIN_Z;
  const farX = ray[3] < 0 ? MIN_X : MAX_X;
  const farY = ray[4] < 0 ? MIN_Y : MAX_Y;
  const farZ = ray[5] < 0 ? MIN_Z : MAX_Z;
  // If the ray is parallel to a slab, the distances to the slab are ±Infinity, which can reject the slab only if the
  // limits are finite. writeRange makes the ray's near finite.
  const first = ray[T_MIN];
  let last = Math.min(limit, Number.MAX_VALUE);

  // Of a run of duplicates, only the first box is tested, if that is enough for the visitor and there is no mask.
  const runs = visitor.isFirstEnough && mask === undefined ? DUPLICATES : Infinity;

  stackNodes[0] = tree.root;
  stackNears[0] = first;
  let top = 1;
  while (top > 0) {
    top--;
    if (stackNears[top] > last) continue;
    const node = stackNodes[top];
    const isRun = node >= runs;
    const base = isRun ? firstSlotBelow(tree.nodes, node) : node << NODE_SHIFT;
    const end = isRun ? base + 1 : base + WIDTH;
    const bottom = top;
    for (let slot = base; slot < end; slot++) {
      const enterX = (float32[slot + nearX] - nearOriginX) * inverseX;
      const enterY = (float32[slot + nearY] - nearOriginY) * inverseY;
      const enterZ = (float32[slot + nearZ] - nearOriginZ) * inverseZ;
      const leaveX = (float32[slot + farX] - farOriginX) * inverseX;
      const leaveY = (float32[slot + farY] - farOriginY) * inverseY;
      const leaveZ = (float32[slot + farZ] - farOriginZ) * inverseZ;
      // The ray misses a slot's bounds if it enters one slab after it leaves another, enters a slab after the ray's
      // range, or leaves a slab before the range. The comparisons are combined as bits, so there is one branch per
      // slot, and few slots pass it. A running minimum and maximum would each mispredict a branch. walkMesh has the
      // same test, because a shared function cost 7% (measured).
      const isMissed =
        +(enterX > leaveY) |
        +(enterX > leaveZ) |
        +(enterY > leaveX) |
        +(enterY > leaveZ) |
        +(enterZ > leaveX) |
        +(enterZ > leaveY) |
        +(enterX > last) |
        +(enterY > last) |
        +(enterZ > last) |
        +(leaveX < first) |
        +(leaveY < first) |
        +(leaveZ < first);
      if (isMissed !== 0) continue;
      let near = first;
      if (enterX > near) near = enterX;
      if (enterY > near) near = enterY;
      if (enterZ > near) near = enterZ;

      const child = int32[slot + CHILD];
      if (child >= 0) {
        insertEntry(stackNodes, stackNears, bottom, top++, child, near);
      } else if (child !== EMPTY && (mask === undefined || (masks[~child] & mask) !== 0)) {
        const number = hasMeshes ? meshes[~child] : 0;
        const mesh = number === 0 ? null : tree.meshes.meshes[number - 1];
        if (mesh !== null) {
          const { obbs } = tree.boxes;
          last = walkMesh(mesh, ~child, obbs.data, tree.boxes.obbRecord(~child), ray, visitor, last, stack.inMesh);
        } else {
          const hit = ~child < metByBounds ? entryOf(near) : hitSlotBox(tree, slot, ray);
          if (Number.isNaN(hit)) continue;
          last = Math.min(visitor.visit(~child, hit, null), Number.MAX_VALUE);
        }
        // The visitor may have run a query that moved the arrays of the tree.
        ({ float32, int32 } = tree.nodes);
        ({ masks } = tree.boxes);
        if (hasMeshes) ({ meshes } = tree.boxes);
      }
    }
  }
}

/** Returns the least t at which a ray may hit anything in a slot: for a line, which has no start, maybe -Infinity. */
function entryOf(near: number): number {
  return near > -Number.MAX_VALUE ? near : -Infinity;
}

import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { slabFar, slabNear } from '../../primitives/query/slabs';
import { Reusable } from '../../primitives/reusable';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { insertEntry, NodeStack } from '../slots/childOrder';
import type { WorldMesh } from './worldMesh';

/** Called for a triangle, by its place in the mesh, with its corners in those of the {@link WorldMesh}. Returns the largest t that still matters. -Infinity ends the walk. */
export type PlaceVisitor = (place: number) => number;

/**
 * Visits the triangles of an instance that a moving shape may touch, mostly those first that it may touch earlier. A triangle is
 * left out if the middle of the shape's bounds, on its way, never comes as close to the triangle as `reach`.
 *
 * @param world the mesh as the instance places it.
 * @param path the way of the middle: a ray with a range.
 * @param reach how far the shape reaches from its middle on each axis of the world.
 * @param limit the largest t that matters.
 * @returns the largest t that still matters.
 */
export function sweptTriangles(
  world: WorldMesh,
  path: RayBuffer,
  reach: Float64Array,
  limit: number,
  visit: PlaceVisitor,
): number {
  const stack = stacks.take();
  try {
    return walk(world, path, reach, limit, visit, stack);
  } finally {
    stacks.giveBack(stack);
  }
}

/** The stacks of walks: a visitor may begin another walk, which takes another stack. */
const stacks = /* @__PURE__ */ new Reusable(() => new NodeStack());

function walk(
  world: WorldMesh,
  path: RayBuffer,
  reach: Float64Array,
  limit: number,
  visit: PlaceVisitor,
  { nodes: stackNodes, nears: stackNears }: NodeStack,
): number {
  const { mesh } = world;
  if (mesh === null) return limit;
  let last = limit;
  stackNodes[0] = 0;
  stackNears[0] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    if (stackNears[top] > last) continue;
    const base = stackNodes[top] << NODE_SHIFT;
    const bottom = top;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = mesh.nodes.int32[slot + CHILD];
      if (child === EMPTY) break;
      world.writeBounds(slot);
      const near = entryOf(world.bounds, path, reach, last);
      if (near > last) continue;
      if (child >= 0) {
        insertEntry(stackNodes, stackNears, bottom, top++, child, near);
        continue;
      }
      const end = ~child + mesh.nodes.int32[slot + CONTENT];
      for (let place = ~child; place < end; place++) {
        world.writeCorners(place);
        last = visit(place);
        if (last === -Infinity) return last;
      }
    }
  }
  return last;
}

/**
 * Returns the t from 0 at which a point on its path comes as close to some bounds as `reach`, or Infinity if it does not until `last`.
 * NaN, which counts as close, if the bounds have overflowed.
 */
export function entryOf(bounds: Float64Array, path: RayBuffer, reach: Float64Array, last: number): number {
  let near = 0;
  let far = last;
  for (let k = 0; k < 3; k++) {
    const min = bounds[k] - reach[k];
    const max = bounds[k + 3] + reach[k];
    near = Math.max(near, slabNear(min, max, path[k], path[k + 3]));
    far = Math.min(far, slabFar(min, max, path[k], path[k + 3]));
  }
  return near > far ? Infinity : near;
}

import { length } from '../../primitives/shapes/vec3';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { insertEntry, NodeStack } from '../slots/childOrder';
import type { NearTarget } from '../slots/nearTarget';
import type { WorldMesh } from './worldMesh';

/** The triangle nearest to a point: the caller's number of the triangle, and the nearest point on it. */
export interface NearTriangle {
  triangle: number;
  readonly point: Float64Array;
}

/**
 * A factor and a subtrahend that lower the distance to bounds below the distance to every triangle in the bounds,
 * whatever the rounding: see query/nearest.ts.
 */
const SHRINK = 1 - 2 ** -40;
const UNDERFLOW = 1e-300;

/** The stack of nodes is shared by all searches: no code of the user runs during a search. */
const stack = /* @__PURE__ */ new NodeStack();

/**
 * Finds the triangle of an instance that is nearest to a point or another shape. Of triangles at equal distances, it is the triangle
 * with the smallest number.
 *
 * The nearest point of a triangle is within its bounds, so its distance is no less than the distance of the bounds. The
 * computed distance of bounds is reduced by 32u|point| on each axis, with u = 2^-53, which covers the rounding of the
 * two differences between the point and the bounds. For another shape, see NearTarget.
 *
 * @returns the distance, or NaN if no triangle is within `limit`.
 */
export function nearestTriangle(world: WorldMesh, target: NearTarget, limit: number, out: NearTriangle): number {
  const { mesh, corners } = world;
  if (mesh === null) return NaN;
  const { triangles } = mesh;
  const { int32 } = mesh.nodes;
  const { nodes: stackNodes, nears: stackNears } = stack;
  let best = NaN;
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
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      world.writeBounds(slot);
      const near = distanceToBounds(world.bounds, target);
      if (near > last) continue;
      if (child >= 0) {
        insertEntry(stackNodes, stackNears, bottom, top++, child, near);
        continue;
      }
      const end = ~child + int32[slot + CONTENT];
      for (let place = ~child; place < end; place++) {
        world.writeCorners(place);
        const distance = target.distanceToTriangle(corners, last);
        const triangle = triangles[place];
        if (!(distance < last || (distance === last && (Number.isNaN(best) || triangle < out.triangle)))) continue;
        best = distance;
        last = distance;
        out.triangle = triangle;
        out.point.set(target.closest);
      }
    }
  }
  return best;
}

/** Returns a lower bound of the distance from a shape to everything within some bounds. NaN bounds count as near. */
function distanceToBounds(bounds: Float64Array, { middle: [x, y, z], reach }: NearTarget): number {
  const outX = outside(bounds[0] - x, x - bounds[3], x, reach[0]);
  const outY = outside(bounds[1] - y, y - bounds[4], y, reach[1]);
  const outZ = outside(bounds[2] - z, z - bounds[5], z, reach[2]);
  return length(outX, outY, outZ) * SHRINK - UNDERFLOW;
}

function outside(below: number, above: number, value: number, reach: number): number {
  const farther = (below > above ? below : above) - 2 ** -48 * Math.abs(value) - reach;
  return farther > 0 ? farther : 0;
}

import { closestOnTriangle } from '../../primitives/query/triangles/closestPointOnTriangle';
import { length } from '../../primitives/shapes/vec3';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { insertEntry, NodeStack } from '../slots/childOrder';
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

/** The stack of nodes and the closest point are shared by all searches: no code of the user runs during a search. */
const stack = /* @__PURE__ */ new NodeStack();
const closest = /* @__PURE__ */ new Float64Array(3);

/**
 * Finds the triangle of an instance that is nearest to a point. Of triangles at equal distances, it is the triangle
 * with the smallest number.
 *
 * The nearest point of a triangle is within its bounds, so its distance is no less than the distance of the bounds. The
 * computed distance of bounds is reduced by 32u|point| on each axis, with u = 2^-53, which covers the rounding of the
 * two differences between the point and the bounds.
 *
 * @returns the distance, or NaN if no triangle is within `limit`.
 */
export function nearestTriangle(
  world: WorldMesh,
  x: number,
  y: number,
  z: number,
  limit: number,
  out: NearTriangle,
): number {
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
      const near = distanceToBounds(world.bounds, x, y, z);
      if (near > last) continue;
      if (child >= 0) {
        insertEntry(stackNodes, stackNears, bottom, top++, child, near);
        continue;
      }
      const end = ~child + int32[slot + CONTENT];
      for (let place = ~child; place < end; place++) {
        world.writeCorners(place);
        const distance = closestOnTriangle(corners, 0, 3, 6, x, y, z, closest);
        const triangle = triangles[place];
        if (!(distance < last || (distance === last && (Number.isNaN(best) || triangle < out.triangle)))) continue;
        best = distance;
        last = distance;
        out.triangle = triangle;
        out.point.set(closest);
      }
    }
  }
  return best;
}

/** Returns a lower bound of the distance from a point to everything within some bounds. NaN bounds count as near. */
function distanceToBounds(bounds: Float64Array, x: number, y: number, z: number): number {
  const outX = outside(bounds[0] - x, x - bounds[3], x);
  const outY = outside(bounds[1] - y, y - bounds[4], y);
  const outZ = outside(bounds[2] - z, z - bounds[5], z);
  return length(outX, outY, outZ) * SHRINK - UNDERFLOW;
}

function outside(below: number, above: number, value: number): number {
  const farther = (below > above ? below : above) - 2 ** -48 * Math.abs(value);
  return farther > 0 ? farther : 0;
}

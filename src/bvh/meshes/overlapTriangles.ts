import type { FlatShape } from '../../primitives/flat/flatShape';
import { CONVEX_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import { shapeOverlapsTriangle } from '../../primitives/query/overlaps';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { WorldMesh } from './worldMesh';

/** The bounds of the query's shape in the world: min x y z, max x y z. */
const shapeBounds = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns whether a shape overlaps a triangle of an instance.
 *
 * @param found receives the numbers of all triangles that overlap the shape, in no particular order. If null, the walk
 *   ends at the first of these triangles.
 */
export function overlapTriangles(world: WorldMesh, shape: FlatShape, found: number[] | null): boolean {
  const { mesh, corners } = world;
  let isFound = false;
  visitTrianglesIn(world, shape, (place) => {
    if (mesh === null || !shapeOverlapsTriangle(shape, corners)) return false;
    isFound = true;
    found?.push(mesh.triangles[place]);
    return found === null;
  });
  return isFound;
}

/**
 * Visits the triangles of an instance that may overlap a shape. Their corners in the world are in `world.corners`.
 *
 * Only bounds are compared. If a node's bounds are beyond the shape's bounds, so are the corners of all triangles below
 * the node, and the exact test of a triangle begins with the same comparisons. The bounds of a sphere and of another
 * convex shape are widened by 2^-40 of the numbers involved, which is far more than the rounding of a distance.
 *
 * @param visit called with the place of a triangle. The walk ends when it returns true.
 */
function visitTrianglesIn(world: WorldMesh, shape: FlatShape, visit: (place: number) => boolean): void {
  const { mesh, bounds } = world;
  if (mesh === null) return;
  writeShapeBounds(shape, world);
  const { int32 } = mesh.nodes;
  const nodes = [0];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const base = node << NODE_SHIFT;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      world.writeBounds(slot);
      if (areApart(bounds)) continue;
      if (child >= 0) {
        nodes.push(child);
        continue;
      }
      const end = ~child + int32[slot + CONTENT];
      for (let place = ~child; place < end; place++) {
        world.writeCorners(place);
        if (visit(place)) return;
      }
    }
  }
}

/** Returns whether some bounds are beyond the bounds of the query's shape on an axis. Returns false for NaN. */
function areApart(bounds: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (bounds[k] > shapeBounds[k + 3] || bounds[k + 3] < shapeBounds[k]) return true;
  return false;
}

function writeShapeBounds({ kind, record, frame }: FlatShape, { size }: WorldMesh): void {
  for (let k = 0; k < 3; k++) {
    if (kind === SPHERE_SHAPE) {
      const reach = record[3] + 2 ** -40 * (record[3] + Math.abs(record[k])) + 2 ** -500;
      shapeBounds[k] = record[k] - reach;
      shapeBounds[k + 3] = record[k] + reach;
    } else {
      const reach = kind === CONVEX_SHAPE ? 2 ** -40 * size : 0;
      shapeBounds[k] = frame[k] - reach;
      shapeBounds[k + 3] = frame[k + 3] + reach;
    }
  }
}

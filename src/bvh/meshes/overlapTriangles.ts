import type { FlatShape } from '../../primitives/flat/flatShape';
import { SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import { shapeOverlapsTriangle } from '../../primitives/query/overlaps';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { WorldMesh } from './worldMesh';

/** The bounds of the query's shape in the world: min x y z, max x y z. */
const shapeBounds = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns whether a shape overlaps a triangle of an instance.
 *
 * For nodes, only bounds are compared. If a node's bounds are beyond the shape's bounds, so are the corners of all
 * triangles below the node, and the exact test of a triangle begins with the same comparisons. A sphere's bounds are
 * widened by 2^-40 of the numbers involved, which is far more than the rounding of a distance.
 *
 * @param found receives the numbers of all triangles that overlap the shape, in no particular order. If null, the walk
 *   ends at the first of these triangles.
 */
export function overlapTriangles(world: WorldMesh, shape: FlatShape, found: number[] | null): boolean {
  const { mesh, corners, bounds } = world;
  if (mesh === null) return false;
  writeShapeBounds(shape);
  const { int32 } = mesh.nodes;
  const nodes = [0];
  let isFound = false;
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
        if (!shapeOverlapsTriangle(shape, corners)) continue;
        if (found === null) return true;
        isFound = true;
        found.push(mesh.triangles[place]);
      }
    }
  }
  return isFound;
}

/** Returns whether some bounds are beyond the bounds of the query's shape on an axis. Returns false for NaN. */
function areApart(bounds: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (bounds[k] > shapeBounds[k + 3] || bounds[k + 3] < shapeBounds[k]) return true;
  return false;
}

function writeShapeBounds({ kind, record, frame }: FlatShape): void {
  for (let k = 0; k < 3; k++) {
    if (kind === SPHERE_SHAPE) {
      const reach = record[3] + 2 ** -40 * (record[3] + Math.abs(record[k])) + 2 ** -500;
      shapeBounds[k] = record[k] - reach;
      shapeBounds[k + 3] = record[k] + reach;
    } else {
      shapeBounds[k] = frame[k];
      shapeBounds[k + 3] = frame[k + 3];
    }
  }
}

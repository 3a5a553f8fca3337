import type { FlatShape } from '../../primitives/query/flatShape';
import { CONVEX_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import { shapeOverlapsTriangle } from '../../primitives/query/overlaps';
import { createRayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { sweptTriangles, type SweptTriangles } from './sweptTriangles';
import type { WorldMesh } from './worldMesh';

/** The bounds of the query's shape in the world: min x y z, max x y z. */
const shapeBounds = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns whether a shape overlaps a triangle of an instance.
 *
 * The walk is the walk of a moving shape, whose way ends at t 0. Only bounds are compared. If the bounds of a node or a triangle are
 * beyond the shape's bounds, the triangles do not overlap the shape: the exact test begins with the same comparisons. The bounds of a
 * sphere and of another convex shape are widened by 2^-40 of the numbers involved, which is far more than the rounding of a distance.
 *
 * @param id the id of the instance, whose mesh `world` must have. The walk in JavaScript does not need it.
 * @param found receives the numbers of all triangles that overlap the shape, in no particular order. If null, the walk
 *   ends at the first of these triangles.
 */
export function overlapTriangles(
  tree: Tree,
  id: number,
  world: WorldMesh,
  shape: FlatShape,
  found: number[] | null,
  walk: SweptTriangles = sweptTriangles,
): boolean {
  const { mesh, corners } = world;
  if (mesh === null) return false;
  writeShapeBounds(shape, world);
  for (let k = 0; k < 3; k++) {
    const middle = shapeBounds[k] / 2 + shapeBounds[k + 3] / 2;
    still[k] = middle;
    // The direction does not matter at t 0.
    still[k + 3] = 1;
    stillReach[k] = shapeBounds[k + 3] / 2 - shapeBounds[k] / 2 + 2 ** -40 * (world.size + Math.abs(middle));
  }
  let isFound = false;
  walk(tree, id, world, still, stillReach, 0, (place) => {
    if (areApart(corners) || !shapeOverlapsTriangle(shape, corners)) return 0;
    isFound = true;
    found?.push(mesh.triangles[place]);
    return found === null ? -Infinity : 0;
  });
  return isFound;
}

/** The place of a shape that does not move, as a ray from t 0 to t 0, and how far it reaches from there. */
const still = /* @__PURE__ */ createRayBuffer();
still[T_MAX] = 0;
const stillReach = /* @__PURE__ */ new Float64Array(3);

/** Returns whether the bounds of a triangle, given as 9 numbers, are beyond the bounds of the query's shape on an axis. */
function areApart(corners: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.min(corners[k], corners[k + 3], corners[k + 6]) > shapeBounds[k + 3]) return true;
    if (Math.max(corners[k], corners[k + 3], corners[k + 6]) < shapeBounds[k]) return true;
  }
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

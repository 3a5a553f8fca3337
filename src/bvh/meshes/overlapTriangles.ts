import type { FlatShape } from '../../primitives/query/flatShape';
import { CONVEX_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import { shapeOverlapsTriangle } from '../../primitives/query/overlaps';
import type { Tree } from '../tree/tree';
import { StillShape, trianglesAround, type TrianglesAround } from './trianglesAround';
import type { WorldMesh } from './worldMesh';

/** The bounds of the query's shape in the world: min x y z, max x y z. */
const shapeBounds = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns whether a shape overlaps a triangle of an instance.
 *
 * If the bounds of a node or a triangle are beyond the shape's bounds, the triangles do not overlap the shape: the exact test begins with
 * the same comparisons. The bounds and the distance of a sphere and of another convex shape are widened by 2^-40 of the numbers involved,
 * which is far more than the rounding of a distance.
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
  walk: TrianglesAround = trianglesAround,
): boolean {
  const { mesh, corners } = world;
  if (mesh === null) return false;
  writeShapeBounds(shape, world);
  writeStill(shape, world);
  let isFound = false;
  walk(tree, id, world, still, (place) => {
    if (areApart(corners) || !shapeOverlapsTriangle(shape, corners)) return true;
    isFound = true;
    found?.push(mesh.triangles[place]);
    return found !== null;
  });
  return isFound;
}

const still = /* @__PURE__ */ new StillShape();

function writeStill({ kind, pair: { a } }: FlatShape, { size }: WorldMesh): void {
  const { middle, reach } = still;
  for (let k = 0; k < 3; k++) {
    middle[k] = shapeBounds[k] / 2 + shapeBounds[k + 3] / 2;
    // The direction does not matter at t 0.
    middle[k + 3] = 1;
    reach[k] = shapeBounds[k + 3] / 2 - shapeBounds[k] / 2 + 2 ** -40 * (size + Math.abs(middle[k]));
  }
  still.shape = kind === SPHERE_SHAPE || kind === CONVEX_SHAPE ? a : null;
  still.distance = a.radius + 2 ** -40 * (size + a.size);
}

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

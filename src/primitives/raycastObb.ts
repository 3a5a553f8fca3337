import { checkAabb, checkRange, checkRay } from './check';
import { elementsOf } from './matrix4';
import { invertPlacement, type Obb } from './obb';
import type { Ray, RayRange } from './ray';
import { slabHit } from './slabs';
import { dot } from './vec3';

const inverse = new Float64Array(9);

/**
 * Where a ray meets an oriented box: `t`, the point being `origin + t·direction`, or null for a miss.
 *
 * The slab test in the box's own space. The matrix's translation is taken from the origin before the inverse is applied:
 * at coordinates of millions of metres the other order loses the box. `t` is the same in both spaces.
 *
 * @throws TypeError or RangeError where the ray, the box or the range is not well formed, or the matrix is singular.
 */
export function raycastObb(ray: Ray, obb: Obb, range: RayRange = {}): number | null {
  checkRay('ray', ray);
  checkAabb('obb', obb);
  invertPlacement('obb.matrix', obb.matrix, inverse);
  checkRange('range', range);
  const { origin, direction } = ray;
  const { min, max } = obb;
  const { tMin = 0, tMax = Infinity, solid = false } = range;
  const m = elementsOf(obb.matrix);
  const t = obbHit(
    min.x,
    min.y,
    min.z,
    max.x,
    max.y,
    max.z,
    inverse,
    0,
    origin.x - m[12],
    origin.y - m[13],
    origin.z - m[14],
    direction.x,
    direction.y,
    direction.z,
    tMin,
    tMax,
    solid,
  );
  return Number.isNaN(t) ? null : t;
}

/**
 * {@link raycastObb} on plain numbers: the local box, the inverse of its matrix's linear part (nine numbers from `at`, row
 * by row), and the ray's origin relative to the matrix's translation. NaN for a miss.
 */
export function obbHit(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  inverseRows: Float64Array,
  at: number,
  offsetX: number,
  offsetY: number,
  offsetZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  tMin: number,
  tMax: number,
  solid: boolean,
): number {
  const a = inverseRows[at];
  const b = inverseRows[at + 1];
  const c = inverseRows[at + 2];
  const d = inverseRows[at + 3];
  const e = inverseRows[at + 4];
  const f = inverseRows[at + 5];
  const g = inverseRows[at + 6];
  const h = inverseRows[at + 7];
  const i = inverseRows[at + 8];
  return slabHit(
    minX,
    minY,
    minZ,
    maxX,
    maxY,
    maxZ,
    dot(a, b, c, offsetX, offsetY, offsetZ),
    dot(d, e, f, offsetX, offsetY, offsetZ),
    dot(g, h, i, offsetX, offsetY, offsetZ),
    dot(a, b, c, directionX, directionY, directionZ),
    dot(d, e, f, directionX, directionY, directionZ),
    dot(g, h, i, directionX, directionY, directionZ),
    tMin,
    tMax,
    solid,
  );
}

import { INVERSE, OBB_STRIDE, readBounds, readMatrix, TRANSLATION } from './boxRecord';
import { checkRange, checkRay } from './check';
import type { Obb } from './obb';
import type { Ray, RayRange } from './ray';
import { createRayBuffer, type RayBuffer, SOLID, T_MAX, T_MIN, writeRange, writeRay } from './rayBuffer';
import { slabHit } from './slabs';
import { dot } from './vec3';

const record = new Float64Array(OBB_STRIDE);
const buffer = createRayBuffer();

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
  checkRange('range', range);
  readBounds('obb', obb, record);
  readMatrix('obb.matrix', obb.matrix, record);
  writeRay(ray, buffer);
  writeRange(range, buffer);
  const t = obbHit(record, 0, buffer);
  return Number.isNaN(t) ? null : t;
}

/** {@link raycastObb} on flat numbers: the box's from `at`. NaN for a miss. */
export function obbHit(b: Float64Array, at: number, ray: RayBuffer): number {
  const x = ray[0] - b[at + TRANSLATION];
  const y = ray[1] - b[at + TRANSLATION + 1];
  const z = ray[2] - b[at + TRANSLATION + 2];
  const row0 = at + INVERSE;
  const row1 = row0 + 3;
  const row2 = row0 + 6;
  return slabHit(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    dot(b[row0], b[row0 + 1], b[row0 + 2], x, y, z),
    dot(b[row1], b[row1 + 1], b[row1 + 2], x, y, z),
    dot(b[row2], b[row2 + 1], b[row2 + 2], x, y, z),
    dot(b[row0], b[row0 + 1], b[row0 + 2], ray[3], ray[4], ray[5]),
    dot(b[row1], b[row1 + 1], b[row1 + 2], ray[3], ray[4], ray[5]),
    dot(b[row2], b[row2 + 1], b[row2 + 2], ray[3], ray[4], ray[5]),
    ray[T_MIN],
    ray[T_MAX],
    ray[SOLID] !== 0,
  );
}

import { CROSSINGS, MET_CORNERS, NO_HIT, RAY } from '../../bvh/layout/kernelLayout';
import { memoryBase, setExchanged } from '../memory/workingMemory';
import { beginSweptTriangles, nextSweptTriangle } from './sweptTriangles';

/** The bounds of rounding of primitives/query/orientation.ts. */
const ROUNDING: f64 = 2 ** -50;
const UNDERFLOW: f64 = 2 ** -1000;

/** The sum of the crossings that are certain so far. */
let sum: f64 = 0;

/**
 * Begins a sum of the signed crossings of RAY, along +x from a point, with the triangles of an instance:
 * primitives/query/triangles/signedCrossing.ts.
 *
 * @returns MISS, HIT or NEEDS_FLOAT64.
 */
export function beginCrossings(id: i32): i32 {
  sum = 0;
  return beginSweptTriangles(id, 0, 0, 0, f64.MAX_VALUE);
}

/**
 * Adds up crossings until rounding may decide about one. Then JavaScript adds the crossing of the triangle, whose corners in the world are in
 * MET_CORNERS.
 *
 * @returns the place of that triangle in the mesh, or NO_HIT at the end. CROSSINGS has the sum of all other crossings then.
 */
export function nextDoubtfulCrossing(): i32 {
  const x = load<f64>(memoryBase, RAY * 8);
  const y = load<f64>(memoryBase, RAY * 8 + 8);
  const z = load<f64>(memoryBase, RAY * 8 + 16);
  while (true) {
    const place = nextSweptTriangle(f64.MAX_VALUE);
    if (place == NO_HIT) break;
    const crossing = crossingOf(x, y, z);
    if (crossing != crossing) return place;
    sum += crossing;
  }
  setExchanged(CROSSINGS, sum);
  return NO_HIT;
}

/** Returns the signed crossing of the triangle in MET_CORNERS, or NaN if it is not certain or the point may be on the triangle. */
function crossingOf(x: f64, y: f64, z: f64): f64 {
  const corners = memoryBase + MET_CORNERS * 8;
  const aX = load<f64>(corners) - x;
  const aY = load<f64>(corners, 8) - y;
  const aZ = load<f64>(corners, 16) - z;
  const bX = load<f64>(corners, 24) - x;
  const bY = load<f64>(corners, 32) - y;
  const bZ = load<f64>(corners, 40) - z;
  const cX = load<f64>(corners, 48) - x;
  const cY = load<f64>(corners, 56) - y;
  const cZ = load<f64>(corners, 64) - z;
  const turns = passing(aY, aZ, bY, bZ) + passing(bY, bZ, cY, cZ) + passing(cY, cZ, aY, aZ);
  if (turns == 0 && aX > 0 && bX > 0 && cX > 0) return 0;
  const bXcY = bX * cY;
  const cXbY = cX * bY;
  const cXaY = cX * aY;
  const aXcY = aX * cY;
  const aXbY = aX * bY;
  const bXaY = bX * aY;
  const side = aZ * (bXcY - cXbY) + bZ * (cXaY - aXcY) + cZ * (aXbY - bXaY);
  const bound =
    (abs(aZ) * (abs(bXcY) + abs(cXbY) + UNDERFLOW) +
      abs(bZ) * (abs(cXaY) + abs(aXcY) + UNDERFLOW) +
      abs(cZ) * (abs(aXbY) + abs(bXaY) + UNDERFLOW) +
      UNDERFLOW) *
    ROUNDING;
  // In doubt, `turns` is NaN, and so is the answer.
  if (side > bound) return max(turns, 0);
  if (-side > bound) return min(turns, 0);
  return NaN;
}

/** Returns 1 if an edge passes the point (0, 0) upward on the side of +y, -1 if downward, 0 if it does not, and NaN in doubt. */
function passing(fromY: f64, fromZ: f64, toY: f64, toZ: f64): f64 {
  const isUpward = toZ > 0;
  if (fromZ > 0 == isUpward) return 0;
  const left = fromY * toZ;
  const right = fromZ * toY;
  const side = left - right;
  if (!(abs(side) > (abs(left) + abs(right) + UNDERFLOW) * ROUNDING)) return NaN;
  return isUpward ? (side > 0 ? 1 : 0) : side < 0 ? -1 : 0;
}

import { NEEDS_FLOAT64, POINT } from '../../../bvh/layout/kernelLayout';
import { COLUMNS, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { exchanged, memoryBase } from '../../memory/workingMemory';
import { halfSize, middle } from '../flat/boxFrame';
import { ALONG, closestFeature, EDGES, OFFSET } from './closestFeature';

/** Computes the distance of POINT from a box, by the operations of primitives/query/closestPoint.ts. */

const SMALL: f64 = 1e-100;
const LARGE: f64 = 1e100;
const ROUNDING: f64 = 2 ** -48;

/** The point nearest to POINT on the OBB whose distance was computed last. */
const CLOSEST: usize = memoryBase + memory.data(3 * 8, 16);

/** Returns the distance of POINT from an AABB, or NEEDS_FLOAT64. */
export function distanceToAabb(minX: f64, minY: f64, minZ: f64, maxX: f64, maxY: f64, maxZ: f64): f64 {
  return length(outside(minX, 0, maxX), outside(minY, 1, maxY), outside(minZ, 2, maxZ));
}

/** Returns how far POINT is outside an AABB on an axis. */
function outside(low: f64, axis: i32, high: f64): f64 {
  const at = exchanged(POINT + axis);
  return max(max(low - at, at - high), 0);
}

/** Returns the length of a vector, or NEEDS_FLOAT64 if the square overflows or underflows: see primitives/shapes/vec3.ts. */
function length(x: f64, y: f64, z: f64): f64 {
  const square = x * x + y * y + z * z;
  if (square > 1e-200 && square < 1e200) return sqrt(square);
  return x == 0 && y == 0 && z == 0 ? 0 : NEEDS_FLOAT64;
}

/** Writes the point of an AABB that is nearest to POINT, given the address of the AABB's bounds. */
export function writeClosestOnAabb(b: usize, out: usize): void {
  for (let k: usize = 0; k < 24; k += 8) {
    const at = load<f64>(memoryBase + k, POINT * 8);
    const low = load<f64>(b + k);
    const high = load<f64>(b + k, 24);
    store<f64>(out + k, at < low ? low : at > high ? high : at);
  }
}

/** Writes the point nearest to POINT on the OBB whose distance was computed last. */
export function writeClosestOnObb(out: usize): void {
  memory.copy(out, CLOSEST, 24);
}

/**
 * Returns the distance of POINT from an OBB, given the address of the OBB's record.
 *
 * @param limit if the distance is greater than `limit`, any other number greater than `limit` may be returned.
 * @returns the distance, or NEEDS_FLOAT64.
 */
export function distanceToObb(b: usize, limit: f64): f64 {
  const row = b + COLUMNS * 8;
  const dX = exchanged(POINT) - load<f64>(b, TRANSLATION * 8);
  const dY = exchanged(POINT + 1) - load<f64>(b, TRANSLATION * 8 + 8);
  const dZ = exchanged(POINT + 2) - load<f64>(b, TRANSLATION * 8 + 16);
  const midX = middle(b);
  const midY = middle(b + 8);
  const midZ = middle(b + 16);
  const halfX = halfSize(b);
  const halfY = halfSize(b + 8);
  const halfZ = halfSize(b + 16);
  const offsetX = dX - rowDot(row, midX, midY, midZ);
  const offsetY = dY - rowDot(row + 8, midX, midY, midZ);
  const offsetZ = dZ - rowDot(row + 16, midX, midY, midZ);
  const outX = beyond(offsetX, radiusOf(row, halfX, halfY, halfZ));
  const outY = beyond(offsetY, radiusOf(row + 8, halfX, halfY, halfZ));
  const outZ = beyond(offsetZ, radiusOf(row + 16, halfX, halfY, halfZ));
  const least = length(outX, outY, outZ);
  if (least > limit || least == NEEDS_FLOAT64) return least;
  store<f64>(CLOSEST, exchanged(POINT) - outX);
  store<f64>(CLOSEST, exchanged(POINT + 1) - outY, 8);
  store<f64>(CLOSEST, exchanged(POINT + 2) - outZ, 16);
  store<f64>(OFFSET, offsetX);
  store<f64>(OFFSET, offsetY, 8);
  store<f64>(OFFSET, offsetZ, 16);
  let largest = max(max(abs(offsetX), abs(offsetY)), abs(offsetZ));
  for (let k: usize = 0; k < 24; k += 8) {
    const edgeX = load<f64>(row + k) * halfX;
    const edgeY = load<f64>(row + k, 24) * halfY;
    const edgeZ = load<f64>(row + k, 48) * halfZ;
    store<f64>(EDGES + k, edgeX);
    store<f64>(EDGES + k, edgeY, 24);
    store<f64>(EDGES + k, edgeZ, 48);
    largest = max(max(largest, abs(edgeX)), max(abs(edgeY), abs(edgeZ)));
  }
  // Comparisons with NaN are false, so the negated range check also refuses NaN.
  if (!(largest <= LARGE && (largest >= SMALL || largest == 0))) return NEEDS_FLOAT64;

  const isIn = closestFeature(ROUNDING * largest);
  if (isIn && least == 0) return 0;
  const localX = localOf(b, load<f64>(ALONG));
  const localY = localOf(b + 8, load<f64>(ALONG, 8));
  const localZ = localOf(b + 16, load<f64>(ALONG, 16));
  const pointX = rowDot(row, localX, localY, localZ);
  const pointY = rowDot(row + 8, localX, localY, localZ);
  const pointZ = rowDot(row + 16, localX, localY, localZ);
  const distance = length(dX - pointX, dY - pointY, dZ - pointZ);
  if (distance <= 0) return distance == 0 ? least : NEEDS_FLOAT64;
  store<f64>(CLOSEST, pointX + load<f64>(b, TRANSLATION * 8));
  store<f64>(CLOSEST, pointY + load<f64>(b, TRANSLATION * 8 + 8), 8);
  store<f64>(CLOSEST, pointZ + load<f64>(b, TRANSLATION * 8 + 16), 16);
  return max(least, distance);
}

function localOf(b: usize, t: f64): f64 {
  if (t == 1) return load<f64>(b, 24);
  return t == -1 ? load<f64>(b) : middle(b) + halfSize(b) * t;
}

/** Returns how far an offset from a box's centre is beyond the box's radius, with the sign of the offset, or 0. */
function beyond(offset: f64, radius: f64): f64 {
  if (offset > radius) return offset - radius;
  return offset < -radius ? offset + radius : 0;
}

/** Returns how far an OBB reaches from its centre on a world axis, given a row of its matrix and its half sizes. */
function radiusOf(row: usize, halfX: f64, halfY: f64, halfZ: f64): f64 {
  return abs(load<f64>(row)) * halfX + abs(load<f64>(row, 24)) * halfY + abs(load<f64>(row, 48)) * halfZ;
}

/** Returns the dot product of a matrix row and the vector (x, y, z). The numbers of the row are 24 bytes apart. */
function rowDot(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 24) * y + load<f64>(row, 48) * z;
}

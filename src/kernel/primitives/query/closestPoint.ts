import { ORIGIN, POINT } from '../../../bvh/layout/kernelLayout';
import { AABB_32, AABB_64, CONTENT, IN_SLOT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, OBB } from '../../../bvh/layout/nodeLayout';
import { AABB_STRIDE, COLUMNS, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { BOX_BOUNDS, kindOf, readSlotBox, recordAt } from '../../boxes/worldBounds';
import { aabb32, aabb64 } from '../../memory/boundScene';
import { exchanged } from '../../memory/exchange';
import { memoryBase } from '../../memory/host';
import { ALONG, closestFeature, EDGES, OFFSET } from './closestFeature';

/** The answer where numbers are of sizes for which primitives/closestPoint.ts computes otherwise. */
export const NOT_TAME: f64 = -1;

const SMALL: f64 = 1e-100;
const LARGE: f64 = 1e100;
const ROUNDING: f64 = 3.552713678800501e-15; // 2^-48

/** The point of the OBB whose distance was computed last that is nearest to POINT. */
const CLOSEST: usize = memoryBase + memory.data(3 * 8, 16);

/**
 * How far POINT is from the box in a slot: operation by operation as in primitives/closestPoint.ts.
 *
 * @param limit where it is farther than this, any number that is, too, will do.
 * @returns the distance, or NOT_TAME.
 */
export function distanceToSlotBox(slot: usize, limit: f64): f64 {
  const place = load<u32>(slot, CONTENT * 4);
  const kind = place >>> 30;
  const index = <usize>(place & 0x3fffffff);
  let x: f64;
  let y: f64;
  let z: f64;
  if (kind == IN_SLOT) {
    x = outside(slotBound(slot, MIN_X, 0), 0, slotBound(slot, MAX_X, 0));
    y = outside(slotBound(slot, MIN_Y, 1), 1, slotBound(slot, MAX_Y, 1));
    z = outside(slotBound(slot, MIN_Z, 2), 2, slotBound(slot, MAX_Z, 2));
  } else if (kind == AABB_32) {
    const box = aabb32 + index * (AABB_STRIDE * 4);
    x = outside(load<f32>(box), 0, load<f32>(box, 12));
    y = outside(load<f32>(box, 4), 1, load<f32>(box, 16));
    z = outside(load<f32>(box, 8), 2, load<f32>(box, 20));
  } else if (kind == AABB_64) {
    const box = aabb64 + index * (AABB_STRIDE * 8);
    x = outside(load<f64>(box), 0, load<f64>(box, 24));
    y = outside(load<f64>(box, 8), 1, load<f64>(box, 32));
    z = outside(load<f64>(box, 16), 2, load<f64>(box, 40));
  } else return distanceToObb(place, limit);
  return length(x, y, z);
}

function slotBound(slot: usize, bound: usize, axis: i32): f64 {
  return <f64>load<f32>(slot + (bound << 2)) + exchanged(ORIGIN + axis);
}

/** How far POINT is outside, on an axis. */
function outside(low: f64, axis: i32, high: f64): f64 {
  const at = exchanged(POINT + axis);
  return max(max(low - at, at - high), 0);
}

/** See primitives/vec3.ts. */
function length(x: f64, y: f64, z: f64): f64 {
  const square = x * x + y * y + z * z;
  if (square > 1e-200 && square < 1e200) return sqrt(square);
  return x == 0 && y == 0 && z == 0 ? 0 : NOT_TAME;
}

function distanceToObb(place: u32, limit: f64): f64 {
  const b = recordAt(place);
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
  if (least > limit || least == NOT_TAME) return least;
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
  // Written so that what is not a number is not tame.
  if (!(largest <= LARGE && (largest >= SMALL || largest == 0))) return NOT_TAME;

  const isIn = closestFeature(ROUNDING * largest);
  if (isIn && least == 0) return 0;
  const localX = localOf(b, load<f64>(ALONG));
  const localY = localOf(b + 8, load<f64>(ALONG, 8));
  const localZ = localOf(b + 16, load<f64>(ALONG, 16));
  const pointX = rowDot(row, localX, localY, localZ);
  const pointY = rowDot(row + 8, localX, localY, localZ);
  const pointZ = rowDot(row + 16, localX, localY, localZ);
  const distance = length(dX - pointX, dY - pointY, dZ - pointZ);
  if (distance <= 0) return distance == 0 ? least : NOT_TAME;
  store<f64>(CLOSEST, pointX + load<f64>(b, TRANSLATION * 8));
  store<f64>(CLOSEST, pointY + load<f64>(b, TRANSLATION * 8 + 8), 8);
  store<f64>(CLOSEST, pointZ + load<f64>(b, TRANSLATION * 8 + 16), 16);
  return max(least, distance);
}

/** Writes the point of the box in a slot that is nearest to POINT; its distance must be what was computed last. */
export function writeClosest(slot: usize, out: usize): void {
  if (kindOf(load<u32>(slot, CONTENT * 4)) == OBB) {
    memory.copy(out, CLOSEST, 24);
    return;
  }
  readSlotBox(slot);
  for (let k: usize = 0; k < 24; k += 8) {
    const at = load<f64>(memoryBase + k, POINT * 8);
    const low = load<f64>(BOX_BOUNDS + k);
    const high = load<f64>(BOX_BOUNDS + k, 24);
    store<f64>(out + k, at < low ? low : at > high ? high : at);
  }
}

function middle(b: usize): f64 {
  return load<f64>(b) / 2 + load<f64>(b, 24) / 2;
}

function halfSize(b: usize): f64 {
  return load<f64>(b, 24) / 2 - load<f64>(b) / 2;
}

function localOf(b: usize, t: f64): f64 {
  if (t == 1) return load<f64>(b, 24);
  return t == -1 ? load<f64>(b) : middle(b) + halfSize(b) * t;
}

/** What of an offset is beyond a radius, with its sign. */
function beyond(offset: f64, radius: f64): f64 {
  if (offset > radius) return offset - radius;
  return offset < -radius ? offset + radius : 0;
}

/** How far a box reaches from its centre on the axis of a row. */
function radiusOf(row: usize, halfX: f64, halfY: f64, halfZ: f64): f64 {
  return abs(load<f64>(row)) * halfX + abs(load<f64>(row, 24)) * halfY + abs(load<f64>(row, 48)) * halfZ;
}

/** A row of three columns, times a vector. */
function rowDot(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 24) * y + load<f64>(row, 48) * z;
}

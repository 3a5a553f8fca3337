import { memoryBase } from '../../memory/workingMemory';

/**
 * The addresses of the half edges of a box, and of the offset of the query's point from the centre of the box: see
 * primitives/query/closestFeature.ts.
 */
export const EDGES: usize = memoryBase + memory.data(9 * 8, 16);
export const OFFSET: usize = memoryBase + memory.data(3 * 8, 16);
/**
 * The address of the point of the box that is nearest to the query's point, of those tried so far: for each half edge,
 * how many times it leads from the centre to the point, from -1 to 1.
 */
export const ALONG: usize = memoryBase + memory.data(3 * 8, 16);
const REST: usize = memoryBase + memory.data(3 * 8, 16);
const BEST_ALONG: usize = memoryBase + memory.data(3 * 8, 16);
const DIRECTIONS: usize = memoryBase + memory.data(9 * 8, 16);
const SHARES: usize = memoryBase + memory.data(3 * 8, 16);
const SHARES_OF_EDGES: usize = memoryBase + memory.data(9 * 8, 16);

const NO_LENGTH: f64 = 1e-280;

/**
 * Writes to ALONG the point of the box with the half edges EDGES that is nearest to the query's point, which is OFFSET
 * from the centre of the box. Returns whether the query's point is in the box.
 */
export function closestFeature(rounding: f64): bool {
  const sideX = sideOf(EDGES);
  const sideY = sideOf(EDGES + 24);
  const sideZ = sideOf(EDGES + 48);
  if (tryFeature(rounding, sideX, sideY, sideZ)) return isIn(rounding, sideX, sideY, sideZ);
  let nearest: f64 = Infinity;
  for (let feature = 0; feature < 27; feature++) {
    const x: f64 = (feature % 3) - 1;
    const y: f64 = ((feature / 3) % 3) - 1;
    const z: f64 = feature / 9 - 1;
    if (tryFeature(rounding, x, y, z)) return isIn(rounding, x, y, z);
    const square = dotOf(REST, REST);
    if (square < nearest) {
      nearest = square;
      memory.copy(BEST_ALONG, ALONG, 24);
    }
  }
  memory.copy(ALONG, BEST_ALONG, 24);
  return false;
}

function sideOf(edge: usize): f64 {
  const t = quotient(dotOf(edge, OFFSET), dotOf(edge, edge));
  return t > 1 ? 1 : t < -1 ? -1 : 0;
}

function isIn(rounding: f64, x: f64, y: f64, z: f64): bool {
  const left = max(max(abs(load<f64>(REST)), abs(load<f64>(REST, 8))), abs(load<f64>(REST, 16)));
  return x == 0 && y == 0 && z == 0 && left <= rounding;
}

function tryFeature(rounding: f64, sideX: f64, sideY: f64, sideZ: f64): bool {
  store<f64>(ALONG, sideX);
  store<f64>(ALONG, sideY, 8);
  store<f64>(ALONG, sideZ, 16);
  const isOpenX = sideX == 0;
  const isOpenY = sideY == 0;
  const isOpenZ = sideZ == 0;
  writeRest();
  for (let at: usize = 0; at < 72; at += 8) store<f64>(DIRECTIONS + at, load<f64>(EDGES + at));
  if (isOpenX) takeShares(0, isOpenY, isOpenZ);
  if (isOpenY) takeShares(1, false, isOpenZ);
  if (isOpenZ) takeShares(2, false, false);
  let isOnFeature = true;
  if (isOpenZ) isOnFeature = setAlong(16, load<f64>(SHARES, 16));
  if (isOpenY) {
    let t = load<f64>(SHARES, 8);
    if (isOpenZ) t -= load<f64>(SHARES_OF_EDGES, 40) * load<f64>(ALONG, 16);
    isOnFeature = setAlong(8, t) && isOnFeature;
  }
  if (isOpenX) {
    let t = load<f64>(SHARES);
    if (isOpenY) t -= load<f64>(SHARES_OF_EDGES, 8) * load<f64>(ALONG, 8);
    if (isOpenZ) t -= load<f64>(SHARES_OF_EDGES, 16) * load<f64>(ALONG, 16);
    isOnFeature = setAlong(0, t) && isOnFeature;
  }
  writeRest();
  const isBeyondX = isBeyond(sideX, EDGES, rounding);
  const isBeyondY = isBeyond(sideY, EDGES + 24, rounding);
  const isBeyondZ = isBeyond(sideZ, EDGES + 48, rounding);
  return isOnFeature && isBeyondX && isBeyondY && isBeyondZ;
}

function writeRest(): void {
  const x = load<f64>(ALONG);
  const y = load<f64>(ALONG, 8);
  const z = load<f64>(ALONG, 16);
  for (let k: usize = 0; k < 24; k += 8) {
    const taken = x * load<f64>(EDGES + k) + y * load<f64>(EDGES + k, 24) + z * load<f64>(EDGES + k, 48);
    store<f64>(REST + k, load<f64>(OFFSET + k) - taken);
  }
}

function takeShares(axis: usize, isOpenY: bool, isOpenZ: bool): void {
  const direction = DIRECTIONS + 24 * axis;
  const square = dotOf(direction, direction);
  store<f64>(SHARES + (axis << 3), takeShare(direction, square, REST));
  const shares = SHARES_OF_EDGES + 24 * axis;
  if (isOpenY) store<f64>(shares, takeShare(direction, square, DIRECTIONS + 24), 8);
  if (isOpenZ) store<f64>(shares, takeShare(direction, square, DIRECTIONS + 48), 16);
}

function takeShare(direction: usize, square: f64, from: usize): f64 {
  const share = quotient(dotOf(direction, from), square);
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(from + k, load<f64>(from + k) - share * load<f64>(direction + k));
  }
  return share;
}

function setAlong(axis: usize, t: f64): bool {
  const clamped: f64 = t < -1 ? -1 : t > 1 ? 1 : t;
  store<f64>(ALONG + axis, clamped);
  return clamped == t;
}

function isBeyond(side: f64, edge: usize, rounding: f64): bool {
  if (side == 0) return true;
  const size = abs(load<f64>(edge)) + abs(load<f64>(edge, 8)) + abs(load<f64>(edge, 16));
  return side * dotOf(edge, REST) > size * rounding;
}

function dotOf(a: usize, b: usize): f64 {
  return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
}

function quotient(product: f64, square: f64): f64 {
  return square > NO_LENGTH ? product / square : 0;
}

import { CENTER, EDGES, FRAME_STRIDE, HALF_EDGES, NORMALS, OFFSET, SIZES } from '../../../primitives/flat/frameLayout';

const ROUNDING: f64 = 2 ** -49;
const UNDERFLOW: f64 = 2 ** -1000;

let distanceX: f64 = 0;
let distanceY: f64 = 0;
let distanceZ: f64 = 0;
let toleranceX: f64 = 0;
let toleranceY: f64 = 0;
let toleranceZ: f64 = 0;

/** Returns whether two boxes overlap, given their frames, by the operations of primitives/query/separatingAxes.ts. */
export function framesOverlap(a: usize, b: usize): bool {
  if (!aabbOverlapsAabb(a, b)) return false;
  distanceX = distanceAt(a, b);
  distanceY = distanceAt(a + 8, b + 8);
  distanceZ = distanceAt(a + 16, b + 16);
  toleranceX = (load<f64>(a, SIZES * 8) + load<f64>(b, SIZES * 8)) * ROUNDING + UNDERFLOW;
  toleranceY = (load<f64>(a, SIZES * 8 + 8) + load<f64>(b, SIZES * 8 + 8)) * ROUNDING + UNDERFLOW;
  toleranceZ = (load<f64>(a, SIZES * 8 + 16) + load<f64>(b, SIZES * 8 + 16)) * ROUNDING + UNDERFLOW;
  for (let at: usize = NORMALS * 8; at < <usize>(FRAME_STRIDE * 8); at += 24) {
    if (areApart(a, b, load<f64>(a + at), load<f64>(a + at, 8), load<f64>(a + at, 16))) return false;
    if (areApart(a, b, load<f64>(b + at), load<f64>(b + at, 8), load<f64>(b + at, 16))) return false;
  }
  for (let i = a + EDGES * 8; i < a + (EDGES + 9) * 8; i += 24) {
    const aX = load<f64>(i);
    const aY = load<f64>(i, 8);
    const aZ = load<f64>(i, 16);
    for (let j = b + EDGES * 8; j < b + (EDGES + 9) * 8; j += 24) {
      const bX = load<f64>(j);
      const bY = load<f64>(j, 8);
      const bZ = load<f64>(j, 16);
      if (areApart(a, b, aY * bZ - aZ * bY, aZ * bX - aX * bZ, aX * bY - aY * bX)) return false;
    }
  }
  return true;
}

function distanceAt(a: usize, b: usize): f64 {
  return load<f64>(b, CENTER * 8) - load<f64>(a, CENTER * 8) + (load<f64>(b, OFFSET * 8) - load<f64>(a, OFFSET * 8));
}

function areApart(a: usize, b: usize, x: f64, y: f64, z: f64): bool {
  const distance = abs(x * distanceX + y * distanceY + z * distanceZ);
  const tolerance = abs(x) * toleranceX + abs(y) * toleranceY + abs(z) * toleranceZ + UNDERFLOW;
  return distance > radiusAlong(a, x, y, z) + radiusAlong(b, x, y, z) + tolerance && distance < Infinity;
}

function radiusAlong(frame: usize, x: f64, y: f64, z: f64): f64 {
  return (
    alongHalfEdge(frame, x, y, z) + alongHalfEdge(frame + 24, x, y, z) + alongHalfEdge(frame + 48, x, y, z)
  );
}

function alongHalfEdge(frame: usize, x: f64, y: f64, z: f64): f64 {
  return abs(
    x * load<f64>(frame, HALF_EDGES * 8) +
      y * load<f64>(frame, HALF_EDGES * 8 + 8) +
      z * load<f64>(frame, HALF_EDGES * 8 + 16),
  );
}

/** Returns whether two AABBs overlap, given the addresses of their bounds: see primitives/query/overlaps.ts. */
export function aabbOverlapsAabb(a: usize, b: usize): bool {
  for (let k: usize = 0; k < 24; k += 8) {
    if (load<f64>(a + k) > load<f64>(b + k, 24) || load<f64>(b + k) > load<f64>(a + k, 24)) return false;
  }
  return true;
}

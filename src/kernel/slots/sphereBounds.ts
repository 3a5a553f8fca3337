import { MAGNITUDE, ORIGIN, SHAPE } from '../../bvh/layout/kernelLayout';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../../bvh/layout/nodeLayout';
import { coarsest } from '../margins/rayMargin';
import { EPSILON, U } from '../margins/rounding';
import { memoryBase } from '../memory/workingMemory';
import { boundsOverlap } from './boundsOverlap';

/** The sphere in SHAPE for tests against node bounds, in float32: see bvh/slots/sphereBounds.ts. */

/** The centre plus a pad, and the centre minus it. One number per axis. */
const HIGHS: usize = memoryBase + memory.data(12, 16);
const LOWS: usize = memoryBase + memory.data(12, 16);
/** Squares of distances: beyond the first is outside, below the second is inside. */
let outsideSquare: f32 = 0;
let insideSquare: f32 = 0;

/** Sizes for which no float32 below overflows or underflows where it matters. */
const LARGE: f64 = 1e15;
const SMALL: f64 = 1e-15;

/**
 * Prepares the sphere in float32.
 *
 * With u = 2^-53, ε = 2^-24 and M = |centre| + the scene's magnitude:
 * - Rounding in float64 stays within 32uM an axis.
 * - Rounding an origin x to float32 takes ε|x|, of the pad's 4ε|x|.
 * - The differences, squares and sums take 6ε of the square, of its 32ε, and a little where they underflow.
 *
 * A square that overflows is greater than the square of any sphere's radius.
 *
 * @returns whether the sizes are in this range, and the pads small enough for float32 to tell as much as float64 does.
 */
export function prepareSphere(): bool {
  const radius = load<f64>(memoryBase, (SHAPE + 3) * 8);
  if (!(radius <= LARGE) || (radius > 0 && radius < SMALL)) return false;
  for (let k: usize = 0; k < 3; k++) {
    const center = load<f64>(memoryBase + (k << 3), SHAPE * 8);
    const x = center - load<f64>(memoryBase + (k << 3), ORIGIN * 8);
    const size = abs(center) + load<f64>(memoryBase + (k << 3), MAGNITUDE * 8);
    const pad = abs(x) * (4 * EPSILON) + size * (32 * U) + 1e-38;
    if (!(abs(x) + pad <= LARGE) || pad > <f64>coarsest) return false;
    store<f32>(HIGHS + (k << 2), <f32>(x + pad));
    store<f32>(LOWS + (k << 2), <f32>(x - pad));
  }
  const square = radius * radius;
  outsideSquare = <f32>(square + square * (32 * EPSILON) + 1e-36);
  insideSquare = <f32>(square - square * (32 * EPSILON) - 1e-36);
  return true;
}

/** What the bounds of four slots, beginning at an address, tell about the sphere. */
export function testSphere(at: usize): v128 {
  const highX = v128.load32_splat(HIGHS);
  const highY = v128.load32_splat(HIGHS, 4);
  const highZ = v128.load32_splat(HIGHS, 8);
  const lowX = v128.load32_splat(LOWS);
  const lowY = v128.load32_splat(LOWS, 4);
  const lowZ = v128.load32_splat(LOWS, 8);
  const minX = v128.load(at, MIN_X * 4);
  const minY = v128.load(at, MIN_Y * 4);
  const minZ = v128.load(at, MIN_Z * 4);
  const maxX = v128.load(at, MAX_X * 4);
  const maxY = v128.load(at, MAX_Y * 4);
  const maxZ = v128.load(at, MAX_Z * 4);
  const zero = f32x4.splat(0);
  const nearX = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minX, highX), f32x4.sub(lowX, maxX)));
  const nearY = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minY, highY), f32x4.sub(lowY, maxY)));
  const nearZ = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minZ, highZ), f32x4.sub(lowZ, maxZ)));
  const farX = f32x4.pmax(f32x4.sub(maxX, lowX), f32x4.sub(highX, minX));
  const farY = f32x4.pmax(f32x4.sub(maxY, lowY), f32x4.sub(highY, minY));
  const farZ = f32x4.pmax(f32x4.sub(maxZ, lowZ), f32x4.sub(highZ, minZ));
  const isMet = f32x4.le(sumOfSquares(nearX, nearY, nearZ), f32x4.splat(outsideSquare));
  const isHeld = f32x4.lt(sumOfSquares(farX, farY, farZ), f32x4.splat(insideSquare));
  return boundsOverlap(isMet, isHeld);
}

function sumOfSquares(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

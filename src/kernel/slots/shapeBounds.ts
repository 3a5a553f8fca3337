import { EXTENT, MAGNITUDE, ORIGIN, SHAPE, SLABS } from '../../bvh/layout/kernelLayout';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../../bvh/layout/nodeLayout';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../../bvh/layout/queryLayout';
import { alongNormal } from '../lanes';
import { coarsest } from '../margins/rayMargin';
import { EPSILON, roundDown, U } from '../margins/roundOutward';
import { memoryBase } from '../memory/workingMemory';

/** Tests the shape in SHAPE, a box or a sphere, against node bounds in float32: see bvh/slots/shapeBounds.ts. */

/**
 * Returns what the bounds of four slots prove about overlap with the shape, as a BoundsOverlap in each lane. In each
 * lane of the arguments, either all bits are set or no bit is.
 *
 * @param mayOverlap whether a box in the slot's bounds may overlap the shape.
 * @param areInside whether the slot's bounds are inside the shape.
 */
function boundsOverlap(mayOverlap: v128, areInside: v128): v128 {
  return i32x4.sub(v128.not(mayOverlap), v128.and(mayOverlap, areInside));
}

/**
 * Float32 bounds of the box in SHAPE, one number per axis. A slot may overlap the box if its min is not greater than
 * OVERLAP_MAX, and its max not less than OVERLAP_MIN. A slot is inside the box if its min is greater than INSIDE_MIN,
 * and its max less than INSIDE_MAX.
 */
const OVERLAP_MAX: usize = memoryBase + memory.data(12, 16);
const OVERLAP_MIN: usize = memoryBase + memory.data(12, 16);
const INSIDE_MIN: usize = memoryBase + memory.data(12, 16);
const INSIDE_MAX: usize = memoryBase + memory.data(12, 16);

/** The three slabs of the OBB in SHAPE: the numbers of slabLayout, in float32. */
const SLAB_BYTES: usize = SLAB_STRIDE * 4;
const SLAB_BOUNDS: usize = memoryBase + memory.data(3 * 7 * 4, 16);

/**
 * Prepares the box in SHAPE for float32 tests against node bounds. A float32 is greater than a float64 number exactly
 * if it is greater than the number rounded down. It is less exactly if it is less than the number rounded up.
 *
 * @param isBox false for the bounds of another shape. These do not prove that a box in them overlaps the shape.
 */
export function prepareBox(isBox: bool): void {
  for (let k: usize = 0; k < 3; k++) {
    const number = memoryBase + ((<usize>SHAPE + k) << 3);
    const origin = load<f64>(memoryBase + (k << 3), ORIGIN * 8);
    // A min or max of NaN becomes a bound that excludes no box. The infinite bounds of an empty slot are beyond even
    // these bounds.
    let min = load<f64>(number) - origin;
    let max = load<f64>(number, 24) - origin;
    if (!(min >= -f64.MAX_VALUE)) min = -f64.MAX_VALUE;
    if (!(max <= f64.MAX_VALUE)) max = f64.MAX_VALUE;
    store<f32>(OVERLAP_MAX + (k << 2), roundDown(max));
    store<f32>(OVERLAP_MIN + (k << 2), -roundDown(-min));
    store<f32>(INSIDE_MIN + (k << 2), isBox ? roundDown(min) : <f32>Infinity);
    store<f32>(INSIDE_MAX + (k << 2), isBox ? -roundDown(-max) : <f32>-Infinity);
  }
}

/**
 * Prepares the slabs of the OBB in SHAPE for float32 tests against node bounds. Each slab's normal is scaled so that
 * its longest component is 1.
 *
 * With ε = 2^-24 and s = Σ|normal|·extent:
 * - Rounding the normal takes εs.
 * - The products and their sum take 3εs, as all bounds lie within the extent, or are widened by far more than they are
 *   rounded.
 * - Rounding a limit takes ε of itself.
 * - So the limits of a slab are moved by 8ε of s and of the limit, and a little for underflow.
 *
 * @returns whether no number overflows, and the margins are small enough that float32 excludes as much as float64.
 */
export function prepareSlabs(): bool {
  for (let i: usize = 0; i < 3; i++) {
    const slab = memoryBase + SLABS * 8 + i * (SLAB_STRIDE * 8);
    const out = SLAB_BOUNDS + i * SLAB_BYTES;
    const longest = max(max(abs(load<f64>(slab)), abs(load<f64>(slab, 8))), abs(load<f64>(slab, 16)));
    let sum: f64 = 0;
    let largest: f64 = 0;
    for (let k: usize = 0; k < 3; k++) {
      const normal = load<f64>(slab + (k << 3)) / longest;
      const extent = load<f64>(memoryBase + (k << 3), EXTENT * 8);
      store<f32>(out + (k << 2), <f32>normal);
      sum += abs(normal) * extent;
      largest = max(largest, extent);
    }
    for (let limit: usize = LOW_OUTSIDE; limit <= <usize>HIGH_OUTSIDE; limit++) {
      const value = load<f64>(slab + (limit << 3)) / longest;
      const margin = (sum + abs(value)) * (8 * EPSILON) + largest * 1e-30 + 1e-36;
      if (!(abs(value) + sum + largest <= 1e30) || margin > <f64>coarsest) return false;
      const isUp = limit == HIGH_OUTSIDE || limit == LOW_INSIDE;
      store<f32>(out + (limit << 2), <f32>(isUp ? value + margin : value - margin));
    }
  }
  return true;
}

/**
 * Returns what the bounds of four slots, beginning at an address, prove about overlap with the box in SHAPE. An empty
 * slot never overlaps the box.
 */
export function testBox(at: usize, isObb: bool): v128 {
  let mayOverlap = mayOverlapBounds(at);
  let areInside = areInsideBounds(at);
  if (isObb) {
    for (let slab = SLAB_BOUNDS; slab < SLAB_BOUNDS + 3 * SLAB_BYTES; slab += SLAB_BYTES) {
      const lowX: usize = load<f32>(slab) > 0 ? MIN_X * 4 : MAX_X * 4;
      const lowY: usize = load<f32>(slab, 4) > 0 ? MIN_Y * 4 : MAX_Y * 4;
      const lowZ: usize = load<f32>(slab, 8) > 0 ? MIN_Z * 4 : MAX_Z * 4;
      const highX = at + <usize>((MIN_X + MAX_X) * 4) - lowX;
      const highY = at + <usize>((MIN_Y + MAX_Y) * 4) - lowY;
      const highZ = at + <usize>((MIN_Z + MAX_Z) * 4) - lowZ;
      const normalX = v128.load32_splat(slab);
      const normalY = v128.load32_splat(slab, 4);
      const normalZ = v128.load32_splat(slab, 8);
      const lowest = alongNormal(normalX, normalY, normalZ, at + lowX, at + lowY, at + lowZ);
      const highest = alongNormal(normalX, normalY, normalZ, highX, highY, highZ);
      // The product of an infinite bound and a zero of the normal is NaN. A comparison with NaN is false, so it
      // excludes no box.
      const isBeyond = v128.or(
        f32x4.gt(lowest, v128.load32_splat(slab, HIGH_OUTSIDE * 4)),
        f32x4.lt(highest, v128.load32_splat(slab, LOW_OUTSIDE * 4)),
      );
      const isBetween = v128.and(
        f32x4.gt(lowest, v128.load32_splat(slab, LOW_INSIDE * 4)),
        f32x4.lt(highest, v128.load32_splat(slab, HIGH_INSIDE * 4)),
      );
      mayOverlap = v128.andnot(mayOverlap, isBeyond);
      areInside = v128.and(areInside, isBetween);
    }
  }
  return boundsOverlap(mayOverlap, areInside);
}

function mayOverlapBounds(at: usize): v128 {
  const x = v128.and(
    f32x4.le(v128.load(at, MIN_X * 4), v128.load32_splat(OVERLAP_MAX)),
    f32x4.ge(v128.load(at, MAX_X * 4), v128.load32_splat(OVERLAP_MIN)),
  );
  const y = v128.and(
    f32x4.le(v128.load(at, MIN_Y * 4), v128.load32_splat(OVERLAP_MAX, 4)),
    f32x4.ge(v128.load(at, MAX_Y * 4), v128.load32_splat(OVERLAP_MIN, 4)),
  );
  const z = v128.and(
    f32x4.le(v128.load(at, MIN_Z * 4), v128.load32_splat(OVERLAP_MAX, 8)),
    f32x4.ge(v128.load(at, MAX_Z * 4), v128.load32_splat(OVERLAP_MIN, 8)),
  );
  return v128.and(v128.and(x, y), z);
}

function areInsideBounds(at: usize): v128 {
  const x = v128.and(
    f32x4.gt(v128.load(at, MIN_X * 4), v128.load32_splat(INSIDE_MIN)),
    f32x4.lt(v128.load(at, MAX_X * 4), v128.load32_splat(INSIDE_MAX)),
  );
  const y = v128.and(
    f32x4.gt(v128.load(at, MIN_Y * 4), v128.load32_splat(INSIDE_MIN, 4)),
    f32x4.lt(v128.load(at, MAX_Y * 4), v128.load32_splat(INSIDE_MAX, 4)),
  );
  const z = v128.and(
    f32x4.gt(v128.load(at, MIN_Z * 4), v128.load32_splat(INSIDE_MIN, 8)),
    f32x4.lt(v128.load(at, MAX_Z * 4), v128.load32_splat(INSIDE_MAX, 8)),
  );
  return v128.and(v128.and(x, y), z);
}

/** The centre of the sphere in SHAPE, plus and minus a pad that covers rounding. One number per axis. */
const HIGHS: usize = memoryBase + memory.data(12, 16);
const LOWS: usize = memoryBase + memory.data(12, 16);
/**
 * Squares of distances from the sphere's centre: beyond the first, bounds are outside, and below the second, inside.
 */
let outsideSquare: f32 = 0;
let insideSquare: f32 = 0;

/** The range of a sphere's sizes for which no float32 overflows, or underflows where it matters. */
const LARGE: f64 = 1e15;
const SMALL: f64 = 1e-15;

/**
 * Prepares the sphere in SHAPE for float32 tests against node bounds.
 *
 * With u = 2^-53, ε = 2^-24 and M = |centre| + the scene's magnitude:
 * - Rounding in float64 stays within 32uM an axis.
 * - Rounding x, the centre relative to the tree's origin, to float32 takes ε|x|. The pad has 4ε|x|.
 * - The differences, squares and sums take 6ε of the square, and a little where they underflow. The limits have 32ε of
 *   the square.
 *
 * A square that overflows is greater than the square of any sphere's radius.
 *
 * @returns whether the sphere's sizes are in range, and the pads small enough that float32 excludes as much as float64.
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

/** Returns what the bounds of four slots, beginning at an address, prove about overlap with the sphere in SHAPE. */
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
  const mayOverlap = f32x4.le(sumOfSquares(nearX, nearY, nearZ), f32x4.splat(outsideSquare));
  const areInside = f32x4.lt(sumOfSquares(farX, farY, farZ), f32x4.splat(insideSquare));
  return boundsOverlap(mayOverlap, areInside);
}

function sumOfSquares(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

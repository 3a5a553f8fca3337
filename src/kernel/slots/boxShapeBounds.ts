import { EXTENT, ORIGIN, SHAPE, SLABS } from '../../bvh/layout/kernelLayout';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../../bvh/layout/nodeLayout';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../../bvh/layout/queryLayout';
import { coarsest } from '../margins/rayMargin';
import { EPSILON } from '../margins/rounding';
import { roundDown } from '../margins/roundOutward';
import { memoryBase } from '../memory/workingMemory';
import { alongNormal } from './boundsSide';
import { boundsOverlap } from './boundsOverlap';

/** The box in SHAPE for tests against node bounds, in float32: see bvh/slots/boxShapeBounds.ts. */

/**
 * One float32 per axis. A slot meets the box if its min is not greater than MEET_MAX, and its max not less than
 * MEET_MIN. The box holds a slot if its min is greater than HOLD_MIN, and its max less than HOLD_MAX.
 */
const MEET_MAX: usize = memoryBase + memory.data(12, 16);
const MEET_MIN: usize = memoryBase + memory.data(12, 16);
const HOLD_MIN: usize = memoryBase + memory.data(12, 16);
const HOLD_MAX: usize = memoryBase + memory.data(12, 16);

/** The three slabs of an OBB: the numbers of queryLayout, in float32. */
const SLAB_BYTES: usize = SLAB_STRIDE * 4;
const SLAB_BOUNDS: usize = memoryBase + memory.data(3 * 7 * 4, 16);

/**
 * Prepares the bounds. A float32 is greater than a number exactly if it is greater than the number rounded down. It is
 * less than a number exactly if it is less than the number rounded up.
 */
export function prepareBox(): void {
  for (let k: usize = 0; k < 3; k++) {
    const number = memoryBase + ((<usize>SHAPE + k) << 3);
    const origin = load<f64>(memoryBase + (k << 3), ORIGIN * 8);
    // NaN bounds nothing. The infinite bounds of an empty slot are still beyond these.
    let min = load<f64>(number) - origin;
    let max = load<f64>(number, 24) - origin;
    if (!(min >= -f64.MAX_VALUE)) min = -f64.MAX_VALUE;
    if (!(max <= f64.MAX_VALUE)) max = f64.MAX_VALUE;
    store<f32>(MEET_MAX + (k << 2), roundDown(max));
    store<f32>(MEET_MIN + (k << 2), -roundDown(-min));
    store<f32>(HOLD_MIN + (k << 2), roundDown(min));
    store<f32>(HOLD_MAX + (k << 2), -roundDown(-max));
  }
}

/**
 * Prepares the slabs of an OBB in float32. The normal's longest component is made 1.
 *
 * With ε = 2^-24 and s = Σ|normal|·extent:
 * - Rounding the normal takes εs.
 * - The products and their sum take 3εs, as all bounds lie within the extent, or are widened by far more than they are
 *   rounded.
 * - Rounding a limit takes ε of itself.
 * - The limits are moved by 8ε of both, and a little for underflow.
 *
 * @returns whether the sizes are such that nothing overflows, and the margins are small enough for float32 to tell as
 *   much as float64 does.
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
 * What the bounds of four slots, beginning at an address, tell about the box in SHAPE. An empty slot never meets it.
 */
export function testBox(at: usize, isObb: bool): v128 {
  let isMet = isMetByBounds(at);
  let isHeld = isHeldByBounds(at);
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
      // NaN if an unbounded box meets a zero. Then no comparison is true.
      const isBeyond = v128.or(
        f32x4.gt(lowest, v128.load32_splat(slab, HIGH_OUTSIDE * 4)),
        f32x4.lt(highest, v128.load32_splat(slab, LOW_OUTSIDE * 4)),
      );
      const isBetween = v128.and(
        f32x4.gt(lowest, v128.load32_splat(slab, LOW_INSIDE * 4)),
        f32x4.lt(highest, v128.load32_splat(slab, HIGH_INSIDE * 4)),
      );
      isMet = v128.andnot(isMet, isBeyond);
      isHeld = v128.and(isHeld, isBetween);
    }
  }
  return boundsOverlap(isMet, isHeld);
}

function isMetByBounds(at: usize): v128 {
  const x = v128.and(
    f32x4.le(v128.load(at, MIN_X * 4), v128.load32_splat(MEET_MAX)),
    f32x4.ge(v128.load(at, MAX_X * 4), v128.load32_splat(MEET_MIN)),
  );
  const y = v128.and(
    f32x4.le(v128.load(at, MIN_Y * 4), v128.load32_splat(MEET_MAX, 4)),
    f32x4.ge(v128.load(at, MAX_Y * 4), v128.load32_splat(MEET_MIN, 4)),
  );
  const z = v128.and(
    f32x4.le(v128.load(at, MIN_Z * 4), v128.load32_splat(MEET_MAX, 8)),
    f32x4.ge(v128.load(at, MAX_Z * 4), v128.load32_splat(MEET_MIN, 8)),
  );
  return v128.and(v128.and(x, y), z);
}

function isHeldByBounds(at: usize): v128 {
  const x = v128.and(
    f32x4.gt(v128.load(at, MIN_X * 4), v128.load32_splat(HOLD_MIN)),
    f32x4.lt(v128.load(at, MAX_X * 4), v128.load32_splat(HOLD_MAX)),
  );
  const y = v128.and(
    f32x4.gt(v128.load(at, MIN_Y * 4), v128.load32_splat(HOLD_MIN, 4)),
    f32x4.lt(v128.load(at, MAX_Y * 4), v128.load32_splat(HOLD_MAX, 4)),
  );
  const z = v128.and(
    f32x4.gt(v128.load(at, MIN_Z * 4), v128.load32_splat(HOLD_MIN, 8)),
    f32x4.lt(v128.load(at, MAX_Z * 4), v128.load32_splat(HOLD_MAX, 8)),
  );
  return v128.and(v128.and(x, y), z);
}

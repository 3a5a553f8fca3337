import { CHILD, EMPTY, MAX_X, MIN_X, WIDTH } from '../../bvh/layout/nodeLayout';
import type { Tree } from '../../bvh/tree/tree';

/** The bounds of the used slots of a tree's root: min x y z, max x y z. They are relative to the origin. */
export function rootBounds({ nodes: { float32, int32 } }: Tree): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let slot = 0; slot < WIDTH; slot++) {
    if (int32[CHILD + slot] === EMPTY) continue;
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], float32[MIN_X + WIDTH * k + slot]);
      bounds[k + 3] = Math.max(bounds[k + 3], float32[MAX_X + WIDTH * k + slot]);
    }
  }
  return bounds;
}

/** Bounds in the index are rounded outward to this part of their size, so that they deflate better. */
const GRAIN = 2 ** -8;
/** At least to this part of the largest number, so that they are float32. */
const FINEST = 2 ** -23;

/** Writes the bounds of a tile in the index. They hold those of the root. */
export function writeIndexBounds(bounds: Float64Array, out: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    const [low, high] = [bounds[k], bounds[k + 3]];
    const most = Math.max(Math.abs(low), Math.abs(high));
    const unit = powerOfTwo(Math.max((high - low) * GRAIN, most * FINEST));
    const isRounded = unit > 0 && unit < Infinity;
    // Quotients and products by a power of two are exact. The quotients are at most 2^24, so the products are float32.
    out[k] = isRounded ? Math.floor(low / unit) * unit : low;
    out[k + 3] = isRounded ? Math.ceil(high / unit) * unit : high;
  }
}

/** The greatest power of two that is not greater than a positive number. 0 for a denormal one. */
function powerOfTwo(number: number): number {
  floats[0] = number;
  words[0] = 0;
  words[1] &= 0x7ff00000;
  return floats[0];
}

const floats = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(floats.buffer);

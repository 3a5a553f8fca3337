import { CHILD, EMPTY, MAX_X, MIN_X, WIDTH } from '../../bvh/layout/nodeLayout';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
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

/** How far the box of a tile reaches beyond the bounds of its root, as a part of the largest number there. */
const WIDENED = 2 ** -40;

/**
 * Writes the box of a tile in the index. It holds the bounds of the root, once the origin is added, and is so much larger
 * that no rounding matters: sums and differences here are wrong by a few 2^-53 of the numbers, far less than 2^-40.
 */
export function writeIndexBox(
  bounds: Float64Array,
  { origin, magnitude }: SceneMeasure,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    const low = origin[k] + bounds[k];
    const high = origin[k] + bounds[k + 3];
    const most = Math.max(magnitude[k], Math.abs(low), Math.abs(high));
    out[at + k] = downward(low - WIDENED * most);
    out[at + k + 3] = -downward(-high - WIDENED * most);
  }
}

/**
 * The greatest float32 that is not greater than a number, as a box of float32 numbers takes half the bytes. Beyond float32,
 * the number itself, if it is finite.
 */
function downward(value: number): number {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return Math.max(value, -Number.MAX_VALUE);
  if (single <= value) return single;
  words[0] = 0;
  floats[0] = single;
  // The next float32 towards minus Infinity: away from 0 for a negative number. Below 0 itself is the least denormal.
  words[0] = single > 0 ? words[0] - 1 : single === 0 ? 0x80000001 : words[0] + 1;
  return Number.isFinite(floats[0]) ? floats[0] : value;
}

const floats = /* @__PURE__ */ new Float32Array(1);
const words = /* @__PURE__ */ new Uint32Array(floats.buffer);

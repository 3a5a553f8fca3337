import { halfArea } from './halfArea';
import { CHILD, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_WORDS, WIDTH } from './nodeLayout';
import type { Nodes } from './nodes';

/**
 * The surface area heuristic: how many nodes a random ray that meets the root's bounds is expected to visit, plus how many
 * boxes' bounds it is expected to meet.
 */
export function sahCost({ float32, int32, count }: Nodes): number {
  let total = 0;
  const end = count * NODE_WORDS;
  for (let base = 0; base < end; base += NODE_WORDS) {
    for (let slot = base; slot < base + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
      total += halfArea(
        float32[slot + MAX_X] - float32[slot + MIN_X],
        float32[slot + MAX_Y] - float32[slot + MIN_Y],
        float32[slot + MAX_Z] - float32[slot + MIN_Z],
      );
    }
  }
  const root = halfArea(
    extentOf(float32, MIN_X, MAX_X),
    extentOf(float32, MIN_Y, MAX_Y),
    extentOf(float32, MIN_Z, MAX_Z),
  );
  return root > 0 ? 1 + total / root : 1;
}

/** Of the root on an axis: empty slots' bounds are inverted, and count for nothing. */
function extentOf(float32: Float32Array, min: number, max: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < WIDTH; i++) {
    low = Math.min(low, float32[min + i]);
    high = Math.max(high, float32[max + i]);
  }
  return high - low;
}

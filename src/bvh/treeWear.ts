import { halfArea } from './halfArea';
import { CHILD, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_WORDS, WIDTH } from './nodeLayout';
import type { Nodes } from './nodes';

/**
 * How worn a tree is, from 0 to 1: the mean area of a node over that of the node above it. It grows as boxes leave those
 * that they were near. A few boxes that are far away, or far larger than the others, weigh no more than others do.
 */
export function treeWear({ float32, int32, count }: Nodes): number {
  let total = 0;
  let slots = 0;
  const extents = [0, 0, 0];
  for (let base = 0; base < count * NODE_WORDS; base += NODE_WORDS) {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let slot = base + k * WIDTH; slot < base + (k + 1) * WIDTH; slot++) {
        low = Math.min(low, float32[slot + MIN_X]);
        high = Math.max(high, float32[slot + MAX_X]);
      }
      extents[k] = high - low;
    }
    // A little thickness, so that boxes in a plane or on a line, all of whose areas are zero, count too.
    const thickness = 1e-4 * Math.max(...extents);
    const [x, y, z] = extents;
    const whole = halfArea(x + thickness, y + thickness, z + thickness);
    for (let slot = base; slot < base + WIDTH; slot++) {
      if (int32[slot + CHILD] < 0) continue;
      const area = halfArea(
        float32[slot + MAX_X] - float32[slot + MIN_X] + thickness,
        float32[slot + MAX_Y] - float32[slot + MIN_Y] + thickness,
        float32[slot + MAX_Z] - float32[slot + MIN_Z] + thickness,
      );
      total += whole > 0 ? area / whole : 1;
      slots++;
    }
  }
  return slots === 0 ? 0 : total / slots;
}

import { boundsOf, type LoopBox } from './loop';
import { transform } from './matrices';
import type { Random } from './random';
import { each, type Triple } from './triple';
import { step } from './ulps';

/** A point on, in, beside, near or far from one of the boxes. */
export function pointAmong(random: Random, boxes: readonly LoopBox[]): Triple {
  if (boxes.length === 0) return random.triple(-2, 2);
  const { min, max, matrix } = random.pick(boxes);
  // How far outside the box, in sizes of the box.
  const out = random.pick([0, 0, 0, 0.01, 1, 1, 3, 100, 1e9]);
  const local = each((k) => {
    const from = min[k];
    const size = max[k] - from;
    switch (random.below(6)) {
      case 0:
        return from;
      case 1:
        return max[k];
      case 2:
        return from / 2 + max[k] / 2;
      case 3:
        return from - out * (size > 0 ? size : 1);
      case 4:
        return max[k] + out * (size > 0 ? size : 1);
      default:
        return from + random.next() * size;
    }
  });
  let point = matrix === null ? local : transform(matrix, local);
  if (random.chance(0.2)) {
    const bounds = boundsOf({ min, max, matrix, inverse: null, mask: 0 });
    point = each((k) => random.pick([bounds.min[k], bounds.max[k], point[k], 2 * bounds.max[k] - bounds.min[k]]));
  }
  if (random.chance(0.3)) point = each((k) => step(point[k], random.below(9) - 4));
  return point.every((value) => Number.isFinite(value)) ? point : [0, 0, 0];
}

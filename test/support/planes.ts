import { boundsOf, type LoopBox, type LoopPlane } from './loop';
import { transform } from './matrices';
import type { Random } from './random';
import { each, type Triple } from './triple';
import { step } from './ulps';

const SCALES = [1, 1, 1, 1, 0.5, 3, 1e-3, 1e5, 1e-200, 1e200, 1e-310, 1e-100, 1e100, 1e250, 1e300];

/** A plane near the boxes: it touches one exactly or nearly, or cuts through the middle. */
export function planeAmong(random: Random, boxes: readonly LoopBox[]): LoopPlane {
  const across = random.axis();
  const turned = random.direction();
  const unit = random.pick<Triple>([
    each((k) => (k === across ? random.sign() : 0)),
    each((k) => (k === across ? -0 : random.sign())),
    each(() => random.sign()),
    each(() => random.below(7) - 3),
    turned,
    turned,
  ]);
  const scale = random.pick(SCALES);
  let normal = each((k) => unit[k] * scale);
  if (normal.every((value) => value === 0)) normal = [0, 0, 1];
  const point = pointOf(random, boxes, normal);
  const constant = -(normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2]);
  const nudged = random.chance(0.4) ? step(constant, random.below(9) - 4) : constant;
  return { normal, constant: Number.isFinite(nudged) ? nudged : 0 };
}

/** A point of some box. Mostly it is the corner that is farthest along the normal or against it. */
function pointOf(random: Random, boxes: readonly LoopBox[], normal: Triple): Triple {
  if (boxes.length === 0) return random.triple(-1, 1);
  const { min, max, matrix } = random.pick(boxes);
  const towards = random.sign();
  if (random.chance(0.3)) return each((k) => (random.chance(0.5) ? 0 : min[k] / 2 + max[k] / 2));
  if (matrix === null) return each((k) => (normal[k] * towards > 0 ? max[k] : min[k]));
  if (random.chance(0.2)) {
    const bounds = boundsOf({ min, max, matrix, inverse: null, mask: 0 });
    return each((k) => (normal[k] * towards > 0 ? bounds.max[k] : bounds.min[k]));
  }
  const local = each((k) => {
    const along = normal[0] * matrix[4 * k] + normal[1] * matrix[4 * k + 1] + normal[2] * matrix[4 * k + 2];
    return along * towards > 0 ? max[k] : min[k];
  });
  return transform(matrix, local);
}

import { safeScale } from '../../exponents';
import { type ConvexShape, SEGMENT } from '../../flat/convexShape';
import type { Motion } from '../../flat/motion';
import { boundsEntry } from './boundsEntry';
import { enterClosed, isFacing, MAY_TOUCH, MISSED, touchClosed, UNDECIDED } from './closedSweep';
import { contactOf } from '../contacts/contactOf';
import { sweepDoubtful } from './doubtfulCapsule';
import { newtonSweep } from './newtonSweep';
import type { ShapePair } from '../shapePair';
import { sweepAtStart } from './sweepStart';
import { TOUCH_GAP } from '../tolerances';

/** The largest number. */
const LARGEST = 1.7976931348623157e308;

/** Returns the `t` of the sweep of a pair, or NaN: see sweep. Writes the contact, the depth and `startsOverlapping` to the pair. */
export function sweepOf(pair: ShapePair, motion: Motion): number {
  const a = pair.a;
  const b = pair.b;
  const entry = boundsEntry(a, b, motion, pair);
  if (isNaN(entry) || !isFacing(b, motion)) return NaN;
  const size = Math.max(a.size, b.size);
  const scale = safeScale(size);
  if (scale === 1) return sweepOfSafe(a, b, motion, entry, size, pair);
  const scaled = pair.scaledMotion;
  pair.scaledA.setScaled(a, scale);
  pair.scaledB.setScaled(b, scale);
  for (let k = 0; k < 3; k++) scaled.way[k] = clamp(motion.way[k] * scale);
  scaled.tMax = motion.tMax;
  scaled.margin = motion.margin * scale;
  scaled.ignoresStart = motion.ignoresStart;
  const t = sweepOfSafe(pair.scaledA, pair.scaledB, scaled, entry, size * scale, pair);
  if (pair.startsOverlapping) {
    // The contact at the start is the contact of the shapes, to the bit.
    pair.depth = contactOf(pair, Infinity);
    return t;
  }
  for (let k = 0; k < 3; k++) pair.contact[k] /= scale;
  pair.depth /= scale;
  return t;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, -LARGEST), LARGEST);
}

/** Does {@link sweepOf} for shapes whose coordinates are neither too large nor too small. @param entry see boundsEntry. */
function sweepOfSafe(
  a: ConvexShape,
  b: ConvexShape,
  motion: Motion,
  entry: number,
  size: number,
  pair: ShapePair,
): number {
  const tMax = motion.tMax;
  const entered = enterClosed(a, b, motion, entry, size, pair);
  if (entered === MISSED) return NaN;
  pair.startsOverlapping = false;
  if (entered === MAY_TOUCH) {
    if (!pair.isClear) {
      const found = sweepAtStart(a, b, motion, pair);
      if (found !== UNDECIDED) return found;
    }
    // Rounding may decide whether shapes touch that nearly touch at the start.
    const largest = Math.max(size, a.radius + b.radius + motion.margin);
    if (pair.isClear || -pair.depth - motion.margin > TOUCH_GAP * largest) {
      const found = touchClosed(a, b, motion, entry, size, pair);
      if (found !== UNDECIDED) return found;
      if (a.core <= SEGMENT && pair.capsule.s < Infinity) {
        const touched = sweepDoubtful(a, b, motion, entry, size, pair);
        return touched <= tMax ? touched : NaN;
      }
    }
  }
  return newtonSweep(a, b, motion, tMax, entry, size, pair);
}

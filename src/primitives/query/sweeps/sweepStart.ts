import type { ConvexShape } from '../../flat/convexShape';
import { approach, type Motion } from '../../flat/motion';
import { length } from '../../shapes/vec3';
import { UNDECIDED } from './closedSweep';
import { agreeWithOverlap, contactOfSafe } from '../contacts/contactOf';
import type { ShapePair } from '../shapePair';

/** A shape slides along a surface, and does not come nearer to it, if this share of its motion or less goes against the normal. */
const SLIDING_SHARE = 2 ** -40;

/**
 * Computes the contact of two shapes before the motion. If they are not farther apart than the margin, returns 0, or NaN if the start is
 * ignored. Otherwise returns UNDECIDED.
 */
export function sweepAtStart(a: ConvexShape, b: ConvexShape, motion: Motion, pair: ShapePair): number {
  const way = motion.way;
  const depth = agreeWithOverlap(a, b, contactOfSafe(a, b, Infinity, pair), pair);
  pair.depth = depth;
  pair.startsOverlapping = depth >= 0;
  if (-depth - motion.margin > 0) return UNDECIDED;
  const isApproached = approach(way, pair.contact) > SLIDING_SHARE * length(way[0], way[1], way[2]);
  return motion.ignoresStart && !isApproached ? NaN : 0;
}

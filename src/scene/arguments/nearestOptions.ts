import type { NearestSelection } from '../../bvh/query/nearest';
import { checkNumber, checkOptions } from '../../primitives/check';
import { checkMask } from './checkNumbers';
import { checkCallback, NO_OPTIONS } from './raycastOptions';

export interface NearestOptions {
  /** How many boxes at most, 1 by default; Infinity for all of them. */
  count?: number;
  /** Only boxes that are no farther than this, in world units, 0 or more; Infinity by default. */
  maxDistance?: number;
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
  /** Asked for boxes that are near, in no particular order: false passes the box over. */
  filter?: (id: number) => boolean;
}

const THE_NEAREST: NearestSelection = { count: 1, maxDistance: Infinity, mask: undefined, filter: undefined };

/** A checked copy of the options of a query for the nearest boxes, with what is left out filled in. */
export function readNearestOptions(options: NearestOptions): NearestSelection {
  if (options === NO_OPTIONS) return THE_NEAREST;
  checkOptions('options', options);
  const { count = 1, maxDistance = Infinity, mask, filter } = options;
  checkNumber('options.count', count);
  if (!(count >= 1 && (Number.isInteger(count) || count === Infinity))) {
    throw new RangeError(`options.count must be an integer of 1 or more, or Infinity for all boxes, got ${count}`);
  }
  checkNumber('options.maxDistance', maxDistance);
  if (!(maxDistance >= 0)) throw new RangeError(`options.maxDistance must be 0 or more, got ${maxDistance}`);
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  return { count, maxDistance, mask, filter };
}

import type { BatchQuery } from '../scene/threads/batchQueries';
import type { FloatArray } from '../scene/arguments/floatArray';
import { Pace } from '../scene/threads/pace';

/** Rays or points that are checked before other work may have its turn: about a millisecond. */
const CHECKED_AT_ONCE = 65_536;

/** The error for the first ray or point that is not well formed. Undefined if all are. */
export async function findBadNumbers(query: BatchQuery<object>, numbers: FloatArray): Promise<unknown> {
  const step = CHECKED_AT_ONCE * query.stride;
  const pace = new Pace();
  for (let from = 0; from < numbers.length; from += step) {
    try {
      query.checkNumbers(numbers.subarray(from, from + step), from);
    } catch (reason) {
      return reason;
    }
    await pace.pause();
  }
  return undefined;
}

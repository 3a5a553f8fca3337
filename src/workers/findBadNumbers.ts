import type { BatchQuery } from '../scene/batchQueries';
import type { FloatArray } from '../scene/checkNumbers';
import { nextTask } from '../threads/nextTask';

/** Rays or points that are looked at before other work gets its turn: a millisecond or so. */
const SLICE = 65_536;

/** What is wrong with the first ray or point of a call that is not well formed; undefined where all are. */
export async function findBadNumbers(query: BatchQuery<object>, numbers: FloatArray): Promise<unknown> {
  const slice = SLICE * query.stride;
  for (let from = 0; from < numbers.length; from += slice) {
    try {
      query.checkNumbers(numbers, from, Math.min(from + slice, numbers.length));
    } catch (reason) {
      return reason;
    }
    await nextTask();
  }
  return undefined;
}

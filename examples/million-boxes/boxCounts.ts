import { numberFromAddress } from '../site/numberFromAddress';

/** How many boxes the page shows at first, and then as long as frames are quick. */
const COUNTS = [15_000, 60_000, 250_000, 1_000_000];

/** The numbers of boxes to show, one after the other: one number if the address has it, for example `?boxes=20000`. */
export function boxCounts(search: string): readonly number[] {
  const wanted = numberFromAddress(search, 'boxes', 0, 5_000_000);
  return wanted > 0 ? [wanted] : COUNTS;
}

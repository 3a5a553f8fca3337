import { numberFromAddress } from '../site/numberFromAddress';

/** The number of boxes from the address, for example `?boxes=20000`. A million if there is no valid number. */
export function boxCount(search: string): number {
  return numberFromAddress(search, 'boxes', 1_000_000, 5_000_000);
}

const DEFAULT = 1_000_000;
const MOST = 5_000_000;

/** The number of boxes from the address, for example `?boxes=20000`. A million if there is no valid number. */
export function boxCount(search: string): number {
  const wanted = Number(new URLSearchParams(search).get('boxes'));
  return Number.isInteger(wanted) && wanted > 0 && wanted <= MOST ? wanted : DEFAULT;
}

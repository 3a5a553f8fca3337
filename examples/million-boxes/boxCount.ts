const DEFAULT = 1_000_000;
const MOST = 5_000_000;

/** How many boxes an address asks for, `?boxes=20000` say: a million where it says nothing that can be had. */
export function boxCount(search: string): number {
  const wanted = Number(new URLSearchParams(search).get('boxes'));
  return Number.isInteger(wanted) && wanted > 0 && wanted <= MOST ? wanted : DEFAULT;
}

/** Shares of an edge or a side, which say where a point of it is: 0 is at its start, and 1 at its end. */

/** Returns a share that is at least 0 and at most `most`. */
export function clampShare(share: number, most: number): number {
  return share < 0 ? 0.0 : share > most ? most : share;
}

/** Returns which share of a whole a part is, from 0 to 1. A whole without length has one share, 0. */
export function shareOf(part: number, whole: number): number {
  if (!(part > 0)) return 0.0;
  return part < whole ? part / whole : 1.0;
}

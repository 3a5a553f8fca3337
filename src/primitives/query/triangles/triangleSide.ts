import { show } from '../../check';

/** The sides of a triangle that a ray or a moving shape can hit: see {@link raycastTriangle}. */
export type TriangleSide = 'front' | 'back' | 'both';

/** Returns the number for the sides of a triangle that count: 1 for the front, -1 for the back, 0 for both. */
export function signOfSide(side: string): number {
  if (side === 'both') return 0;
  if (side === 'front') return 1;
  if (side === 'back') return -1;
  throw new RangeError(`options.side must be 'front', 'back' or 'both', got ${show(side)}`);
}

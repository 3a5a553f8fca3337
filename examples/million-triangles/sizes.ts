import { numberFromAddress } from '../site/numberFromAddress';

/** How many triangles a knot has, and how often it is placed. */
export interface Size {
  readonly triangles: number;
  readonly copies: number;
}

/** What the page shows at first, and then as long as frames are quick. */
const SIZES: readonly Size[] = [
  { triangles: 30_000, copies: 300 },
  { triangles: 200_000, copies: 2000 },
  { triangles: 1_000_000, copies: 10_000 },
];

/** The sizes to show, one after the other: one size if the address has a number of it, `?triangles=5000&copies=50`. */
export function sizesOf(search: string): readonly Size[] {
  const triangles = numberFromAddress(search, 'triangles', 0, 4_000_000);
  const copies = numberFromAddress(search, 'copies', 0, 100_000);
  if (triangles === 0 && copies === 0) return SIZES;
  return [{ triangles: triangles || 1_000_000, copies: copies || 10_000 }];
}

import { powerOfTwo } from '../../../build/powerOfTwo';
import type { Random } from '../../support/random';
import { each, type Triple } from '../../support/triple';

/** How large the numbers of a world are, and around which number they lie. */
export interface Size {
  readonly name: string;
  readonly boxes: number;
  /** A power of two. Boxes measure a few units, and the world a hundred. */
  readonly unit: (random: Random) => number;
  /** The middle of the world on each axis. */
  readonly middle: number;
  /** Whether all numbers are whole. Then boxes touch, and rays hit edges. */
  readonly isWhole: boolean;
}

export const sizes: readonly Size[] = [
  { name: 'ordinary', boxes: 400, unit: () => 1, middle: 0, isWhole: false },
  { name: 'whole', boxes: 400, unit: () => 1, middle: 0, isWhole: true },
  { name: 'far', boxes: 400, unit: () => 1, middle: 1e8, isWhole: false },
  // Squares of lengths overflow or underflow.
  { name: 'large', boxes: 400, unit: () => powerOfTwo(600), middle: 0, isWhole: false },
  { name: 'small', boxes: 400, unit: () => powerOfTwo(-600), middle: 0, isWhole: false },
  { name: 'mixed', boxes: 400, unit: (random) => powerOfTwo(random.below(601) - 300), middle: 0, isWhole: false },
  // So many boxes that a new tree is built in the background.
  { name: 'many', boxes: 3000, unit: () => 1, middle: 0, isWhole: false },
];

/** A number from `low` to `high` units. */
export function length(size: Size, random: Random, low: number, high: number): number {
  const units = random.between(low, high);
  return (size.isWhole ? Math.round(units) : units) * size.unit(random);
}

/** A point in the world, or a little outside. */
export function point(size: Size, random: Random): Triple {
  return each(() => size.middle + length(size, random, -60, 60));
}

import { Random } from '../../test/support/random';

/** Rays that start all over the city, and go anywhere. */
export function raysOver(count: number): Float64Array {
  const random = new Random(2);
  return Float64Array.from({ length: 6 * count }, (_, i) =>
    i % 6 < 3 ? random.between(0, i % 6 === 2 ? 500 : 10_000) : random.between(-1, 1),
  );
}

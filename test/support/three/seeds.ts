import fc from 'fast-check';
import { Random } from '../random';

/** A property of something made from a random seed. A failure names the seed. */
export function seeds(check: (random: Random, context: object) => void): fc.IProperty<[number]> {
  return fc.property(fc.noShrink(fc.noBias(fc.nat())), (seed) => {
    check(new Random(seed), { seed });
  });
}

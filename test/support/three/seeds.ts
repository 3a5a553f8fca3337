import fc from 'fast-check';
import { Random } from '../random';

/** A property of whatever is made from a seed, which a failure names. */
export function seeds(check: (random: Random, context: object) => void): fc.IProperty<[number]> {
  return fc.property(fc.noShrink(fc.noBias(fc.nat())), (seed) => {
    check(new Random(seed), { seed });
  });
}

import fc from 'fast-check';
import { Random } from '../random';

const seed = () => fc.noShrink(fc.noBias(fc.nat()));

/** A property of something made from a random seed. A failure names the seed. */
export function seeds(check: (random: Random, context: object) => void): fc.IProperty<[number]> {
  return fc.property(seed(), (number) => {
    check(new Random(number), { seed: number });
  });
}

/** The same for something that takes time. */
export function seedsAsync(check: (seed: number) => Promise<void>): fc.IAsyncProperty<[number]> {
  return fc.asyncProperty(seed(), check);
}

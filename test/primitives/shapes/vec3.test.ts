import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { length } from '../../../src/primitives/shapes/vec3';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

describe('length of a vector', () => {
  it('the length is the square root of the sum of squares', async () => {
    await search(
      4,
      fc.property(fc.nat(), (seed) => {
        const [x, y, z] = new Random(seed).triple(-1e6, 1e6);
        expect(length(x, y, z)).toBe(Math.sqrt(x * x + y * y + z * z));
      }),
    );
  });

  it('the length has the same digits at all sizes, also if the squares overflow or underflow', async () => {
    await search(
      4,
      fc.property(fc.nat(), fc.integer({ min: -1000, max: 1000 }), (seed, exponent) => {
        const [x, y, z] = new Random(seed).triple(-1, 1);
        const scale = 2 ** exponent;
        expect(length(scale * x, scale * y, scale * z)).toBe(scale * length(x, y, z));
      }),
    );
  });

  it.each([
    ['0', [0, -0, 0], 0],
    ['the smallest number', [0, Number.MIN_VALUE, 0], Number.MIN_VALUE],
    ['the largest number', [-Number.MAX_VALUE, 0, 0], Number.MAX_VALUE],
    ['too large for a number', [Number.MAX_VALUE, Number.MAX_VALUE, 0], Infinity],
    ['infinite', [1, -Infinity, 0], Infinity],
    ['NaN', [1, NaN, 0], NaN],
  ])('the length may be %s', (_, [x, y, z], expected) => {
    expect(length(x, y, z)).toBe(expected);
  });
});

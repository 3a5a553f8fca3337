import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transformNormal } from '../../../../src/primitives/query/triangles/transformNormal';
import { normalize } from '../../../../src/primitives/shapes/vec3';
import { powerOfTwo } from '../../../../build/powerOfTwo';
import { Random } from '../../../support/random';
import { search } from '../../../support/runs';
import { each, type Triple } from '../../../support/triple';

/** A normal in the world, with length 1, for an inverse that is given row by row. */
function worldNormal(normal: Triple, inverse: readonly number[]): number[] {
  const out = new Float64Array(5);
  transformNormal(Float64Array.from(normal), Float64Array.of(7, ...inverse), 1, out, 2);
  normalize(out, 2);
  return [...out.subarray(2)];
}

describe('transformNormal', () => {
  it.each<[string, Triple, number[], Triple]>([
    ['of an ordinary matrix', [0, 3, 4], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0.6, 0.8]],
    ['if all products overflow', [0, 3e200, 4e200], [1e200, 0, 0, 0, 1e200, 0, 0, 0, 1e200], [0, 0.6, 0.8]],
    ['if all products underflow', [0, 3e-200, 4e-200], [1e-200, 0, 0, 0, 1e-200, 0, 0, 0, 1e-200], [0, 0.6, 0.8]],
    ['if one product overflows', [1e300, 0, 1], [1e300, 0, 0, 0, 1, 0, 0, 0, 1], [1, 0, 0]],
    ['of the smallest numbers', [0, 0, 5e-324], [5e-324, 0, 0, 0, 5e-324, 0, 0, 0, 5e-324], [0, 0, 1]],
    [
      'of the largest numbers',
      [1e308, 1e308, 0],
      [1.7e308, 0, 0, 0, 1.7e308, 0, 0, 0, 1],
      [Math.SQRT1_2, Math.SQRT1_2, 0],
    ],
    ['if sizes cancel out', [1e-300, 0, 1e300], [1e300, 0, 0, 0, 1, 0, 0, 0, 1e-300], [Math.SQRT1_2, 0, Math.SQRT1_2]],
    ['if the largest row does not count', [0, 0, 1], [1e300, 0, 0, 0, 1, 0, 0, 0, 1e-300], [0, 0, 1]],
    ['if rows cancel each other, which is along them', [1, -1, 0], [3, 4, 0, 3, 4, 0, 0, 0, 1], [0.6, 0.8, 0]],
  ])('the transposed inverse gives the right normal %s', (_, normal, inverse, expected) => {
    worldNormal(normal, inverse).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 15);
    });
  });

  it('the normal has the same digits at all sizes', async () => {
    await search(
      20,
      fc.property(fc.nat(), fc.integer({ min: -950, max: 950 }), fc.integer({ min: -950, max: 950 }), (seed, a, b) => {
        const random = new Random(seed);
        const normal = random.triple(-1, 1);
        const inverse = Array.from({ length: 9 }, () => random.between(-1, 1));
        const scaled = worldNormal(
          each((k) => normal[k] * powerOfTwo(a)),
          inverse.map((value) => value * powerOfTwo(b)),
        );
        expect(scaled).toEqual(worldNormal(normal, inverse));
      }),
    );
  });
});

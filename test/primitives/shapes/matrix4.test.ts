import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertLinear } from '../../../src/primitives/shapes/matrix4';
import { obb } from '../../support/loop';
import { linearParts, placed } from '../../support/matrices';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

describe('inverse of the linear part', () => {
  it('the inverse is row by row, and exact for small integers', () => {
    const out = new Float64Array(9);
    // Rows 1 2 3, 0 1 4, 5 6 0.
    expect(invertLinear([1, 0, 5, 0, 2, 1, 6, 0, 3, 4, 0, 0, 9, 9, 9, 1], 0, out, 0)).toBe(true);
    expect([...out]).toEqual([-24, 18, 5, 20, -15, -4, -5, 4, 1]);
  });

  it('a singular matrix has no inverse', () => {
    const out = new Float64Array(9);
    expect(invertLinear([1, 2, 3, 0, 2, 4, 6, 0, 1, 0, 1, 0, 0, 0, 0, 1], 0, out, 0)).toBe(false);
    expect(invertLinear(new Array<number>(16).fill(0), 0, out, 0)).toBe(false);
  });

  it('a matrix whose inverse overflows has no inverse', () => {
    const out = new Float64Array(9);
    const tiny = 1e-310;
    expect(invertLinear(placed([tiny, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]), 0, out, 0)).toBe(false);
    expect(invertLinear(placed([1e200, 0, 0, 0, 1e200, 0, 0, 0, 1], [0, 0, 0]), 0, out, 0)).toBe(false);
  });

  it('the inverse equals the one that the tests compute, bit for bit', async () => {
    await search(
      10,
      fc.property(fc.constantFrom(...Object.values(linearParts)), fc.nat(), (make, seed) => {
        const matrix = placed(make(new Random(seed)), [1, 2, 3]);
        const out = new Float64Array(9);
        const isInvertible = invertLinear(matrix, 0, out, 0);
        const expected = obb([0, 0, 0], [1, 1, 1], matrix)?.inverse ?? null;
        expect(isInvertible).toBe(expected !== null);
        if (expected !== null) expect(expected.every((value, i) => value === out[i])).toBe(true);
      }),
    );
  });
});

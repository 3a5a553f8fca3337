import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundDown, roundUp } from '../../../src/bvh/margins/roundOutward';
import { search } from '../../support/runs';

const float32 = new Float32Array(1);
const bits = new Int32Array(float32.buffer);

/** The next float32 above another, from its bits. Infinity above the largest. */
function above(value: number): number {
  if (value === Infinity) return Infinity;
  float32[0] = value;
  if (value === 0) bits[0] = 1;
  else bits[0] += value > 0 ? 1 : -1;
  return float32[0];
}

const below = (value: number): number => -above(-value);

/** Expects the nearest float32 on either side of a number. */
function expectOutward(value: number): void {
  const down = roundDown(value);
  const up = roundUp(value);
  expect(Math.fround(down)).toBe(down);
  expect(Math.fround(up)).toBe(up);
  expect(down <= value).toBe(true);
  expect(up >= value).toBe(true);
  expect(above(down) > value || down === Infinity).toBe(true);
  expect(below(up) < value || up === -Infinity).toBe(true);
}

describe('roundDown and roundUp', () => {
  it.each([
    0,
    -0,
    1,
    -1,
    0.1,
    -0.1,
    1 / 3,
    6.4e6 + 0.1,
    -6.4e6 - 0.1,
    1e-30,
    5e-324,
    -5e-324,
    1e-45,
    1.4e-45,
    -1e-46,
    1.1754943508222875e-38,
    1.1754942e-38,
    3.4028234663852886e38,
    3.4028235e38,
    -3.4028235e38,
    1e300,
    -1e300,
    Infinity,
    -Infinity,
    2 ** 24 + 1,
    -(2 ** 24) - 1,
  ])('%d rounds to the next float32 on either side, or stays if it is a float32', (value) => {
    expectOutward(value);
  });

  it('rounding does not change a float32', async () => {
    await search(
      10,
      fc.property(fc.float({ noNaN: true }), (value) => {
        expect(roundDown(value)).toBe(value);
        expect(roundUp(value)).toBe(value);
      }),
    );
  });

  it('rounding finds the neighbours of any number', async () => {
    await search(20, fc.property(fc.double({ noNaN: true }), expectOutward));
  });

  it('a number beyond the largest float32 rounds to Infinity outward, and to the largest float32 inward', () => {
    const largest = 3.4028234663852886e38;
    expect(roundDown(1e39)).toBe(largest);
    expect(roundUp(1e39)).toBe(Infinity);
    expect(roundUp(-1e39)).toBe(-largest);
    expect(roundDown(-1e39)).toBe(-Infinity);
  });

  it('a number that is almost zero rounds to the smallest float32 outward', () => {
    expect(roundUp(1e-50)).toBe(1.401298464324817e-45);
    expect(roundDown(-1e-50)).toBe(-1.401298464324817e-45);
    expect(roundDown(1e-50)).toBe(0);
  });
});

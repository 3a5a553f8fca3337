import { expect, it } from 'vitest';
import { MEASURE_NUMBERS, readMeasure, writeMeasure } from '../../../src/bvh/margins/sceneMeasure';

it('a measure survives writing and reading among other numbers, and does not change those', () => {
  const measure = {
    origin: Float64Array.of(1, 2, 3),
    extent: Float64Array.of(4, 5, 6),
    magnitude: Float64Array.of(7, 8, 9),
    reach: 10,
    obbSlope: 0.5,
    typicalSize: 16,
  };
  const numbers = new Float64Array(MEASURE_NUMBERS + 2).fill(-1);
  writeMeasure(measure, numbers, 1);
  expect([numbers[0], numbers[MEASURE_NUMBERS + 1]]).toEqual([-1, -1]);
  expect(numbers.filter((number) => number === -1).length).toBe(2);
  expect(readMeasure(numbers, 1)).toEqual(measure);
});

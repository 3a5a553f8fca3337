import { expect, test } from 'vitest';
import { firstDifference } from './support/firstDifference';

const expected = {
  numbers: Float64Array.of(1, NaN, 0, 4, 5),
  parts: [
    { name: 'near', begin: 0 },
    { name: 'far', begin: 3 },
  ],
};

test('equal numbers do not differ, even if the bits of NaN do', () => {
  const numbers = Float64Array.from(expected.numbers);
  new Uint8Array(numbers.buffer)[8] = 1;
  expect(firstDifference(expected, numbers)).toBeNull();
});

test('the first different number is named by its part, with its bits and the expected bits', () => {
  expect(firstDifference(expected, Float64Array.of(1, NaN, 0, 4, 5 + 2 ** -50))).toBe(
    "number 1 of the part 'far' is 5.000000000000001 (0x4014000000000001), 5 (0x4014000000000000) expected",
  );
  expect(firstDifference(expected, Float64Array.of(1, NaN, -0, 4, 6))).toBe(
    "number 2 of the part 'near' is -0 (0x8000000000000000), 0 (0x0000000000000000) expected",
  );
});

test('missing and additional numbers are counted', () => {
  expect(firstDifference(expected, Float64Array.of(1, NaN, 0))).toBe(
    "number 0 of the part 'far' is missing, 4 (0x4010000000000000) expected; there are 3 numbers, 5 expected",
  );
  expect(firstDifference(expected, Float64Array.of(1, NaN, 0, 4, 5, 6))).toBe(
    "number 2 of the part 'far' is 6 (0x4018000000000000), missing expected; there are 6 numbers, 5 expected",
  );
});

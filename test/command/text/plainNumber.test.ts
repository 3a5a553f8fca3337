import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../../src/command/text/parseNumber';
import { plainNumber } from '../../../src/command/text/plainNumber';
import { search } from '../../support/runs';

/** The number in a text that stands between other bytes. */
function read(text: string): number {
  const bytes = Buffer.from(`7${text}7`);
  return plainNumber(bytes, 1, bytes.length - 1);
}

/** Decimals halfway between two neighbours of float64, and others as near to it as their digits allow. */
const halfway = fc
  .tuple(fc.nat(2 ** 31), fc.constantFrom('', '.0', '.000001', '.00000000000000001'), fc.boolean())
  .map(([k, end, isHalved]) => {
    const odd = 2n ** 53n + 2n * BigInt(k) + 1n;
    return isHalved ? `${odd / 2n}.5${end.slice(1)}` : `${odd}${end}`;
  });

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const decimal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.string({ unit: digit, maxLength: 24 }),
    fc.constantFrom('', '.'),
    fc.string({ unit: digit, maxLength: 26 }),
  )
  .map((parts) => parts.join(''));

const printed = fc
  .tuple(
    fc.oneof(fc.double({ noNaN: true, min: -1e7, max: 1e7 }), fc.double()),
    fc.integer({ min: 0, max: 22 }),
    fc.constantFrom('shortest', 'fixed', 'precision', 'exponent'),
  )
  .map(([number, digits, form]) => {
    if (form === 'fixed') return number.toFixed(digits);
    if (form === 'precision') return number.toPrecision(digits + 1);
    return form === 'exponent' ? number.toExponential(digits) : String(number);
  });

describe('a number in bytes', () => {
  it('a number in bytes is to the bit the number that JavaScript reads in the text', async () => {
    const same = fc.property(fc.oneof(printed, decimal, halfway), (text) => {
      expect([text, read(text)]).toEqual([text, parseNumber(text)]);
    });
    await search(200, same);
  });

  it.each(['0', '-0', '.5', '5.', '-12.25', ' 7 ', '1e3', '0x10', '123456789012345678', '0.1234567890123456789012'])(
    'a number is read from %j',
    (text) => {
      expect(read(text)).toBe(Number(text));
    },
  );

  it.each(['', ' ', '-', '.', '-.', '1.2.3', '--1', '1e999', 'Infinity', '1\u00a0', '1\u00e9'])(
    'no number is read from %j, or one in another encoding than ASCII',
    (text) => {
      expect(read(text)).toBeNaN();
    },
  );
});

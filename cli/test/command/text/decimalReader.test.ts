import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../../src/command/text/parseNumber';
import { DecimalReader } from '../../../src/command/text/decimalReader';
import { search } from '../../../../test/support/runs';

/** The number that a reader finds in a text that stands between other bytes, or else the number of the whole text. */
function read(text: string): number {
  const reader = new DecimalReader(Buffer.from(`,${text},`));
  reader.at = 1;
  const number = reader.read();
  const isAll = reader.at === text.length + 1;
  return isAll && !Number.isNaN(number) ? number : parseNumber(text);
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

describe('a reader of decimals', () => {
  it('a decimal in bytes is to the bit the number that JavaScript reads in the text', async () => {
    const same = fc.property(fc.oneof(printed, decimal, halfway), (text) => {
      expect([text, read(text)]).toEqual([text, parseNumber(text)]);
    });
    await search(200, same);
  });

  it.each(['0', '-0', '.5', '5.', '-12.25', '000123456789012345678', '0.07584721712880205', '3737.688317896082'])(
    'a decimal is read from %j, and the reader then stands behind it',
    (text) => {
      const reader = new DecimalReader(Buffer.from(`${text};1`));
      expect(reader.read()).toBe(Number(text));
      expect(reader.at).toBe(text.length);
    },
  );

  it.each([
    '',
    ' 1',
    '-',
    '.',
    '-.',
    '+1',
    'Infinity',
    '1234567890123456789',
    '.12345678901234567890123',
    '9007199254740993',
  ])('no decimal is read from %j, whatever JavaScript reads in it', (text) => {
    expect(new DecimalReader(Buffer.from(text)).read()).toBeNaN();
  });
});

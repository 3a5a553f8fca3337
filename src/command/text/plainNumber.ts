import { parseNumber } from './parseNumber';

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;
const FIRST_BEYOND_ASCII = 128;

/** Float64 holds every integer of this many digits exactly. */
const EXACT_DIGITS = 15;
/** The most digits after the first {@link EXACT_DIGITS} that {@link decimal} reads. A float64 is printed with 17 digits or fewer. */
const FURTHER_DIGITS = 7;
/** The powers of ten that float64 holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** A bound of the relative error of {@link quotient}'s correction, which takes three roundings of 2^-53 each. */
const CORRECTION_ERROR = 2 ** -50;
/** Multiplied by this, a float64 is split into two halves of 26 bits: Dekker, A floating-point technique, 1971. */
const SPLITTER = 2 ** 27 + 1;

/**
 * Returns the number in ASCII bytes, to the bit the number that {@link parseNumber} returns for their text. NaN if they are not a
 * finite number, or not ASCII.
 */
export function plainNumber(bytes: Buffer, start: number, end: number): number {
  const number = decimal(bytes, start, end);
  return Number.isNaN(number) ? parseNumber(asciiText(bytes, start, end)) : number;
}

/**
 * Returns the float64 nearest to the decimal in bytes such as `-12.5`. NaN if they have anything else than a minus, digits and a
 * point, or if finding the nearest float64 takes more than float64 arithmetic.
 */
function decimal(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  // The integer of all digits is first · 10^furtherDigits + further.
  let first = 0;
  let firstDigits = 0;
  let further = 0;
  let furtherDigits = 0;
  let point = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at];
    if (byte === POINT && point < 0) {
      point = at;
    } else if (byte < ZERO || byte > NINE) {
      return NaN;
    } else if (firstDigits < EXACT_DIGITS) {
      first = 10 * first + (byte - ZERO);
      firstDigits++;
    } else {
      further = 10 * further + (byte - ZERO);
      furtherDigits++;
    }
  }
  const decimals = point < 0 ? 0 : end - point - 1;
  if (firstDigits === 0 || furtherDigits > FURTHER_DIGITS || decimals >= POWERS.length) return NaN;
  const number =
    furtherDigits === 0
      ? // Both are exact, so the only rounding is that of the division: Clinger, How to read floating point numbers, 1990.
        first / POWERS[decimals]
      : quotient(first, POWERS[furtherDigits], further, POWERS[decimals]);
  return isNegative ? -number : number;
}

/**
 * Returns the float64 nearest to (factor · power + rest) / divisor, of positive integers. NaN if the exact quotient is so near to
 * the middle of two float64 that the error of the calculation may decide between them.
 */
function quotient(factor: number, power: number, rest: number, divisor: number): number {
  // The dividend is high + low exactly.
  const product = factor * power;
  const restAndError = rest + roundingError(factor, power, product);
  const high = product + restAndError;
  const low = restAndError - (high - product);
  // The quotient is approximate + correction, and the correction has a relative error below CORRECTION_ERROR.
  const approximate = high / divisor;
  const back = approximate * divisor;
  const correction = (high - back - roundingError(approximate, divisor, back) + low) / divisor;
  const slack = correction * CORRECTION_ERROR;
  const nearest = approximate + (correction - slack);
  return nearest === approximate + (correction + slack) ? nearest : NaN;
}

/** Returns a · b - product exactly, for the rounded product of two numbers. */
function roundingError(a: number, b: number, product: number): number {
  const aScaled = SPLITTER * a;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = SPLITTER * b;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** Returns bytes as text. Empty if one of them is not ASCII. */
function asciiText(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at++) if (bytes[at] >= FIRST_BEYOND_ASCII) return '';
  return bytes.toString('latin1', start, end);
}

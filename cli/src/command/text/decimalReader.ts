const ZERO = 48;
const POINT = 46;
const MINUS = 45;

/** Every integer of this many digits is an int32, with which engines calculate fastest. */
const INT32_DIGITS = 9;
/** Float64 holds every integer below this exactly, and rounds no greater integer to one below. */
const EXACT_INTEGERS = 2 ** 53;
/** The powers of ten that float64 holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** A bound of the relative error of {@link quotient}'s correction, which takes three roundings of 2^-53 each. */
const CORRECTION_ERROR = 2 ** -50;
/** Multiplied by this, a float64 is split into two halves of 26 bits: Dekker, A floating-point technique, 1971. */
const SPLITTER = 2 ** 27 + 1;

/** Reads decimals from bytes, without a text for each. */
export class DecimalReader {
  /** Where the next decimal begins. */
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  /**
   * Reads a decimal such as `-12.5`: a minus, digits and a point, as far as the bytes are these. Moves {@link at} behind it.
   *
   * @returns the float64 nearest to the decimal, as `Number` does. NaN if there is no decimal, or if finding the nearest float64
   *   takes more than float64 arithmetic.
   */
  read(): number {
    const { bytes } = this;
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    // The integer of all digits is high · 10^(digits - 9) + low, or only high if there are fewer digits.
    let high = 0;
    let low = 0;
    // Zeros before other digits do not count.
    let digits = 0;
    let point = -1;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      const digit = byte - ZERO;
      if (digit < 0 || digit > 9) {
        if (byte !== POINT || point >= 0) break;
        point = at;
      } else if (digits < INT32_DIGITS) {
        high = 10 * high + digit;
        if (high > 0) digits++;
      } else {
        // More digits than an int32 holds would be slow, and are not used.
        if (digits < 2 * INT32_DIGITS) low = 10 * low + digit;
        digits++;
      }
    }
    this.at = at;
    const decimals = point < 0 ? 0 : at - point - 1;
    const hasDigits = at - start > (point < 0 ? 0 : 1);
    if (!hasDigits || digits > 2 * INT32_DIGITS || decimals >= POWERS.length) return NaN;
    const shift = digits > INT32_DIGITS ? POWERS[digits - INT32_DIGITS] : 1;
    const integer = high * shift + low;
    const divisor = POWERS[decimals];
    // If both are exact, only the division rounds: Clinger, How to read floating point numbers, 1990.
    const number = integer < EXACT_INTEGERS ? integer / divisor : quotient(high, shift, low, divisor);
    return isNegative ? -number : number;
  }
}

/**
 * Returns the float64 nearest to (factor · power + rest) / divisor, of integers that are not negative. NaN if the exact quotient
 * is so near to the middle of two float64 that the error of the calculation may decide between them.
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

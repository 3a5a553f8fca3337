import { COLUMNS, TRANSLATION } from './boxLayout';

/**
 * Whether float64 can place an OBB. On each axis of the world, the sizes of what is added up for a corner must have a
 * finite sum: of the three products of a row and the largest local coordinates, and of the translation. Rounding keeps the
 * order, so no number on the way to any point of the box then overflows.
 */
export function isPlaced(b: Float64Array, at: number): boolean {
  return sumOfSizes(b, at, 0) < Infinity && sumOfSizes(b, at, 1) < Infinity && sumOfSizes(b, at, 2) < Infinity;
}

function sumOfSizes(b: Float64Array, at: number, row: number): number {
  const m = at + COLUMNS + row;
  return (
    Math.abs(b[m]) * reach(b, at) +
    Math.abs(b[m + 3]) * reach(b, at + 1) +
    Math.abs(b[m + 6]) * reach(b, at + 2) +
    Math.abs(b[at + TRANSLATION + row])
  );
}

/** The largest size of a local coordinate. */
function reach(b: Float64Array, at: number): number {
  return Math.max(Math.abs(b[at]), Math.abs(b[at + 3]));
}

/**
 * Throws unless float64 can place the OBB whose record this is: see {@link isPlaced}.
 *
 * @param name the argument.
 * @param corners whose corners they are.
 */
export function checkCorners(name: string, b: Float64Array, corners = 'all corners'): void {
  for (let row = 0; row < 3; row++) {
    if (sumOfSizes(b, 0, row) < Infinity) continue;
    const terms = [0, 1, 2].map((k) => `${Math.abs(b[COLUMNS + 3 * k + row])}·${reach(b, k)}`);
    throw new RangeError(
      `${name} must keep ${corners} below 1.8e308, the end of float64, but on ${'xyz'[row]} they reach up to ` +
        `${terms.join(' + ')} + ${Math.abs(b[TRANSLATION + row])}: make the box, the scale or the translation smaller`,
    );
  }
}

/**
 * Numbers that stay finite if they are multiplied by this are less than 2^501. A matrix and a local box of such numbers are
 * sure to be {@link isPlaced}.
 */
export const HEADROOM = 2 ** 523;

/** Whether all numbers have {@link HEADROOM}. */
export function haveHeadroom(numbers: Float32Array | Float64Array, from = 0, end = numbers.length): boolean {
  let sum = 0;
  for (let i = from; i < end; i++) sum += 0 * (numbers[i] * HEADROOM);
  return sum === 0;
}

import { exponentOf, powerOf } from '../exponents';
import type { Index, Numbers } from '../flat/numbers';
import { Expansion } from './expansion';

/**
 * The determinant that orientation.ts computes with rounding, here without. Its rows are the ways from d to a, b and c.
 *
 * - If no way is rounded, the determinant is a sum of six products of three numbers, and an expansion adds them up.
 * - Expansions are exact as long as nothing over- or underflows. This is certain if all coordinates of the ways are 0 or from 2^-300 to
 *   2^300: products of three are multiples of 2^-1056 and less than 2^900, and float64 has 2^-1074 to 2^1024.
 * - Otherwise integers decide. A way that is rounded needs twice as many numbers, of which expansions make up to eight times as many
 *   products: integers are no slower then.
 */
const LEAST = 2 ** -300;
const MOST = 2 ** 300;

/** The ways from d to a, b and c. */
const ways = /* @__PURE__ */ new Float64Array(9);

/** Returns a number with the exact sign of the orientation of four points, given where they begin: see {@link orientation3d}. */
export function exactOrientation(p: Numbers, a: Index, b: Index, c: Index, d: Index): number {
  let isExact = true;
  for (let k = 0; k < 3; k++) {
    const isExactA = writeWay(k, p[a + k], p[d + k]);
    const isExactB = writeWay(3 + k, p[b + k], p[d + k]);
    const isExactC = writeWay(6 + k, p[c + k], p[d + k]);
    isExact = isExact && isExactA && isExactB && isExactC;
  }
  // Points in a plane along two axes, and points at the same place, are common.
  for (let k = 0; k < 3; k++) if (areZero(k, 3) || areZero(3 * k, 1)) return 0;
  return isExact ? expandedDeterminant() : signOfIntegers(p, a, b, c, d);
}

/** Writes a difference. Returns whether it is not rounded, and in the range of expansions. */
function writeWay(at: Index, to: number, from: number): boolean {
  const way = to - from;
  ways[at] = way;
  const size = Math.abs(way);
  // The rounding error of a difference, exactly (Knuth's TwoSum).
  const step = to - way;
  return to - (way + step) + (step - from) === 0 && (size === 0 || (size >= LEAST && size <= MOST));
}

/** Whether three of the {@link ways}' numbers are 0. A difference is 0 only if both numbers are the same. */
function areZero(at: Index, stride: Index): boolean {
  return ways[at] === 0 && ways[at + stride] === 0 && ways[at + 2 * stride] === 0;
}

const determinant = /* @__PURE__ */ new Expansion();

/** Returns a number with the sign of the determinant of the {@link ways}. */
function expandedDeterminant(): number {
  determinant.clear();
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3;
    const m = (k + 2) % 3;
    determinant.addProduct(ways[k], ways[3 + l], ways[6 + m]);
    determinant.addProduct(-ways[k], ways[3 + m], ways[6 + l]);
  }
  return determinant.largest();
}

/** Returns the sign of the orientation of any four points. All coordinates become integers, in units of the smallest last place. */
function signOfIntegers(p: Numbers, a: Index, b: Index, c: Index, d: Index): number {
  let most = 1;
  for (const at of [a, b, c, d]) for (let k = at; k < at + 3; k++) if (p[k] !== 0) most = Math.max(most, scaleOf(p[k]));
  const [x, y, z] = [0, 1, 2].map((k) => {
    const from = integerOf(p[d + k], most);
    return [a, b, c].map((at) => integerOf(p[at + k], most) - from);
  });
  const sum =
    x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
  return Number(sum > 0n) - Number(sum < 0n);
}

/** Returns the exponent bits of the power of two that scales a number to less than 4, and to 1 or more unless it is denormal. */
function scaleOf(value: number): number {
  return Math.max(2046 - exponentOf(Math.abs(value)), 1);
}

/** Returns a number as an integer: times 2^52 and the power of two with the exponent bits `most`. */
function integerOf(value: number, most: number): bigint {
  const scale = scaleOf(value);
  return BigInt(value * powerOf(scale) * 2 ** 52) << BigInt(most - scale);
}

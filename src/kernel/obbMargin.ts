import { COLUMNS, INVERSE, TRANSLATION } from '../primitives/boxLayout';

/** See bvh/obbMargin.ts, of which every operation is here once more. */
export let marginBase: f64 = 0;
export let marginSlope: f64 = 0;
export let largestSpan: f64 = 0;
/** How far the local box reaches from the translation on each axis. */
export const SPANS: usize = memory.data(3 * 8, 8);

const U: f64 = 1.1102230246251565e-16; // 2^-53
const TAME: f64 = 1.6069380442589903e60; // 2^200
const UNDERFLOW: f64 = 1.499696813895631e-241; // 2^-800

/** Computes the margin of an OBB, by its record. */
export function obbMargin(b: usize): void {
  const localX = max(abs(load<f64>(b)), abs(load<f64>(b, 24)));
  const localY = max(abs(load<f64>(b, 8)), abs(load<f64>(b, 32)));
  const localZ = max(abs(load<f64>(b, 16)), abs(load<f64>(b, 40)));
  largestSpan = 0;
  let condition: f64 = 0;
  let residual: f64 = 0;
  let largest = max(max(localX, localY), localZ);
  for (let row: usize = 0; row < 3; row++) {
    const columns = b + COLUMNS * 8 + (row << 3);
    const mX = load<f64>(columns);
    const mY = load<f64>(columns, 24);
    const mZ = load<f64>(columns, 48);
    const span = abs(mX) * localX + abs(mY) * localY + abs(mZ) * localZ;
    store<f64>(SPANS + (row << 3), span);
    largestSpan = max(largestSpan, span);
    let conditionOfRow: f64 = 0;
    let residualOfRow: f64 = 0;
    for (let column: usize = 0; column < 3; column++) {
      const rows = b + INVERSE * 8 + (column << 3);
      const nX = load<f64>(rows);
      const nY = load<f64>(rows, 24);
      const nZ = load<f64>(rows, 48);
      const size = abs(mX * nX) + abs(mY * nY) + abs(mZ * nZ);
      conditionOfRow += size;
      residualOfRow += abs(mX * nX + mY * nY + mZ * nZ - (row == column ? 1 : 0)) + 5 * U * size;
      largest = max(max(max(largest, max(abs(mX), abs(mY))), max(abs(mZ), abs(nX))), max(abs(nY), abs(nZ)));
    }
    largest = max(largest, abs(load<f64>(b + TRANSLATION * 8 + (row << 3))));
    condition = max(condition, conditionOfRow);
    residual = max(residual, residualOfRow);
  }
  const isTame = largest <= TAME && 4 * U * condition + residual <= 0.25;
  marginSlope = isTame ? 16 * U * condition : 0;
  marginBase = isTame ? 2 * largestSpan * (4 * U + 4 * U * condition + residual) + UNDERFLOW : Infinity;
}

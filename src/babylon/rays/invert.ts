/** Returns the inverse of a matrix of 4 by 4 numbers, in float64 (Gauss and Jordan, with pivots). Null if there is none. */
export function invert(matrix: ArrayLike<number>): Float64Array | null {
  const rows: Float64Array[] = [];
  for (let row = 0; row < 4; row++) {
    const numbers = new Float64Array(8);
    for (let column = 0; column < 4; column++) numbers[column] = matrix[4 * row + column];
    numbers[4 + row] = 1;
    rows.push(numbers);
  }
  for (let column = 0; column < 4; column++) {
    let pivot = column;
    for (let row = column + 1; row < 4; row++) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    const chosen = rows[pivot];
    const divisor = chosen[column];
    if (divisor === 0 || !Number.isFinite(divisor)) return null;
    rows[pivot] = rows[column];
    rows[column] = chosen;
    for (let i = 0; i < 8; i++) chosen[i] /= divisor;
    for (const row of rows) {
      const factor = row[column];
      if (row === chosen || factor === 0) continue;
      for (let i = 0; i < 8; i++) row[i] -= factor * chosen[i];
    }
  }
  const inverse = new Float64Array(16);
  rows.forEach((row, i) => {
    inverse.set(row.subarray(4), 4 * i);
  });
  return inverse;
}

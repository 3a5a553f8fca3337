/** Whether the last row of a matrix, which begins at a place among numbers, is 0 0 0 1. */
export function isAffine(m: ArrayLike<number>, at: number): boolean {
  return m[at + 3] === 0 && m[at + 7] === 0 && m[at + 11] === 0 && m[at + 15] === 1;
}

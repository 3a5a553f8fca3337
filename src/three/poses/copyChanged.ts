/** Copies numbers to `at` and the places after it. Returns whether any of them has changed. */
export function copyChanged(from: ArrayLike<number>, to: Float64Array, at: number): boolean {
  let hasChanged = false;
  for (let i = 0; i < from.length; i++) {
    // Unlike ===, this takes NaN as equal to NaN.
    if (Object.is(from[i], to[at + i])) continue;
    to[at + i] = from[i];
    hasChanged = true;
  }
  return hasChanged;
}

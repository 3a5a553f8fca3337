/** Copies numbers over as many others, from `at` on; returns whether any of them was another. */
export function copyChanged(from: ArrayLike<number>, to: Float64Array, at: number): boolean {
  let hasChanged = false;
  for (let i = 0; i < from.length; i++) {
    // What is not a number stays the same.
    if (Object.is(from[i], to[at + i])) continue;
    to[at + i] = from[i];
    hasChanged = true;
  }
  return hasChanged;
}

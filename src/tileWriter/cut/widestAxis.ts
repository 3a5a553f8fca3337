/** The axis on which points lie farthest apart. Null if all are the same. */
export function widestAxis(points: ArrayLike<number>, order: Uint32Array, from: number, end: number): number | null {
  let widest: number | null = null;
  let most = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = from; i < end; i++) {
      const value = points[3 * order[i] + axis];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    // Halves cannot overflow.
    const size = max / 2 - min / 2;
    if (size > most) [widest, most] = [axis, size];
  }
  return widest;
}

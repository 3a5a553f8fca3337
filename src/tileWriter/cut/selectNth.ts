/**
 * Orders points so that those before place `nth` are not greater on an axis than those from there on (Hoare 1961, FIND).
 *
 * @param order the numbers of points, of which those from `from` up to `end` are moved.
 */
export function selectNth(
  points: ArrayLike<number>,
  axis: number,
  order: Uint32Array,
  from: number,
  end: number,
  nth: number,
): void {
  let low = from;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(
      points[3 * order[low] + axis],
      points[3 * order[(low + high) >>> 1] + axis],
      points[3 * order[high] + axis],
    );
    let i = low;
    let j = high;
    while (i <= j) {
      while (points[3 * order[i] + axis] < pivot) i++;
      while (points[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
    if (nth <= j) high = j;
    else if (nth >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

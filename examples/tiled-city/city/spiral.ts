/** A square of the city's grid, counted from the middle: columns to the east (x), rows to the south (z). */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/**
 * The cell that comes as number `n` on a square spiral around the middle. So the city grows outwards, and a smaller city is
 * the middle of a larger one.
 */
export function spiralCell(n: number): Cell {
  if (n === 0) return { column: 0, row: 0 };
  // The rings around the middle have 8, 16, 24, … cells: four sides, each twice as long as the ring's number.
  const ring = Math.ceil((Math.sqrt(n + 1) - 1) / 2);
  const along = n - (2 * ring - 1) ** 2;
  const step = along % (2 * ring);
  switch (Math.floor(along / (2 * ring))) {
    case 0:
      return { column: ring, row: step + 1 - ring };
    case 1:
      return { column: ring - 1 - step, row: ring };
    case 2:
      return { column: -ring, row: ring - 1 - step };
    default:
      return { column: step + 1 - ring, row: -ring };
  }
}

/** Larger extents count as this: the area of an unbounded box stays a number. */
const LARGEST_EXTENT = 1e100;

/** Half the surface area of a box by its extents: what the surface area heuristic weighs boxes with. */
export function halfArea(x: number, y: number, z: number): number {
  const width = Math.min(x, LARGEST_EXTENT);
  const height = Math.min(y, LARGEST_EXTENT);
  const depth = Math.min(z, LARGEST_EXTENT);
  return width * height + height * depth + depth * width;
}

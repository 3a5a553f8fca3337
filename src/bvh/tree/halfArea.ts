/** Larger extents count as this. The area of an unbounded box is then still a number. */
const LARGEST_EXTENT = 1e100;

/** Half the surface area of a box, from its extents. The surface area heuristic weighs boxes with it. */
export function halfArea(x: number, y: number, z: number): number {
  const width = Math.min(x, LARGEST_EXTENT);
  const height = Math.min(y, LARGEST_EXTENT);
  const depth = Math.min(z, LARGEST_EXTENT);
  return width * height + height * depth + depth * width;
}

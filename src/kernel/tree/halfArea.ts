export const LARGEST_EXTENT: f64 = 1e100;

/** Half the surface area of a box, from its extents: see bvh/tree/halfArea.ts. */
export function halfArea(x: f64, y: f64, z: f64): f64 {
  const width = min(x, LARGEST_EXTENT);
  const height = min(y, LARGEST_EXTENT);
  const depth = min(z, LARGEST_EXTENT);
  return width * height + height * depth + depth * width;
}

import type { Aabb, Sphere } from 'slabtree';

/** An oriented box whose matrix is 16 numbers. */
export interface FlatObb extends Aabb {
  readonly matrix: ArrayLike<number>;
}

/** The bounds of a shape, up to a few roundings of the numbers that it is made of. The shape has been checked. */
export function boundsOfShape(shape: Aabb | FlatObb | Sphere): Aabb {
  if ('center' in shape) {
    const { center, radius } = shape;
    return {
      min: { x: center.x - radius, y: center.y - radius, z: center.z - radius },
      max: { x: center.x + radius, y: center.y + radius, z: center.z + radius },
    };
  }
  if (!('matrix' in shape)) return shape;
  const { min, max, matrix } = shape;
  const ends = [
    [min.x, max.x],
    [min.y, max.y],
    [min.z, max.z],
  ];
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  for (let row = 0; row < 3; row++) {
    // What is summed up may be far larger than the sum: then the sum's last bits are too coarse, and it is widened by them.
    let size = Math.abs(matrix[12 + row]);
    low[row] = high[row] = matrix[12 + row];
    for (let column = 0; column < 3; column++) {
      const a = matrix[4 * column + row] * ends[column][0];
      const b = matrix[4 * column + row] * ends[column][1];
      low[row] += Math.min(a, b);
      high[row] += Math.max(a, b);
      size += Math.max(Math.abs(a), Math.abs(b));
    }
    low[row] -= 2 ** -45 * size;
    high[row] += 2 ** -45 * size;
  }
  return { min: { x: low[0], y: low[1], z: low[2] }, max: { x: high[0], y: high[1], z: high[2] } };
}

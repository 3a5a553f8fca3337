import type { Aabb } from 'slabtree';
import type { Matrix } from './matrix';

/** The least and the greatest x, y and z, as the file has them. */
export interface Bounds {
  min: number[];
  max: number[];
}

/** The smallest bounds that hold both. */
export function unite(a: Bounds | null, b: Bounds): Bounds {
  if (a === null) return b;
  return {
    min: a.min.map((value, axis) => Math.min(value, b.min[axis])),
    max: a.max.map((value, axis) => Math.max(value, b.max[axis])),
  };
}

/**
 * The bounds of all sums of a point of the one and a point of the other times a factor, by interval arithmetic whose sums round
 * to the nearest number, and so perhaps inwards.
 */
export function addScaled({ min, max }: Bounds, other: Bounds, factor: number): Bounds {
  return {
    min: min.map((value, axis) => value + Math.min(factor * other.min[axis], factor * other.max[axis])),
    max: max.map((value, axis) => value + Math.max(factor * other.min[axis], factor * other.max[axis])),
  };
}

/** The bounds of a box that a matrix has moved, up to a rounding as above. */
export function transform({ min, max }: Bounds, matrix: Matrix): Bounds {
  const least = matrix.slice(12, 15);
  const greatest = matrix.slice(12, 15);
  for (let axis = 0; axis < 3; axis++) {
    for (let row = 0; row < 3; row++) {
      const [a, b] = [matrix[4 * axis + row] * min[axis], matrix[4 * axis + row] * max[axis]];
      least[row] += Math.min(a, b);
      greatest[row] += Math.max(a, b);
    }
  }
  return { min: least, max: greatest };
}

export function isBounded({ min, max }: Bounds): boolean {
  return [...min, ...max].every(Number.isFinite);
}

export function aabbOf({ min, max }: Bounds): Aabb {
  return { min: { x: min[0], y: min[1], z: min[2] }, max: { x: max[0], y: max[1], z: max[2] } };
}

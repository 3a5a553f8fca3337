import type { Aabb } from 'slabtree';
import type { Matrix } from './matrix';

/** The least and the greatest x, y and z, as arrays of three, like in the file. */
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
 * The bounds of `a + factor * b`, for all points a in the first bounds and b in the others. This is interval arithmetic, rounded
 * to the nearest number: a rounding may make the bounds too small.
 */
export function addScaled({ min, max }: Bounds, other: Bounds, factor: number): Bounds {
  return {
    min: min.map((value, axis) => value + Math.min(factor * other.min[axis], factor * other.max[axis])),
    max: max.map((value, axis) => value + Math.max(factor * other.min[axis], factor * other.max[axis])),
  };
}

/** The bounds of a box after a matrix has moved it, up to a rounding as in {@link addScaled}. */
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

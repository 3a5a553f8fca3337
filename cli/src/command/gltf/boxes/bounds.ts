import type { Aabb } from 'slabtree';
import type { Matrix } from './matrix';
import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import { componentOf } from '../bytes/accessors';
import { activeTargets } from '../triangles/pose';

/** A box along the axes: its least and its greatest x, y and z, as arrays of three numbers, like in a glTF. */
export interface Bounds {
  min: number[];
  max: number[];
}

/** Returns the bounds around two bounds. `a` may be null, for no bounds. */
export function unite(a: Bounds | null, b: Bounds): Bounds {
  if (a === null) return b;
  return {
    min: a.min.map((value, axis) => Math.min(value, b.min[axis])),
    max: a.max.map((value, axis) => Math.max(value, b.max[axis])),
  };
}

/**
 * Returns the bounds of `a + factor * b`, for all points a in the first bounds and all points b in `other`. This is interval
 * arithmetic, rounded to the nearest number: rounding may make the bounds too small.
 */
export function addScaled({ min, max }: Bounds, other: Bounds, factor: number): Bounds {
  return {
    min: min.map((value, axis) => value + Math.min(factor * other.min[axis], factor * other.max[axis])),
    max: max.map((value, axis) => value + Math.max(factor * other.min[axis], factor * other.max[axis])),
  };
}

/** Returns the bounds around a box after a matrix has moved it. They are exact up to rounding, as in {@link addScaled}. */
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

/**
 * Returns bounds around a mesh of a glTF, up to rounding, from the bounds that the file declares for the positions. The vertices
 * are not read, so each morph target counts as moving every vertex by its largest displacement.
 *
 * @param weights the weights of the morph targets. A missing weight is 0.
 * @returns null if the mesh has no vertices.
 */
export function meshBounds(mesh: JsonValue, weights: number[], accessors: readonly JsonValue[]): Bounds | null {
  let whole: Bounds | null = null;
  for (const primitive of mesh.required('primitives').elements()) {
    const position = primitive.required('attributes').optional('POSITION');
    if (position === undefined) continue;
    let bounds = declaredBounds(position, accessors);
    for (const { difference, weight } of activeTargets(primitive, weights)) {
      bounds = addScaled(bounds, declaredBounds(difference, accessors), weight);
    }
    if (!isBounded(bounds)) throw new InputError(`${primitive.name} is too large once its morph targets have moved it`);
    whole = unite(whole, bounds);
  }
  return whole;
}

/** Returns the bounds that a glTF declares for an accessor of positions, in its `min` and `max`. */
function declaredBounds(index: JsonValue, accessors: readonly JsonValue[]): Bounds {
  const accessor = index.elementOf(accessors);
  accessor.required('type').oneOf(['VEC3']);
  const { decode } = componentOf(accessor);
  const [min, max] = ['min', 'max'].map((key) => {
    const declared = accessor.optional(key);
    if (declared !== undefined) return declared.numbers(3).map(decode);
    throw new InputError(`${accessor.name}.${key} is missing: without it, the size of ${index.name} is unknown`);
  });
  const bad = min.findIndex((value, axis) => value > max[axis]);
  if (bad >= 0)
    throw new InputError(
      `${accessor.name}.min[${bad}] must not be greater than its max, got ${min[bad]} and ${max[bad]}`,
    );
  return { min, max };
}

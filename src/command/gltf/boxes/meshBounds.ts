import { InputError } from '../../text/errors';
import { addScaled, type Bounds, isBounded, unite } from './bounds';
import { componentOf } from '../bytes/component';
import type { JsonValue } from '../../input/jsonValue';

/**
 * Bounds that hold a mesh, up to a rounding, from those that the file declares for its positions; null where it has no vertices.
 *
 * @param weights of the mesh's morph targets, 0 where one is missing. A target may move any vertex as far as it moves one:
 *   more is not known without the vertices.
 */
export function meshBounds(mesh: JsonValue, weights: number[], accessors: readonly JsonValue[]): Bounds | null {
  let whole: Bounds | null = null;
  for (const primitive of mesh.required('primitives').elements()) {
    const position = primitive.required('attributes').optional('POSITION');
    if (position === undefined) continue;
    let bounds = declaredBounds(position, accessors);
    for (const [index, target] of primitive.list('targets').entries()) {
      const weight = weights.at(index) ?? 0;
      const difference = target.optional('POSITION');
      if (weight === 0 || difference === undefined) continue;
      bounds = addScaled(bounds, declaredBounds(difference, accessors), weight);
    }
    if (!isBounded(bounds)) throw new InputError(`${primitive.name} is too large once its targets have moved it`);
    whole = unite(whole, bounds);
  }
  return whole;
}

/** The bounds that an accessor of positions declares. */
function declaredBounds(index: JsonValue, accessors: readonly JsonValue[]): Bounds {
  const accessor = index.elementOf(accessors);
  accessor.required('type').oneOf(['VEC3']);
  const { decode } = componentOf(accessor);
  const [min, max] = ['min', 'max'].map((key) => {
    const declared = accessor.optional(key);
    if (declared !== undefined) return declared.numbers(3).map(decode);
    throw new InputError(`${accessor.name}.${key} is missing, and so nothing says how large ${index.name} is`);
  });
  const bad = min.findIndex((value, axis) => value > max[axis]);
  if (bad >= 0) throw new InputError(`${accessor.name}.min[${bad}] is greater than its max: ${min[bad]}, ${max[bad]}`);
  return { min, max };
}

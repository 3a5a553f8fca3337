import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import { componentOf } from '../bytes/component';
import { addScaled, type Bounds, isBounded, unite } from './bounds';

/**
 * Bounds that hold a mesh, up to a rounding. They come from the bounds that the file declares for the positions. Each morph
 * target counts as if it moved every vertex as far as it moves any, as the vertices are not read.
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
    for (const [index, target] of primitive.list('targets').entries()) {
      const weight = weights.at(index) ?? 0;
      const difference = target.optional('POSITION');
      if (weight === 0 || difference === undefined) continue;
      bounds = addScaled(bounds, declaredBounds(difference, accessors), weight);
    }
    if (!isBounded(bounds)) throw new InputError(`${primitive.name} is too large once its morph targets have moved it`);
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
    throw new InputError(`${accessor.name}.${key} is missing: without it, the size of ${index.name} is unknown`);
  });
  const bad = min.findIndex((value, axis) => value > max[axis]);
  if (bad >= 0)
    throw new InputError(
      `${accessor.name}.min[${bad}] must not be greater than its max, got ${min[bad]} and ${max[bad]}`,
    );
  return { min, max };
}

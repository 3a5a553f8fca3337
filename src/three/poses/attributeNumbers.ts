import type { Attribute } from '../meshes/readTriangles';

const getters = ['getX', 'getY', 'getZ', 'getW'] as const;

/** The numbers of an attribute, `size` for each vertex, as its getters give them: interleaved or not, normalized or not. */
export function attributeNumbers(attribute: Attribute, size: number): Float64Array {
  const { count } = attribute;
  return Float64Array.from({ length: size * count }, (_, i) => attribute[getters[i % size]](Math.floor(i / size)));
}

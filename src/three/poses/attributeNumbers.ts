import type { Attribute } from '../meshes/readTriangles';

const getters = ['getX', 'getY', 'getZ', 'getW'] as const;

/**
 * Reads the numbers of an attribute as its getters give them: interleaved or not, normalized or not.
 *
 * @param size how many each vertex has.
 * @param numbers receives those of all vertices. Bones are numbered by integers: other numbers in their place take longer.
 */
export function attributeNumbers<Numbers extends Float64Array | Uint32Array>(
  attribute: Attribute,
  size: number,
  numbers: Numbers,
): Numbers {
  for (let i = 0; i < numbers.length; i++) numbers[i] = attribute[getters[i % size]](Math.floor(i / size));
  return numbers;
}

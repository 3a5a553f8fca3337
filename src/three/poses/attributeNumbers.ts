import type { Attribute } from '../meshes/readTriangles';

const getters = ['getX', 'getY', 'getZ', 'getW'] as const;

/**
 * Reads the numbers of an attribute as its getters give them: interleaved or not, normalized or not.
 *
 * @param size how many each vertex has.
 */
export function attributeNumbers(attribute: Attribute, size: number, vertices: number): Float64Array {
  const numbers = new Float64Array(size * vertices);
  for (let i = 0; i < numbers.length; i++) numbers[i] = attribute[getters[i % size]](Math.floor(i / size));
  return numbers;
}

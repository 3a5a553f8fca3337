import type { Matrix4 } from 'three';
import type { BoxSource } from './boxSource';

/** Sets `target` to the matrix that places an instance in the world, computed with the same operations as in three.js. */
export function worldMatrixOf({ matrices, matrixWorld }: BoxSource, instance: number, target: Matrix4): Matrix4 {
  return matrices === null
    ? target.copy(matrixWorld)
    : target.fromArray(matrices, 16 * instance).premultiply(matrixWorld);
}

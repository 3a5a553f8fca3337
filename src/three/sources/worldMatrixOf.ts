import type { Matrix4 } from 'three';
import type { BoxSource } from './boxSource';

/** Sets a matrix to the one that places an instance in the world, by the very operations by which three.js computes it. */
export function worldMatrixOf({ matrices, matrixWorld }: BoxSource, instance: number, target: Matrix4): Matrix4 {
  return matrices === null
    ? target.copy(matrixWorld)
    : target.fromArray(matrices, 16 * instance).premultiply(matrixWorld);
}

import type { Attribute } from '../meshes/readTriangles';
import { DIVIDES } from './poseState';

const getters = ['getX', 'getY', 'getZ', 'getW'] as const;

/**
 * Returns the numbers of a vertex attribute as float64. Reads them by the attribute's getters, which handle interleaved and
 * normalized attributes.
 *
 * @param size how many numbers each vertex has in the attribute.
 * @param vertices how many vertices are read.
 */
export function readAttribute(attribute: Attribute, size: number, vertices: number): Float64Array {
  const numbers = new Float64Array(size * vertices);
  for (let i = 0; i < numbers.length; i++) numbers[i] = attribute[getters[i % size]](Math.floor(i / size));
  return numbers;
}

/** Moves vertices by the influences of morph targets, with the operations of `Mesh.getVertexPosition`, in the same order. */
export function morphVertices(
  vertices: Float64Array,
  targets: readonly Float64Array[],
  influences: Float64Array,
  areRelative: boolean,
): void {
  for (let i = 0; i < vertices.length; i++) {
    const start = vertices[i];
    let sum = 0;
    for (let k = 0; k < targets.length; k++) {
      const influence = influences[k];
      if (influence !== 0) sum += (areRelative ? targets[k][i] : targets[k][i] - start) * influence;
    }
    vertices[i] = start + sum;
  }
}

/** Multiplies vertices by the first matrix of `matrices`, the bind matrix, which must be affine. */
export function bindVertices(vertices: Float64Array, matrices: Float64Array): void {
  for (let at = 0; at < vertices.length; at += 3) {
    const x = vertices[at];
    const y = vertices[at + 1];
    const z = vertices[at + 2];
    for (let axis = 0; axis < 3; axis++) vertices[at + axis] = row(matrices, axis, x, y, z, 1);
  }
}

/**
 * Moves vertices with their bones. Does the operations of three.js's `SkinnedMesh.applyBoneTransform` in the same order, so that
 * the bits are equal.
 *
 * @param bones four bone numbers per vertex, each with one of the `weights`.
 * @param matrices the bind matrix, its inverse, and the matrices of the bones, 16 numbers each.
 */
export function bendVertices(
  vertices: Float64Array,
  bones: Uint32Array,
  weights: Float64Array,
  matrices: Float64Array,
): void {
  for (let at = 0, k = 0; at < vertices.length; at += 3) {
    const x = vertices[at];
    const y = vertices[at + 1];
    const z = vertices[at + 2];
    const w = row(matrices, 3, x, y, z, 1);
    const bindScale = DIVIDES ? 1 / w : 1;
    const boundX = row(matrices, 0, x, y, z, 1) * bindScale;
    const boundY = row(matrices, 1, x, y, z, 1) * bindScale;
    const boundZ = row(matrices, 2, x, y, z, 1) * bindScale;
    const boundW = DIVIDES ? 1 : w;
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    for (const end = k + 4; k < end; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const bone = 32 + 16 * bones[k];
      const boneScale = DIVIDES ? 1 / row(matrices, bone + 3, boundX, boundY, boundZ, 1) : 1;
      sumX += row(matrices, bone, boundX, boundY, boundZ, boundW) * boneScale * weight;
      sumY += row(matrices, bone + 1, boundX, boundY, boundZ, boundW) * boneScale * weight;
      sumZ += row(matrices, bone + 2, boundX, boundY, boundZ, boundW) * boneScale * weight;
    }
    const scale = 1 / row(matrices, 19, sumX, sumY, sumZ, 1);
    vertices[at] = row(matrices, 16, sumX, sumY, sumZ, 1) * scale;
    vertices[at + 1] = row(matrices, 17, sumX, sumY, sumZ, 1) * scale;
    vertices[at + 2] = row(matrices, 18, sumX, sumY, sumZ, 1) * scale;
  }
}

/** Returns the product of the point (x, y, z, w) and the row of a matrix whose first number is at index `at`. */
function row(matrices: Float64Array, at: number, x: number, y: number, z: number, w: number): number {
  return matrices[at] * x + matrices[at + 4] * y + matrices[at + 8] * z + matrices[at + 12] * w;
}

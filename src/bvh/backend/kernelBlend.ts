import { ScratchSpace } from '../memory/scratchSpace';
import { type BonedVertices, blendVertices, type VertexBlend } from '../meshes/refit/blendVertices';
import type { BoundKernel } from './boundKernel';

/** Places vertices where their bones do: see TriangleOperations. */
export function kernelBlend(kernel: BoundKernel): VertexBlend {
  return (boned, positions) => {
    try {
      return blendByKernel(kernel, boned, positions);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // There is no room for copies.
      return blendVertices(boned, positions);
    }
  };
}

const BOX_NUMBERS = 6;

function blendByKernel(
  { functions, memory }: BoundKernel,
  { vertices, bones, weights, matrices, last }: BonedVertices,
  positions: Float64Array,
): Float64Array | null {
  const scratch = new ScratchSpace(memory);
  try {
    const given = [vertices, weights, matrices, last ?? new Float64Array(0)];
    const places = [BOX_NUMBERS];
    for (const { length } of given) places.push(places[places.length - 1] + length);
    const [verticesAt, weightsAt, matricesAt, lastAt, positionsAt] = places;
    const bonesAt = positionsAt + positions.length;
    scratch.reserve(8 * bonesAt + 4 * bones.length);
    const { byteOffset } = scratch;
    const { buffer } = scratch.words;
    const numbers = new Float64Array(buffer, byteOffset, bonesAt);
    given.forEach((some, i) => {
      numbers.set(some, places[i]);
    });
    new Uint32Array(buffer, byteOffset + 8 * bonesAt, bones.length).set(bones);
    const isFinite = functions.blendVertices(
      byteOffset + 8 * verticesAt,
      vertices.length / 3,
      byteOffset + 8 * bonesAt,
      byteOffset + 8 * weightsAt,
      byteOffset + 8 * matricesAt,
      last === null ? 0 : byteOffset + 8 * lastAt,
      byteOffset + 8 * positionsAt,
      byteOffset,
    );
    positions.set(numbers.subarray(positionsAt));
    return isFinite === 0 ? null : numbers.slice(0, BOX_NUMBERS);
  } finally {
    scratch.release();
  }
}

import { boundsOf } from '../boundsOf';

/** Vertices that follow bones. */
export interface BonedVertices {
  /** Three numbers a vertex. */
  readonly vertices: Float64Array;
  /** For each vertex, the numbers of four bones, and their weights. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** A matrix of each bone, column by column. The last rows do not count. */
  readonly matrices: Float64Array;
  /** The matrix that places what the bones have placed, and divides it by w. Null is the identity. */
  readonly last: Float64Array | null;
}

/**
 * Places each vertex where its bones do, by their weights.
 *
 * @param positions receives the vertices. They may be anything if the result is null.
 * @returns the smallest box around them: min x y z, max x y z. Null if one of them is not finite.
 */
export type VertexBlend = (boned: BonedVertices, positions: Float64Array) => Float64Array | null;

/** See {@link VertexBlend}. */
export const blendVertices: VertexBlend = ({ vertices, bones, weights, matrices: m, last }, positions) => {
  for (let at = 0, k = 0; at < vertices.length; at += 3) {
    const x = vertices[at];
    const y = vertices[at + 1];
    const z = vertices[at + 2];
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    for (const end = k + 4; k < end; k++) {
      const weight = weights[k];
      const bone = 16 * bones[k];
      sumX += (m[bone] * x + m[bone + 4] * y + m[bone + 8] * z + m[bone + 12]) * weight;
      sumY += (m[bone + 1] * x + m[bone + 5] * y + m[bone + 9] * z + m[bone + 13]) * weight;
      sumZ += (m[bone + 2] * x + m[bone + 6] * y + m[bone + 10] * z + m[bone + 14]) * weight;
    }
    positions[at] = sumX;
    positions[at + 1] = sumY;
    positions[at + 2] = sumZ;
  }
  if (last !== null) transform(last, positions);
  // A number minus itself is 0, unless it is not finite.
  let differences = 0;
  for (let i = 0; i < positions.length; i++) differences += positions[i] - positions[i];
  return differences === 0 ? boundsOf(positions, null) : null;
};

function transform(m: Float64Array, positions: Float64Array): void {
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    const scale = 1 / (m[3] * x + m[7] * y + m[11] * z + m[15]);
    positions[at] = (m[0] * x + m[4] * y + m[8] * z + m[12]) * scale;
    positions[at + 1] = (m[1] * x + m[5] * y + m[9] * z + m[13]) * scale;
    positions[at + 2] = (m[2] * x + m[6] * y + m[10] * z + m[14]) * scale;
  }
}

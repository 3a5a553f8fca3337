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
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const point = new Float64Array(3);
  // A number minus itself is 0, unless it is not finite.
  let differences = 0;
  for (let at = 0, k = 0; at < vertices.length; at += 3) {
    const x = vertices[at];
    const y = vertices[at + 1];
    const z = vertices[at + 2];
    point.fill(0);
    for (const end = k + 4; k < end; k++) {
      const bone = 16 * bones[k];
      for (let i = 0, row = bone; i < 3; i++, row++) {
        point[i] += (m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]) * weights[k];
      }
    }
    if (last !== null) place(last, point);
    for (let i = 0; i < 3; i++) {
      const number = point[i];
      positions[at + i] = number;
      differences += number - number;
      if (number < box[i]) box[i] = number;
      if (number > box[i + 3]) box[i + 3] = number;
    }
  }
  // Adding 0 turns -0 into 0.
  for (let k = 0; k < 6; k++) box[k] += 0;
  return differences === 0 ? box : null;
};

function place(m: Float64Array, point: Float64Array): void {
  const [x, y, z] = point;
  const scale = 1 / (m[3] * x + m[7] * y + m[11] * z + m[15]);
  for (let i = 0; i < 3; i++) point[i] = (m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12]) * scale;
}

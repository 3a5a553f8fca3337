/** The corners of triangles, and after a word for each triangle, the caller's vertex at each corner. */
export interface IndexedCorners {
  readonly corners: Float32Array | Float64Array;
  readonly words: Uint32Array;
  readonly triangleCount: number;
}

/**
 * Copies the caller's vertices to the corners.
 *
 * @returns the smallest box around the corners: min x y z, max x y z.
 */
export type CornerPlacing = (mesh: IndexedCorners, positions: Float32Array | Float64Array) => Float64Array;

/** See {@link CornerPlacing}. */
export const placeCorners: CornerPlacing = ({ corners, words, triangleCount }, positions) => {
  const vertices = words.subarray(triangleCount);
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let corner = 0, to = 0; corner < vertices.length; corner++, to += 3) {
    const at = 3 * vertices[corner];
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    corners[to] = x;
    corners[to + 1] = y;
    corners[to + 2] = z;
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
    minZ = Math.min(minZ, z);
    maxZ = Math.max(maxZ, z);
  }
  // Adding 0 turns -0 into 0.
  return Float64Array.of(minX + 0, minY + 0, minZ + 0, maxX + 0, maxY + 0, maxZ + 0);
};

/** The corners of a mesh's triangles. `words`: a word for each triangle, then the caller's vertex at each corner. */
export interface IndexedCorners {
  readonly corners: Float32Array | Float64Array;
  readonly words: Uint32Array;
  readonly triangleCount: number;
}

/**
 * Copies the positions of the caller's vertices to the corners of the mesh's triangles.
 *
 * @returns the smallest box around the corners: min x y z, max x y z.
 */
export type CornerPlacing = (mesh: IndexedCorners, positions: Float32Array | Float64Array) => Float64Array;

/** Copies the positions of vertices to the corners of triangles, in JavaScript: see {@link CornerPlacing}. */
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
  // Adding 0 to a bound turns -0 into 0. The bits of a bound then do not depend on the order of the corners.
  return Float64Array.of(minX + 0, minY + 0, minZ + 0, maxX + 0, maxY + 0, maxZ + 0);
};

/**
 * Returns the smallest box around the triangles of a mesh: min x y z, max x y z. Skips vertices that no triangle uses.
 *
 * @param index three vertices a triangle, or null if every three vertices are a triangle.
 */
export function boundsOf(
  positions: Float32Array | Float64Array,
  index: Uint16Array | Uint32Array | null,
): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const { length } = index ?? positions;
  const step = index === null ? 3 : 1;
  for (let i = 0; i < length; i += step) {
    const at = index === null ? i : 3 * index[i];
    for (let k = 0; k < 3; k++) {
      const x = positions[at + k];
      if (x < bounds[k]) bounds[k] = x;
      if (x > bounds[k + 3]) bounds[k + 3] = x;
    }
  }
  // Adding 0 to a bound turns -0 into 0. The bits of a bound then do not depend on the order of the corners.
  for (let k = 0; k < 6; k++) bounds[k] += 0;
  return bounds;
}

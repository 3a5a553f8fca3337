/**
 * The smallest box around triangles: min x y z, max x y z. Vertices that no triangle has do not count.
 *
 * @param index three vertices a triangle, or null if every vertex counts.
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
  // Adding 0 turns -0 into 0.
  for (let k = 0; k < 6; k++) bounds[k] += 0;
  return bounds;
}

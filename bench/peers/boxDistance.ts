/** The distance from a point to box `id`, in float64. 0 inside the box. For libraries that leave this to their user. */
export function boxDistance(bounds: Float32Array, id: number, x: number, y: number, z: number): number {
  const at = 6 * id;
  const offsetX = Math.max(bounds[at] - x, 0, x - bounds[at + 3]);
  const offsetY = Math.max(bounds[at + 1] - y, 0, y - bounds[at + 4]);
  const offsetZ = Math.max(bounds[at + 2] - z, 0, z - bounds[at + 5]);
  return Math.sqrt(offsetX * offsetX + offsetY * offsetY + offsetZ * offsetZ);
}

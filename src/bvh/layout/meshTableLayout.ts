/**
 * What the kernel must know of a mesh, as 10 float64 numbers or 20 words:
 * - its origin x y z and the largest magnitude of an axis, as float64 (see SceneMeasure);
 * - the extent on each axis, and the largest of them, as float32, rounded up;
 * - the addresses of its nodes, positions, index and triangles in bytes, and whether the positions are float64, as uint32.
 */
export const MESH_NUMBERS = 10;
export const MESH_ORIGIN = 0;
export const MESH_MAGNITUDE = 3;
/** In words of 4 bytes. */
export const MESH_EXTENTS = 8;
export const MESH_ADDRESSES = 12;

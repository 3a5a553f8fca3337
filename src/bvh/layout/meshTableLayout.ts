/**
 * What the kernel must know of a mesh, as 8 float64 numbers or 16 words:
 * - its origin x y z and the largest magnitude of an axis, as float64 (see SceneMeasure);
 * - the extent on each axis, and the largest of them, as float32, rounded up;
 * - the addresses of its nodes, corners and triangles in bytes, and whether the corners are float64, as uint32.
 */
export const MESH_NUMBERS = 8;
export const MESH_ORIGIN = 0;
export const MESH_MAGNITUDE = 3;
/** In words of 4 bytes. */
export const MESH_EXTENTS = 8;
export const MESH_ADDRESSES = 12;

/**
 * What the kernel must know of a mesh, as flat numbers:
 * - its measure: the origin, the extent on each axis, and the largest magnitude of an axis (see SceneMeasure);
 * - the addresses of its nodes, positions and index in bytes, and whether the positions are float64, as four uint32 words
 *   from number MESH_ADDRESSES on.
 */
export const MESH_NUMBERS = 10;
export const MESH_ORIGIN = 0;
export const MESH_EXTENT = 3;
export const MESH_MAGNITUDE = 6;
export const MESH_ADDRESSES = 8;

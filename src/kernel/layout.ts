/** What the kernel and its host exchange in memory: float64 numbers, by their index. */

/** How large a scene is: see SceneMeasure. */
export const ORIGIN = 0; // and a 0 after its three
export const EXTENT = 4;
export const MAGNITUDE = 7;
export const REACH = 10;
export const OBB_SLOPE = 11;
export const MEASURE_NUMBERS = 12;

/** Numbers a plane takes on its way in: normal x y z, constant. */
export const PLANE_NUMBERS = 4;
/** As many planes go through the kernel at once as an int32 has bits. */
export const PLANE_LIMIT = 32;

/** How many boxes a plane query has found in each of its sets. */
export const SET_COUNTS = 3;

/** Numbers of a ray in a batch: origin x y z, direction x y z. */
export const BATCH_STRIDE = 6;
/** Bits of the cell, on each axis, in which a ray begins; with three for its direction's octant they are its key. */
export const CELL_BITS = 4;
export const RAY_KEYS = 32768;

/** Answers that are not an id. */
export const NO_HIT = -1;
/** The ray's numbers, or the scene's, are outside the sizes that the kernel's float32 margins are derived for. */
export const UNTAMED = -2;

/**
 * A box as flat numbers, prepared for tests along any axis: its bounds in the world, min x y z, max x y z; its centre as the
 * sum of two points, an OBB's translation and where its matrix's linear part takes the middle of the local box; on each world
 * axis the sum of the sizes of all terms that the centre and the bounds are sums of; its three half edges; and the columns of
 * its matrix and the rows of the inverse, which are along the edges and the normals of its faces. An AABB's are those of the
 * identity.
 */
export const FRAME_STRIDE = 42;
export const CENTER = 6;
export const OFFSET = 9;
export const SIZES = 12;
export const HALF_EDGES = 15;
export const EDGES = 24;
export const NORMALS = 33;

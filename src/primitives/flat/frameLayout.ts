/**
 * The frame of a box: flat numbers, prepared for tests along any axis. In this order:
 * - the bounds in the world: min x y z, max x y z. Those of an OBB are widened: see boxFrame.ts;
 * - CENTER and OFFSET: the centre as the sum of two points. For an OBB these are its translation, and the middle of the
 *   local box under the linear part of the matrix;
 * - SIZES: on each world axis, the sum of the sizes of all terms that add up to the centre and the bounds;
 * - HALF_EDGES: the three half edges;
 * - EDGES: the columns of the matrix, which are along the edges;
 * - NORMALS: the rows of the inverse, which are along the normals of the faces.
 *
 * For an AABB, CENTER is the centre, OFFSET is 0, and EDGES and NORMALS are those of the identity.
 */
export const FRAME_STRIDE = 42;
export const CENTER = 6;
export const OFFSET = 9;
export const SIZES = 12;
export const HALF_EDGES = 15;
export const EDGES = 24;
export const NORMALS = 33;

/** The kinds of shape: an axis-aligned box, an oriented box, a sphere, any other convex shape. */
export const AABB_SHAPE = 0;
export const OBB_SHAPE = 1;
export const SPHERE_SHAPE = 2;
export const CONVEX_SHAPE = 3;

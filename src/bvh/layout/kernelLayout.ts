import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';

/**
 * The numbers that the kernel and JavaScript exchange. They are float64, at the start of the kernel's memory, and each
 * constant is an index. The kernel may load two numbers at once from an even index.
 */

/** The ray of a query, and the face that it hits: see rayLayout. */
export const RAY = 0;
/** How large the scene is: see SceneMeasure. */
export const ORIGIN = 16; // three numbers, and a 0
export const EXTENT = 20;
export const MAGNITUDE = 23;
export const REACH = 26;
export const OBB_SLOPE = 27;
/** How many boxes each set of a plane query or an overlap query has. */
export const SET_BOXES = 28;
/** The t of the closest hit, or Infinity if there is none. */
export const HIT_T = 31;
/** The planes of a query: normal x y z and constant each. There can be as many as an int32 has bits. */
export const PLANES = 32;
export const PLANE_NUMBERS = 4;
export const PLANE_LIMIT = 32;
/**
 * The shape of a query, in place of the planes: the frame of a box (see frameLayout), or the centre and radius of a
 * sphere.
 */
export const SHAPE = PLANES;
/** The three slabs of an OBB, after its frame: see queryLayout. */
export const SLABS = SHAPE + FRAME_STRIDE;
/** The node count of the tree that is built or changed. */
export const NODE_COUNT = 160;
/** The t of the triangle after the closest one, or a larger number: see kernel/meshes/raycastInstance.ts. */
export const RUNNER_UP = 161;
/** The point of a query for the nearest boxes, and their greatest distance. */
export const POINT = 162;
export const MAX_DISTANCE = 165;
/** The nearest boxes in order. For each: the id, the distance, the nearest point, and the triangle or -1. */
export const NEIGHBORS = 166;
export const NEIGHBOR_NUMBERS = 6;
/** The most nearest boxes of a query. JavaScript answers for more, as insertion into a sorted list becomes slow. */
export const NEIGHBOR_LIMIT = 32;
/** See SceneMeasure. */
export const TYPICAL_SIZE = 358;
/** See HitTriangle. The triangle is -1 if the closest hit is on a box. */
export const HIT_TRIANGLE = 359;
export const HIT_PLACE = 360;
export const HIT_U = 361;
export const HIT_V = 362;
export const HIT_FRONT = 363;
/**
 * How many numbers are exchanged. Their length in bytes is memoryBase in asconfig.json: data of the kernel comes next.
 */
export const EXCHANGE_NUMBERS = 364;
/** The bytes of the memory of a kernel: these numbers and its data. kernel/index.ts checks that they are enough. */
export const KERNEL_BYTES = 81_920;

/** How many numbers a ray in a batch has: origin x y z, direction x y z. */
export const BATCH_STRIDE = 6;
/** How many numbers the hit of a ray in a batch has: the triangle or -1, u and v. */
export const HIT_TRIANGLE_NUMBERS = 3;
/**
 * How many bits of a ray's sort key each axis of its origin's cell has. Three more bits are the octant of its
 * direction.
 */
export const CELL_BITS = 4;
export const RAY_KEYS = 32768;

/** An answer that is not an id. */
export const NO_HIT = -1;
/**
 * The answer if the numbers of a query or scene are beyond the range for which the float32 margins are derived, or if
 * the margins would be too large beside the boxes to exclude any. JavaScript then answers in float64.
 */
export const NEEDS_FLOAT64 = -2;
/** The answer if a list is full: the nodes of a plane or overlap query, or the candidates along a ray. */
export const NO_ROOM = -3;

/**
 * An entry of the table of meshes, which the kernel reads, as 8 float64 numbers or 16 words:
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

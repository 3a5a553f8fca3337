import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';

/**
 * The numbers that the kernel and its host exchange. They are float64, at the start of the kernel's own memory, and
 * each constant is an index. Two numbers from an even index may be read at once.
 */
/** The ray of a query, and the face that it hits: see rayLayout. */
export const RAY = 0;
/** How large the scene is: see SceneMeasure. */
export const ORIGIN = 16; // and a 0 after its three
export const EXTENT = 20;
export const MAGNITUDE = 23;
export const REACH = 26;
export const OBB_SLOPE = 27;
/** How many boxes a plane query or an overlap query has found for each of its sets. */
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
/** The three slabs of an OBB, after its frame: see slabLayout. */
export const SLABS = SHAPE + FRAME_STRIDE;
/** How many nodes there are in a tree that is built or changed. */
export const NODE_COUNT = 160;
/** The t of the triangle after the closest one, or a larger number: see kernel/meshes/raycastInstance.ts. */
export const RUNNER_UP = 161;
/** The point of a query for the nearest boxes, and how far they may be. */
export const POINT = 162;
export const MAX_DISTANCE = 165;
/** The nearest boxes in order. For each: id, distance, the nearest point, and the triangle or -1. */
export const NEIGHBORS = 166;
export const NEIGHBOR_NUMBERS = 6;
/** For more nearest boxes than this, a sorted list is not suitable. */
export const NEIGHBOR_LIMIT = 32;
/** See SceneMeasure. */
export const TYPICAL_SIZE = 358;
/** See HitTriangle. The triangle is -1 if the closest hit is on a box. */
export const HIT_TRIANGLE = 359;
export const HIT_PLACE = 360;
export const HIT_U = 361;
export const HIT_V = 362;
export const HIT_FRONT = 363;
/** The kernel's working memory comes after these numbers: memoryBase in asconfig.json, in bytes. */
export const EXCHANGE_NUMBERS = 364;
/** The size of all the kernel's own memory in bytes. It is at least what the kernel needs. */
export const KERNEL_BYTES = 81_920;

/** How many numbers a ray in a batch has: origin x y z, direction x y z. */
export const BATCH_STRIDE = 6;
/** How many numbers there are for the triangle that a ray of a batch hits: the triangle or -1, u and v. */
export const HIT_TRIANGLE_NUMBERS = 3;
/**
 * The key of a ray is the cell in which it begins, with this many bits on each axis, and three bits for the octant of
 * its direction.
 */
export const CELL_BITS = 4;
export const RAY_KEYS = 32768;

/** An answer that is not an id. */
export const NO_HIT = -1;
/**
 * The answer when the query or the scene has sizes for which the kernel's float32 margins are not derived, or sizes so
 * unlike those of the boxes that the margins would exclude nothing.
 */
export const NEEDS_FLOAT64 = -2;
/** The lists of a plane query or of an overlap query are full, or that of what lies ahead of a ray. */
export const NO_ROOM = -3;

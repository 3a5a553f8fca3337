import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';

/**
 * What the kernel and its host exchange, where the kernel's own memory begins: float64 numbers, by their index. What is of even
 * index may be read two numbers at a time.
 */
/** The ray that is asked about: see rayLayout. */
export const RAY = 0;
/** The outward normal, of any length, of the face that the ray meets; and 1 where it starts inside the box, or 0. */
export const FACE = 10;
/** How large the scene is: see SceneMeasure. */
export const ORIGIN = 14; // and a 0 after its three
export const EXTENT = 18;
export const MAGNITUDE = 21;
export const REACH = 24;
export const OBB_SLOPE = 25;
/** How many boxes a plane query, or an overlap, has found in each of its sets. */
export const SET_BOXES = 26;
/** The t of the closest hit, Infinity where there is none. */
export const HIT_T = 29;
/** The planes that are asked about: normal x y z and constant each, and as many as an int32 has bits. */
export const PLANES = 30;
export const PLANE_NUMBERS = 4;
export const PLANE_LIMIT = 32;
/** In their place, the shape that is asked about: a box's frame (see frameLayout), or a sphere's centre and radius. */
export const SHAPE = PLANES;
/** After an OBB's frame, its three slabs: see slabLayout. */
export const SLABS = SHAPE + FRAME_STRIDE;
/**
 * Of the tree that is changed: how many boxes and nodes there are, and room for how many nodes; how improving goes on; and
 * the areas of its nodes: see Tree.
 */
export const BOXES = 158;
export const NODE_COUNT = 159;
export const CAPACITY = 160;
export const WORK = 161;
export const DUE = 162;
export const CURSOR = 163;
export const LEVEL_SHIFT = 164;
export const LEVEL_OFFSET = 165;
export const AREAS = 166;
/** Where the ray enters the box after the closest one, Infinity where none is known: see kernel/query/walkRay.ts. */
export const RUNNER_UP = 167;
/** The point whose nearest boxes are asked for, and how far they may be. */
export const POINT = 168;
export const MAX_DISTANCE = 171;
/** The nearest boxes in order: id, distance and the point of the box that is nearest, each. */
export const NEIGHBORS = 172;
export const NEIGHBOR_NUMBERS = 5;
/** For more of them than this, a sorted list is not the thing. */
export const NEIGHBOR_LIMIT = 32;
/** See SceneMeasure. */
export const TYPICAL_SIZE = 332;
/** What the kernel works with comes after them: memoryBase in asconfig.json, in bytes. */
export const EXCHANGE_NUMBERS = 334;
/** Bytes of all its own memory, no less than it needs. */
export const KERNEL_BYTES = 32_768;

/** Numbers of a ray in a batch: origin x y z, direction x y z. */
export const BATCH_STRIDE = 6;
/** Bits of the cell, on each axis, in which a ray begins; with three for its direction's octant they are its key. */
export const CELL_BITS = 4;
export const RAY_KEYS = 32768;

/** Answers that are not an id. */
export const NO_HIT = -1;
/**
 * What is asked, or the scene, is of sizes that the kernel's float32 margins are not derived for, or so unlike the boxes'
 * that they would tell nothing.
 */
export const UNTAMED = -2;
/** The lists of a plane query, or of an overlap, are full. */
export const NO_ROOM = -1;

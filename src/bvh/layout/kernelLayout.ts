import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';

/**
 * The indices of the numbers that the WebAssembly kernel and JavaScript exchange, as float64, at the start of the
 * kernel's memory. The kernel may load two numbers at once from an even index.
 */

/** The index, in the numbers exchanged with the kernel, of the ray and of the face that it hits: see rayLayout. */
export const RAY = 0;
/** The indices, in the numbers exchanged with the kernel, of the measure of the scene: see SceneMeasure. */
export const ORIGIN = 16; // three numbers, and a 0
export const EXTENT = 20;
export const MAGNITUDE = 23;
export const REACH = 26;
export const OBB_SLOPE = 27;
/** The index, in the numbers exchanged with the kernel, of a query's box counts: one number per result set. */
export const SET_BOXES = 28;
/**
 * The index, in the numbers exchanged with the kernel, of a number that is 0 if an overlap query leaves no slot to JavaScript. An
 * overlap query has one result set, so its count leaves this number free.
 */
export const SET_UNDECIDED = 29;
/** The index, in the numbers exchanged with the kernel, of the sum of a ray's signed crossings with the triangles of a mesh. */
export const CROSSINGS = 30;
/** The index, in the numbers exchanged with the kernel, of the t of a ray's closest hit. Infinity means no hit. */
export const HIT_T = 31;
/**
 * The index, in the numbers exchanged with the kernel, of a query's planes: normal x y z and constant each. A query has
 * at most as many planes as an int32 has bits.
 */
export const PLANES = 32;
export const PLANE_NUMBERS = 4;
export const PLANE_LIMIT = 32;
/**
 * The index, in the numbers exchanged with the kernel, of an overlap query's shape: the frame of a box (see
 * frameLayout), the centre and radius of a sphere, or the bounds of another shape. A sweep has the vertices of the moving
 * shape there, or the record of a box (see boxLayout). Other queries have their planes there.
 */
export const SHAPE = PLANES;
/**
 * The indices, in the numbers exchanged with the kernel, of the core of a shape that does not move: how many vertices it has, 0 if it is
 * not known, the distance beyond which nothing matters, and the vertices.
 */
export const CORE_COUNT = SHAPE;
export const CORE_DISTANCE = SHAPE + 1;
export const CORE_VERTICES = SHAPE + 2;
/** The index, in the numbers exchanged with the kernel, of the three slabs of a query's OBB: see queryLayout. */
export const SLABS = SHAPE + FRAME_STRIDE;
/** The index, in the numbers exchanged with the kernel, of the node count of the tree that is built or changed. */
export const NODE_COUNT = 160;
/** How many triangles of a linked box are listed from CANDIDATES on. 0 if JavaScript must find them. */
export const CANDIDATE_COUNT = 161;
/** The indices, in the numbers exchanged with the kernel, of the point of `nearest` and of the greatest distance that counts. */
export const POINT = 162;
export const MAX_DISTANCE = 165;
/**
 * The index, in the numbers exchanged with the kernel, of the boxes that `nearest` finds, in order. Each has 6 numbers:
 * the id, the distance, the nearest point x y z, and the triangle or -1.
 */
export const NEIGHBORS = 166;
export const NEIGHBOR_NUMBERS = 6;
/**
 * The most boxes that the kernel's `nearest` finds. JavaScript answers queries for more boxes, as insertion into the
 * kernel's sorted list becomes slow.
 */
export const NEIGHBOR_LIMIT = 32;
/** The index, in the numbers exchanged with the kernel, of the typical size of a box: see SceneMeasure. */
export const TYPICAL_SIZE = 358;
/**
 * The indices, in the numbers exchanged with the kernel, of the triangle that a ray hits: see HitTriangle. The triangle
 * is -1 if the closest hit is on a box.
 */
export const HIT_TRIANGLE = 359;
export const HIT_PLACE = 360;
export const HIT_U = 361;
export const HIT_V = 362;
export const HIT_FRONT = 363;
/** A t up to which the ray certainly hits one of the listed triangles: see kernel/meshes/triangleCandidates.ts. */
export const CANDIDATE_BOUND = 364;
/** The least t of what lies ahead of the ray after a candidate, or Infinity. */
export const NEXT_T = 365;
/** The numbers of the triangles of a linked box that may be the closest hit. */
export const CANDIDATES = 366;
/** The most triangles that the kernel lists there. */
export const CANDIDATE_LIMIT = 16;
/**
 * The indices, in the numbers exchanged with the kernel, of the table of the scene that the kernel works on: the
 * addresses of its arrays and of the node at which queries begin, or 0 for none, and the number of its placeholders.
 * The kernel's `bind` reads it: see kernel/memory/boundScene.ts.
 */
export const SCENE = 382;
export const SCENE_NODES = SCENE;
export const SCENE_PLACES = SCENE + 1;
export const SCENE_MASKS = SCENE + 2;
export const SCENE_AABB32 = SCENE + 3;
export const SCENE_AABB64 = SCENE + 4;
export const SCENE_OBBS = SCENE + 5;
export const SCENE_GLOBAL_IDS = SCENE + 6;
export const SCENE_PLACEHOLDERS = SCENE + 7;
export const SCENE_ROOT = SCENE + 8;
export const SCENE_BOX_SLOTS = SCENE + 9;
export const SCENE_PARENT_SLOTS = SCENE + 10;
export const SCENE_HEIGHTS = SCENE + 11;
export const SCENE_NUMBERS = 12;
/**
 * The indices, in the numbers exchanged with the kernel, of what a shape may meet: the number of a triangle, NO_TRIANGLE
 * for a box, or WHOLE_INSTANCE for an instance whose triangles JavaScript must find; then the corners of the triangle in
 * the world.
 */
export const MET_TRIANGLE = SCENE + SCENE_NUMBERS;
export const MET_CORNERS = MET_TRIANGLE + 1;
export const WHOLE_INSTANCE = -2;
/**
 * The indices, in the numbers exchanged with the kernel, of the first hit of a sweep that the kernel has decided about: the id or NO_HIT,
 * the triangle or NO_TRIANGLE, the t, the point and the normal; then of what is hit the core, 1 for an oriented box or else 0, and the
 * spans (see ConvexShape).
 */
export const FIRST_ID = MET_CORNERS + 9;
export const FIRST_TRIANGLE = FIRST_ID + 1;
export const FIRST_T = FIRST_ID + 2;
export const FIRST_CONTACT = FIRST_ID + 3;
export const FIRST_CORE = FIRST_CONTACT + 6;
export const FIRST_ORIENTED = FIRST_CORE + 1;
export const FIRST_SPANS = FIRST_CORE + 2;
/**
 * How many numbers the kernel and JavaScript exchange. 8 times as many bytes are memoryBase in asconfig.json, the
 * address where the kernel's data begins.
 */
export const EXCHANGE_NUMBERS = FIRST_SPANS + 9;
/** The bytes of the memory of a kernel: these numbers and its data. kernel/index.ts checks that they are enough. */
export const KERNEL_BYTES = 98_304;

/** How many numbers a ray in a batch has: origin x y z, direction x y z. */
export const BATCH_STRIDE = 6;
/**
 * How many numbers the hit of a ray in a batch has: the triangle or -1, the barycentric u and v, and 1 for the front of a triangle or
 * else 0.
 */
export const HIT_TRIANGLE_NUMBERS = 4;
/**
 * How many bits of a ray's sort key are for each axis of the cell that contains the ray's origin. Three more bits are
 * the octant of the ray's direction.
 */
export const CELL_BITS = 4;
export const RAY_KEYS = 32768;

/** What a ray query of the kernel returns, instead of an id, if the ray hits nothing. */
export const NO_HIT = -1;
/**
 * What the kernel returns if the numbers of a query or scene are beyond the range for which the float32 margins are
 * derived, or if the margins would be too large beside the boxes to exclude any. JavaScript then answers in float64.
 */
export const NEEDS_FLOAT64 = -2;
/** What the kernel returns if it needs the moving shape, because it has found the first box that the shape may touch. */
export const NEEDS_SWEEP = -4;
/** What the kernel returns if a list is full: the nodes of a plane or overlap query, or the candidates along a ray. */
export const NO_ROOM = -3;

/**
 * The entry of a mesh in the table of meshes, which the kernel reads, as 8 float64 numbers or 16 words:
 * - the mesh's origin x y z and the largest magnitude of an axis, as float64 (see SceneMeasure);
 * - the mesh's extent on each axis, and the largest extent, as float32, rounded up;
 * - the addresses of the mesh's nodes, corners and triangles in bytes, and whether the corners are float64, as uint32.
 */
export const MESH_NUMBERS = 8;
export const MESH_ORIGIN = 0;
export const MESH_MAGNITUDE = 3;
/** The offsets of a mesh's extents and addresses in its entry of the table of meshes, in words of 4 bytes. */
export const MESH_EXTENTS = 8;
export const MESH_ADDRESSES = 12;

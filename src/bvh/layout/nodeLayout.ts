/**
 * The layout of a node's bytes. No other file defines the layout.
 *
 * A node has 64 words of 4 bytes. Its eight slots are a structure of arrays: one load reads the same bound of
 * neighbouring slots.
 *
 *     word  0..7   minX of the slots     float32, relative to the tree's origin, rounded outward
 *     word  8..15  minY
 *     word 16..23  minZ
 *     word 24..31  maxX
 *     word 32..39  maxY
 *     word 40..47  maxZ
 *     word 48..55  child                 int32: the index of the child node (see DUPLICATES), ~id of a box, or EMPTY
 *     word 56..63  content               uint32: how many boxes are below a child node, or a box's place (see below)
 *
 * Used slots come first. An empty slot has inverted bounds (min Infinity, max -Infinity), so any test by comparison
 * rejects it. Node 0 is the root.
 *
 * A tree is packed until it is changed in place. In a packed tree a child comes after its parent, and all nodes below a
 * node follow one another, from its first child on.
 *
 * The content word of a box is its place in the BoxStore: 2 bits of kind and 30 bits of index. If the bounds of the
 * slot equal the box, the kind is IN_SLOT instead, and no record needs to be read.
 */
export const WIDTH = 8;
export const NODE_WORDS = 64;
/** Log2 of NODE_WORDS: the first word of a node is `index << NODE_SHIFT`. */
export const NODE_SHIFT = 6;

export const MIN_X = 0;
export const MIN_Y = 8;
export const MIN_Z = 16;
export const MAX_X = 24;
export const MAX_Y = 32;
export const MAX_Z = 40;
export const CHILD = 48;
export const CONTENT = 56;

/**
 * A bit in the child word of a slot that marks a run of duplicates: all boxes below the slot are equal, bit for bit.
 * The first box, in slot 0 of the leftmost node, has the smallest id, so a ray tests only this box. All bounds in a run
 * are equal, and the slots of all nodes in it are marked, too.
 *
 * Shifting a child word to a word index or an address drops the bit. To get the index of the child node, use nodeOf.
 */
export const DUPLICATES = 1 << 29;

/** Returns the index of the child node in a slot's child word that is not negative, without the bit of duplicates. */
export function nodeOf(child: number): number {
  return child & ~DUPLICATES;
}

/** The child word of an empty slot. ~EMPTY is greater than every id. */
export const EMPTY = -0x80000000;
/** The most ids that the boxes of a scene can have. Every id is less than this number. */
export const ID_LIMIT = 0x3fffffff;

/** The kinds of a box's place: its numbers are in the slot, or in a record of a float32 AABB, float64 AABB or OBB. */
export const IN_SLOT = 0;
export const AABB_32 = 1;
export const AABB_64 = 2;
export const OBB = 3;

/** How many bits the kind of a box is shifted by in its place. The bits below are the index of the box's record. */
export const KIND_SHIFT = 30;
export const INDEX_MASK = 0x3fffffff;

export function makePlace(kind: number, index: number): number {
  return ((kind << KIND_SHIFT) | index) >>> 0;
}

export function kindOf(place: number): number {
  return place >>> KIND_SHIFT;
}

export function indexOf(place: number): number {
  return place & INDEX_MASK;
}

/** From this depth of a tree on, a build splits ranges in the middle, not by SAH, so that no tree exceeds MAX_DEPTH. */
export const MAX_SAH_DEPTH = 64;

/**
 * From this depth of a tree on, a box is inserted where there are fewest boxes, even if another slot is cheaper.
 * Otherwise, insertions of equal boxes would turn the tree into a list.
 */
export const BALANCED_DEPTH = 24;

/** The greatest depth of a tree. Below MAX_SAH_DEPTH, every level halves a range of less than 2^30 boxes. */
export const MAX_DEPTH = MAX_SAH_DEPTH + 30;

/** The most triangles in a slot of a mesh's tree. The kernel tests all triangles of a slot at once. */
export const SLOT_TRIANGLES = 4;

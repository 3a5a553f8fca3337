/**
 * The bytes of a node. Only this file defines them.
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
 * The content word of a box is its place in the leaf store: 2 bits of kind and 30 bits of index. If the bounds of the
 * slot are exactly the box, the kind is IN_SLOT instead, and nothing else needs to be read.
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
 * A bit in the child word of a slot that holds a run of duplicates: all boxes below the slot are the same, bit for bit. Of these, the
 * first, which is in slot 0 of the node on the far left, has the smallest id. So a ray need only test this one. All
 * bounds in a run of duplicates are equal, and every node below it is the child of a run of duplicates, too.
 *
 * The bit is lost when the index is shifted to a word or an address. Only an index that is used as such must be taken
 * from nodeOf.
 */
export const DUPLICATES = 1 << 29;

/** The index in the child word of a slot that holds a node. */
export function nodeOf(child: number): number {
  return child & ~DUPLICATES;
}

/** The child word of an empty slot. ~EMPTY is greater than every id. */
export const EMPTY = -0x80000000;
/** Every id is less than this. */
export const ID_LIMIT = 0x3fffffff;

/** The kinds of places. */
export const IN_SLOT = 0;
export const AABB_32 = 1;
export const AABB_64 = 2;
export const OBB = 3;

/** A place is its kind, shifted by this many bits, with its index in the bits below. */
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

/** Deeper than this, ranges are split in the middle. No input can then make a tree deeper than MAX_DEPTH. */
export const MAX_SAH_DEPTH = 64;

/**
 * Deeper than this, a box is inserted where there are fewest boxes, even if another place is cheaper: a tree must not
 * become a list.
 */
export const BALANCED_DEPTH = 24;

/** No tree is deeper than this. Deeper than MAX_SAH_DEPTH, every level halves a range of less than 2^30 boxes. */
export const MAX_DEPTH = MAX_SAH_DEPTH + 30;

/** How many triangles of a mesh may share a slot. The kernel tests so many at once. */
export const SLOT_TRIANGLES = 4;

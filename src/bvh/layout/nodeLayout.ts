/**
 * The bytes of a node: the one file that knows them.
 *
 * A node is 64 words of 4 bytes, eight slots as a structure of arrays, so that one load reads the same bound of
 * neighbouring slots:
 *
 *     word  0..7   minX of the slots     float32, relative to the tree's origin, rounded outward
 *     word  8..15  minY
 *     word 16..23  minZ
 *     word 24..31  maxX
 *     word 32..39  maxY
 *     word 40..47  maxZ
 *     word 48..55  child                 int32: the child node's index, or ~id of a box, or EMPTY
 *     word 56..63  content               uint32: boxes below a child node, or where a box is stored (see below)
 *
 * Used slots come first. An empty slot's bounds are inverted (min Infinity, max -Infinity), so that any test by
 * comparison passes it over. Node 0 is the root. While a tree is packed, that is until it is changed in place, a child comes
 * after its parent, and all nodes below a node follow one another, from its first child on.
 *
 * A box's content word is its place in the leaf store, 2 bits of kind and 30 of index, except that the kind is IN_SLOT
 * where the slot's own bounds are the box, to the last bit: then nothing else need be read.
 */
export const WIDTH = 8;
export const NODE_WORDS = 64;
/** Log2 of NODE_WORDS: a node's first word is `index << NODE_SHIFT`. */
export const NODE_SHIFT = 6;

export const MIN_X = 0;
export const MIN_Y = 8;
export const MIN_Z = 16;
export const MAX_X = 24;
export const MAX_Y = 32;
export const MAX_Z = 40;
export const CHILD = 48;
export const CONTENT = 56;

/** The child word of an unused slot; ~EMPTY is above every id. */
export const EMPTY = -0x80000000;
/** Ids are below this. */
export const ID_LIMIT = 0x3fffffff;

/** Kinds of place. */
export const IN_SLOT = 0;
export const AABB_32 = 1;
export const AABB_64 = 2;
export const OBB = 3;

/** A place is its kind, shifted by so many bits, and its index in the bits below. */
export const KIND_SHIFT = 30;
export const INDEX_MASK = 0x3fffffff;

export function placeOf(kind: number, index: number): number {
  return ((kind << KIND_SHIFT) | index) >>> 0;
}

export function kindOf(place: number): number {
  return place >>> KIND_SHIFT;
}

export function indexOf(place: number): number {
  return place & INDEX_MASK;
}

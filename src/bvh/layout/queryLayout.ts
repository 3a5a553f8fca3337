import { MAX_DEPTH, WIDTH } from './nodeLayout';

/**
 * The sets of a split by a plane, as shifts in the word of an opened node (see slotSet). From its shift on, each set
 * has eight bits, one for each slot. UNDECIDED has the slots of boxes that are not tested yet.
 */
export const FRONT = 0;
export const CROSSING = 8;
export const BACK = 16;
export const UNDECIDED = 24;

/** The sets of a cull by planes, as shifts in the word of an opened node, where each set has a bit for each slot. */
export const INSIDE = 0;
export const CUT = 8;
export const CUT_TWICE = 16;

/** The set of the boxes that overlap a shape, as a shift in the word of an opened node. */
export const FOUND = 0;

/**
 * The numbers of the slab between two opposite faces of an OBB: the normal x y z, low - margin, low + margin,
 * high - margin, high + margin.
 */
export const SLAB_STRIDE = 7;
export const LOW_OUTSIDE = 3;
export const LOW_INSIDE = 4;
export const HIGH_INSIDE = 5;
export const HIGH_OUTSIDE = 6;

/** The most pairs to which comparing two slots can lead: each slot below the first with each slot below the second. */
export const PAIRS_AT_ONCE = WIDTH * WIDTH;

/** The most pairs of slots on the stack of a pair query. Every comparison descends at least one level on one side. */
export const PAIR_STACK = 2 * MAX_DEPTH * PAIRS_AT_ONCE;

import { MAX_DEPTH, WIDTH } from './nodeLayout';

/**
 * The sets of a split by a plane. In the word of an opened node (see slotSet), each set has eight bits, one for each
 * slot, from this bit on. UNDECIDED has the slots of boxes that are not tested yet.
 */
export const FRONT = 0;
export const CROSSING = 8;
export const BACK = 16;
export const UNDECIDED = 24;

/** The sets of a cull by planes. */
export const INSIDE = 0;
export const CUT = 8;
export const CUT_TWICE = 16;

/** The set of the boxes that overlap a shape. */
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

/** The most pairs that comparing two slots can lead to: every slot below one with every slot below the other. */
export const PAIRS_AT_ONCE = WIDTH * WIDTH;

/** The most pairs of slots on the stack. Every comparison descends at least one level on one side. */
export const PAIR_STACK = 2 * MAX_DEPTH * PAIRS_AT_ONCE;

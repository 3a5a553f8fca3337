import { MAX_DEPTH, WIDTH } from './nodeLayout';

/**
 * The word of an opened node has eight bits for each set of a query, from these bits on: see slotSet. These are the
 * sets of a split. UNDECIDED holds boxes that are not tested yet.
 */
export const FRONT = 0;
export const CROSSING = 8;
export const BACK = 16;
export const UNDECIDED = 24;

/** The sets of a cull. */
export const INSIDE = 0;
export const CUT = 8;
export const CUT_TWICE = 16;

/** The set of the boxes that overlap a shape. */
export const FOUND = 0;

/**
 * The numbers of a slab between two faces of an OBB: normal x y z, then low minus and plus a margin, and high minus and
 * plus a margin.
 */
export const SLAB_STRIDE = 7;
export const LOW_OUTSIDE = 3;
export const LOW_INSIDE = 4;
export const HIGH_INSIDE = 5;
export const HIGH_OUTSIDE = 6;

/** The most pairs that comparing two slots can lead to: every slot below one with every slot below the other. */
export const PAIRS_AT_ONCE = WIDTH * WIDTH;

/** The most pairs of slots that can wait. Every comparison goes down at least one level on one side. */
export const PAIR_STACK = 2 * MAX_DEPTH * PAIRS_AT_ONCE;

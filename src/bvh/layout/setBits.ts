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

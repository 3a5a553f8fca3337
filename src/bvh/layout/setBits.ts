/** Which eight bits of an opened node's word are which set's: see slotSet. A split's; the last are boxes not told yet... */
export const FRONT = 0;
export const CROSSING = 8;
export const BACK = 16;
export const UNDECIDED = 24;

/** ...a cull's... */
export const INSIDE = 0;
export const CUT = 8;

/** ...and that of the boxes which overlap a shape. */
export const FOUND = 0;

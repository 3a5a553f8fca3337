/**
 * How far from a box three.js may find a hit in it, since it rounds differently. Relative to the numbers that the hit is
 * computed from. Boxes are searched as far before `near` and beyond `far`. three.js itself keeps to both exactly.
 */
export const GRACE = 1e-9;

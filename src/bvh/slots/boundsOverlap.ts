/**
 * What a slot's bounds tell about the boxes below it: 1 if all overlap a shape, -1 if none does, 0 if it is unknown.
 */
export type BoundsOverlap = 1 | 0 | -1;

/** What a slot's bounds tell of the boxes below it: 1 where all of them overlap a shape, -1 where none does, 0 nothing. */
export type BoundsOverlap = 1 | 0 | -1;

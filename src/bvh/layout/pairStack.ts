import { MAX_DEPTH } from './maxDepth';
import { WIDTH } from './nodeLayout';

/** Pairs that two slots of a node can be compared with at once: each of the one's with each of the other's. */
export const PAIRS_AT_ONCE = WIDTH * WIDTH;

/** Pairs of slots that can wait at most: every comparison goes down one level on one side at least. */
export const PAIR_STACK = 2 * MAX_DEPTH * PAIRS_AT_ONCE;

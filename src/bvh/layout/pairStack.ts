import { MAX_DEPTH } from './maxDepth';
import { WIDTH } from './nodeLayout';

/** The most pairs that comparing two slots can lead to: every slot below one with every slot below the other. */
export const PAIRS_AT_ONCE = WIDTH * WIDTH;

/** The most pairs of slots that can wait. Every comparison goes down at least one level on one side. */
export const PAIR_STACK = 2 * MAX_DEPTH * PAIRS_AT_ONCE;

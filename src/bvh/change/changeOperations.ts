import { applyChanges } from './applyChanges';
import { markPiles } from '../tree/piles';
import { sumAreas } from '../tree/sumAreas';
import { refit, refitChanged } from './refit';

/** The operations that change a tree, in JavaScript. The kernel has its own of each: see backend/wasmBackend.ts. */
export const changeOperations = { refit, refitChanged, applyChanges, markPiles, sumAreas };

export type ChangeOperations = typeof changeOperations;

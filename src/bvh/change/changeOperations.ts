import { applyChanges } from './applyChanges';
import { optimize } from './optimize';
import { refit, refitChanged } from './refit';

/** The operations that change a tree, in JavaScript. The kernel has its own of each: see backend/wasmBackend.ts. */
export const changeOperations = { refit, refitChanged, applyChanges, optimize };

export type ChangeOperations = typeof changeOperations;

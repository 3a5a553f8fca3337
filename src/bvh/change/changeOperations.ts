import { applyChanges } from './applyChanges';
import { optimize } from './optimize';
import { refit, refitChanged } from './refit';

/** What brings a tree up to date, in JavaScript. The kernel has each once more: see backend/wasmBackend.ts. */
export const changeOperations = { refit, refitChanged, applyChanges, optimize };

export type ChangeOperations = typeof changeOperations;

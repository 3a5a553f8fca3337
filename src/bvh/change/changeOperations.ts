import { applyChanges } from './applyChanges';
import { markDuplicates } from '../tree/duplicates';
import { sumAreas } from '../tree/areas';
import type { Tree } from '../tree/tree';
import { refit, refitChanged } from './refit';

/** The operations that change a tree, in JavaScript. The kernel has all of them, too: see backend/createBackend.ts. */
export const changeOperations = {
  refit,
  refitChanged,
  applyChanges,
  markDuplicates,
  sumAreas: ({ nodes }: Tree, firstNode: number, endNode: number, withBoxes: boolean): number =>
    sumAreas(nodes, firstNode, endNode, withBoxes),
};

export type ChangeOperations = typeof changeOperations;

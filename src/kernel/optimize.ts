import { LEVEL_SHIFT, OFFSET_STEP, TREELET_ITEMS } from '../bvh/treeletSize';
import { BOXES, CURSOR, DUE, LEVEL_OFFSET, NODE_COUNT } from './layout';
import { nodeCount, setNodeCount } from './nodes';
import { rebuildTreelet } from './rebuildTreelet';
import { measured, setMeasured } from './scene';
import { isTreeletRoot } from './treelets';

/** Rebuilds treelets until no more is due: see bvh/optimize.ts. */
export function optimize(scratch: usize): void {
  setNodeCount(<i32>measured(NODE_COUNT));
  let cursor = <i32>measured(CURSOR);
  let due = measured(DUE);
  const capacity = min(TREELET_ITEMS, <i32>measured(BOXES));
  for (let visited = 0; due > 0 && visited < nodeCount; visited++) {
    if (cursor >= nodeCount) {
      cursor = 0;
      setMeasured(LEVEL_OFFSET, (<i32>measured(LEVEL_OFFSET) + OFFSET_STEP) % LEVEL_SHIFT);
    }
    if (isTreeletRoot(cursor)) due -= rebuildTreelet(cursor, scratch, capacity);
    cursor++;
  }
  setMeasured(NODE_COUNT, nodeCount);
  setMeasured(CURSOR, cursor);
  setMeasured(DUE, min(due, 0));
}

import { CAPACITY, CURSOR, DUE, LEVEL_OFFSET, LEVEL_SHIFT, NODE_COUNT } from './layout';
import { nodeCount, setNodeCount } from './nodes';
import { rebuildTreelet } from './rebuildTreelet';
import { measured, setMeasured } from './scene';
import { isTreeletRoot, spareNodes } from './treelets';

/** Rebuilds treelets until no more is due: see bvh/optimize.ts. */
export function optimize(scratch: usize): void {
  setNodeCount(<i32>measured(NODE_COUNT));
  let cursor = <i32>measured(CURSOR);
  let due = measured(DUE);
  const capacity = <i32>measured(CAPACITY);
  for (let visited = 0; due > 0 && visited < nodeCount; visited++) {
    if (nodeCount + spareNodes() > capacity) {
      end(cursor, due);
      return;
    }
    if (cursor >= nodeCount) {
      cursor = 0;
      setMeasured(LEVEL_OFFSET, measured(LEVEL_OFFSET) == 0 ? <i32>measured(LEVEL_SHIFT) >> 1 : 0);
    }
    if (isTreeletRoot(cursor)) due -= rebuildTreelet(cursor, scratch);
    cursor++;
  }
  end(cursor, min(due, 0));
}

function end(cursor: i32, due: f64): void {
  setMeasured(NODE_COUNT, nodeCount);
  setMeasured(CURSOR, cursor);
  setMeasured(DUE, due);
}

import { CAPACITY, CURSOR, DUE, LEVEL_OFFSET, LEVEL_SHIFT, NODE_COUNT } from '../../bvh/layout/kernelLayout';
import { exchanged, setExchanged } from '../memory/exchange';
import { nodeCount, setNodeCount } from '../tree/nodes';
import { rebuildTreelet } from './rebuildTreelet';
import { isTreeletRoot, spareNodes } from './treelets';

/** Rebuilds treelets until the work that is due is done: see bvh/change/optimize.ts. */
export function optimize(scratch: usize): void {
  setNodeCount(<i32>exchanged(NODE_COUNT));
  let cursor = <i32>exchanged(CURSOR);
  let due = exchanged(DUE);
  const capacity = <i32>exchanged(CAPACITY);
  for (let visited = 0; due > 0 && visited < nodeCount; visited++) {
    if (nodeCount + spareNodes() > capacity) {
      end(cursor, due);
      return;
    }
    if (cursor >= nodeCount) {
      cursor = 0;
      setExchanged(LEVEL_OFFSET, exchanged(LEVEL_OFFSET) == 0 ? <i32>exchanged(LEVEL_SHIFT) >> 1 : 0);
    }
    if (isTreeletRoot(cursor)) due -= rebuildTreelet(cursor, scratch);
    cursor++;
  }
  end(cursor, min(due, 0));
}

function end(cursor: i32, due: f64): void {
  setExchanged(NODE_COUNT, nodeCount);
  setExchanged(CURSOR, cursor);
  setExchanged(DUE, due);
}

import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../bvh/nodeLayout';
import { ROW_WORDS } from '../bvh/rowLayout';
import { fit, setBox } from './collapse';
import { measureScene } from './measureScene';
import { writeRowBounds } from './rows';
import { nodes, places } from './scene';

const ROW: usize = memory.data(ROW_WORDS * 4, 16);

/** Fits the tree to the boxes as they are now: see bvh/refit.ts. */
export function refit(idLimit: i32, nodeCount: i32): void {
  measureScene(idLimit);
  for (let index = nodeCount - 1; index >= 0; index--) {
    const node = nodes + (<usize>index << (NODE_SHIFT + 2));
    for (let slot = node; slot < node + WIDTH * 4; slot += 4) {
      const child = load<i32>(slot, CHILD * 4);
      if (child >= 0) {
        fit(slot, child);
      } else if (child != EMPTY) {
        writeRowBounds(load<u32>(places + (<usize>~child << 2)), ROW);
        setBox(slot, ~child, ROW);
      }
    }
  }
}

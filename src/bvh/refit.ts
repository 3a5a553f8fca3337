import { CHILD, NODE_SHIFT, WIDTH } from './nodeLayout';
import { measureScene } from './measureScene';
import { ROW_WORDS } from './rowLayout';
import { writeBox, writeRowBounds } from './rows';
import { areaOfSlot } from './statistics';
import type { Nodes } from './nodes';
import type { Tree } from './tree';

const row = new Float32Array(ROW_WORDS);

/** Fits a tree whose paths are traced to its boxes as they are now, the very ones that it holds, and measures the scene anew. */
export function refit(tree: Tree): void {
  const { leaves, paths } = tree;
  Object.assign(tree, measureScene(leaves));
  for (let id = 0; id < leaves.idLimit; id++) {
    if (!leaves.has(id)) continue;
    writeRowBounds(leaves, tree, leaves.places[id], row, 0);
    writeBox(tree, paths.boxSlots[id], id, row, 0);
  }
  fitNodes(tree);
}

/** Fits the bounds of all nodes to what is in their slots; returns the sum of half their areas. */
export function fitNodes({ nodes }: Tree): number {
  return fitBelow(nodes, 0);
}

function fitBelow(nodes: Nodes, node: number): number {
  const first = node << NODE_SHIFT;
  let areas = 0;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = nodes.int32[slot + CHILD];
    if (child < 0) continue;
    areas += fitBelow(nodes, child);
    nodes.fit(slot, child);
    areas += areaOfSlot(nodes, slot);
  }
  return areas;
}

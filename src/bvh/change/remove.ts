import { CONTENT, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { freeNode, moveSlot } from '../tree/moveSlots';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';
import { fitUpward } from './refit';
import { bringFirstUpward } from './updateDuplicates';

/** Removes a box from a tree. If the other slots of the box's node then fit into the parent node, moves them there. */
export function remove(tree: Tree, id: number): void {
  const { nodes, paths } = tree;
  const { int32 } = nodes;
  const { boxSlots, parentSlots } = paths;
  const slot = boxSlots[id];
  const node = slot >> NODE_SHIFT;
  boxSlots[id] = NO_SLOT;
  for (let above = parentSlots[node]; above !== NO_SLOT; above = parentSlots[above >> NODE_SHIFT]) {
    int32[above + CONTENT]--;
  }
  const used = nodes.usedSlots(node) - 1;
  const last = (node << NODE_SHIFT) + used;
  if (slot !== last) moveSlot(tree, last, slot);
  nodes.clearSlot(last);

  const parentSlot = parentSlots[node];
  if (parentSlot === NO_SLOT) return;
  const parent = parentSlot >> NODE_SHIFT;
  const usedAbove = nodes.usedSlots(parent);
  if (used + usedAbove - 1 > WIDTH) {
    fitUpward(tree, node);
    bringFirstUpward(tree, node);
    return;
  }
  const first = node << NODE_SHIFT;
  moveSlot(tree, first, parentSlot);
  for (let i = 1; i < used; i++) moveSlot(tree, first + i, (parent << NODE_SHIFT) + usedAbove - 1 + i);
  fitUpward(tree, parent);
  bringFirstUpward(tree, parent);
  freeNode(tree, node);
}

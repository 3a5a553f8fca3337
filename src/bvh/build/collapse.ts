import { CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import { type SlotPlan, slotsOfFirst, slotsWithin } from './slotPlan';
import type { BinaryTree } from './splitBinary';
import { WORK_OF_NODE } from './buildSteps';

/** What a slot of a wide node will hold: a child node, or boxes or triangles. */
interface Member {
  /** The binary node that becomes the child node of the wide node's slot, or LEAF for a slot of boxes or triangles. */
  readonly child: number;
  /** The index of the first reference below the slot of the wide node. */
  readonly firstReference: number;
  /** How many references are below the slot of the wide node. */
  readonly count: number;
}

/** Stands in place of a binary node if the slot of a wide node holds boxes or triangles. */
const LEAF = -1;

/** A binary node that is to become a wide node. */
interface Planned extends Member {
  /** The index that the wide node will have in the tree. */
  readonly node: number;
}

/** Writes the boxes or triangles of `count` references, from the index `first` on, into a slot of a wide node. */
export type WriteLeaf<T> = (tree: T, slot: number, references: Float32Array, first: number, count: number) => void;

/**
 * Creates the wide nodes of a tree from a binary tree. The caller must fit the bounds of slots with child nodes
 * afterwards. Yields the work after each node.
 */
export function* collapse<T extends { readonly nodes: Nodes }>(
  binary: BinaryTree,
  plan: SlotPlan,
  references: Float32Array,
  tree: T,
  writeLeaf: WriteLeaf<T>,
): Generator<number, void, void> {
  const { nodes } = tree;
  // A stack of the wide nodes that the collapse of the binary tree has yet to create.
  const planned: Planned[] = [{ child: 0, firstReference: 0, count: binary.boxes[0], node: 0 }];
  let count = 1;
  for (let next = planned.pop(); next !== undefined; next = planned.pop()) {
    const members = membersOf(binary, plan, next);
    // The children of a node are numbered together: rays visit them together, so they lie side by side in memory.
    let child = count;
    for (const member of members) if (member.child >= 0) count++;
    nodes.reserve(count);
    nodes.clear(next.node);
    const { int32 } = nodes;
    const below: Planned[] = [];
    members.forEach((member, i) => {
      const slot = (next.node << NODE_SHIFT) + i;
      if (member.child >= 0) {
        below.push({ ...member, node: child });
        int32[slot + CHILD] = child++;
        int32[slot + CONTENT] = member.count;
      } else writeLeaf(tree, slot, references, member.firstReference, member.count);
    });
    planned.push(...below.reverse());
    yield WORK_OF_NODE;
  }
  nodes.count = count;
}

/** Returns what the slots of a wide node hold, for the binary node that becomes the wide node. */
function membersOf(binary: BinaryTree, plan: SlotPlan, { child, firstReference }: Member): Member[] {
  const members: Member[] = [];
  if (binary.second[child] === 0) gather(binary, plan, child, firstReference, WIDTH, members);
  else divide(binary, plan, child, firstReference, WIDTH, slotsWithin(plan, child), members);
  return members;
}

/** Puts a binary node into `slots` slots of a wide node: either everything below it, or the binary node itself. */
function gather(
  binary: BinaryTree,
  plan: SlotPlan,
  node: number,
  firstReference: number,
  slots: number,
  members: Member[],
): void {
  const isLeaf = binary.second[node] === 0;
  const below = isLeaf || slots === 1 ? 0 : slotsOfFirst(plan, node, slots);
  const count = binary.boxes[node];
  if (isLeaf && binary.hasWholeLeaves) {
    members.push({ child: LEAF, firstReference, count });
  } else if (isLeaf && count <= slots) {
    for (let at = firstReference; at < firstReference + count; at++) {
      members.push({ child: LEAF, firstReference: at, count: 1 });
    }
  } else if (below === 0) {
    members.push({ child: node, firstReference, count });
  } else {
    divide(binary, plan, node, firstReference, slots, below, members);
  }
}

/** Divides slots of a wide node between the two children of a binary node. The first child gets `below` slots. */
function divide(
  binary: BinaryTree,
  plan: SlotPlan,
  node: number,
  firstReference: number,
  slots: number,
  below: number,
  members: Member[],
): void {
  const secondReference = firstReference + binary.boxes[node + 1];
  gather(binary, plan, node + 1, firstReference, below, members);
  gather(binary, plan, binary.second[node], secondReference, slots - below, members);
}

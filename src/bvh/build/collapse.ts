import { CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import { type SlotPlan, slotsOfFirst, slotsWithin } from './slotPlan';
import type { BinaryTree } from './splitBinary';
import { WORK_OF_NODE } from './buildSteps';

/** The content of a slot of a wide node. */
interface Member {
  /** A binary node that becomes a wide one, or LEAF. */
  readonly child: number;
  /** The first reference below it. */
  readonly firstReference: number;
  /** How many references are below it. */
  readonly count: number;
}

/** In place of a binary node, if the slot holds boxes or triangles. */
const LEAF = -1;

/** A binary node that is to become a wide one. */
interface Planned extends Member {
  /** The index of the wide node. */
  readonly node: number;
}

/** Writes the boxes or triangles of `count` references, from the index `first` on, into a slot. */
export type WriteLeaf<T> = (tree: T, slot: number, references: Float32Array, first: number, count: number) => void;

/**
 * Creates the wide nodes of a tree from a binary tree. The bounds of slots with child nodes must be fitted afterwards.
 * Yields the work after each node.
 */
export function* collapse<T extends { readonly nodes: Nodes }>(
  binary: BinaryTree,
  plan: SlotPlan,
  references: Float32Array,
  tree: T,
  writeLeaf: WriteLeaf<T>,
): Generator<number, void, void> {
  const { nodes } = tree;
  // A stack of the nodes that are still to be made.
  const planned: Planned[] = [{ child: 0, firstReference: 0, count: binary.boxes[0], node: 0 }];
  let count = 1;
  for (let next = planned.pop(); next !== undefined; next = planned.pop()) {
    const members = membersOf(binary, plan, next);
    // Siblings are visited together, so they lie side by side in memory.
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

/** Returns the members of the wide node that a binary node becomes. */
function membersOf(binary: BinaryTree, plan: SlotPlan, { child, firstReference }: Member): Member[] {
  const members: Member[] = [];
  if (binary.second[child] === 0) gather(binary, plan, child, firstReference, WIDTH, members);
  else divide(binary, plan, child, firstReference, WIDTH, slotsWithin(plan, child), members);
  return members;
}

/** Adds the members that a binary node puts into that many slots: everything below the node, or the node itself. */
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

/** Adds the members below a binary node. Its first child gets `below` of the slots. */
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

import type { LeafStore } from '../boxes/leafStore';
import { REFERENCE_ID, REFERENCE_WORDS } from '../layout/referenceLayout';
import { CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { Nodes } from '../tree/nodes';
import { writeBox } from './references';
import { planSlots, type SlotPlan, slotsOfFirst, slotsWithin } from './slotPlan';
import type { BinaryTree } from './splitBinary';

/** What hangs in a slot of a wide node. */
export interface Member {
  /** A binary node that becomes a wide one, or ~index of a reference. */
  readonly child: number;
  /** The first reference below it. */
  readonly firstReference: number;
}

/** The root of a binary tree. */
export const ROOT: Member = { child: 0, firstReference: 0 };

/** Turns a binary tree into wide nodes. */
export function collapse(binary: BinaryTree, references: Float32Array, leaves: LeafStore, origin: Float64Array): Nodes {
  const plan = planSlots(binary);
  const nodes = new Nodes(leaves.memory, countNodes(binary, plan, ROOT));
  const target = { leaves, nodes, origin };
  const ids = new Int32Array(references.buffer);
  const { int32 } = nodes;
  let count = 1;

  const emit = (node: Member, index: number): void => {
    nodes.clear(index);
    const members = membersOf(binary, plan, node);
    // Siblings are visited together, so they lie side by side in memory.
    let child = count;
    for (const member of members) if (member.child >= 0) count++;
    members.forEach((member, i) => {
      const slot = (index << NODE_SHIFT) + i;
      if (member.child >= 0) {
        emit(member, child);
        nodes.fit(slot, child);
        int32[slot + CHILD] = child++;
        int32[slot + CONTENT] = binary.boxes[member.child];
      } else {
        const at = ~member.child * REFERENCE_WORDS;
        writeBox(target, slot, ids[at + REFERENCE_ID], references, at);
      }
    });
  };

  emit(ROOT, 0);
  return nodes;
}

/** How many wide nodes a binary node and everything below it become. */
export function countNodes(binary: BinaryTree, plan: SlotPlan, node: Member): number {
  let count = 1;
  for (const member of membersOf(binary, plan, node)) {
    if (member.child >= 0) count += countNodes(binary, plan, member);
  }
  return count;
}

/** The members of the wide node that a binary node becomes. */
export function membersOf(binary: BinaryTree, plan: SlotPlan, { child, firstReference }: Member): Member[] {
  const members: Member[] = [];
  if (binary.second[child] === 0) gather(binary, plan, child, firstReference, WIDTH, members);
  else divide(binary, plan, child, firstReference, WIDTH, slotsWithin(plan, child), members);
  return members;
}

/** Adds the members that a binary node puts into that many slots: what is below it, or the node itself. */
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
  if (isLeaf && binary.boxes[node] <= slots) {
    for (let i = 0, at = firstReference; i < binary.boxes[node]; i++, at++) {
      members.push({ child: ~at, firstReference: at });
    }
  } else if (below === 0) {
    members.push({ child: node, firstReference });
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

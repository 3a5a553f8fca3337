import { IN_REFERENCE, REFERENCE_CONTENT, REFERENCE_ID, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { MAX_DEPTH, CHILD, CONTENT, WIDTH } from '../../bvh/layout/nodeLayout';
import { memoryBase } from '../memory/workingMemory';
import { addressOfNode, clearNode, setBounds, widenBounds } from '../tree/nodes';
import { nodesBelow, slotsOfFirst, slotsWithin } from './slotPlan';
import { boxes, hasWholeLeaves, references, second } from './splitBinary';

/**
 * The members of the wide node that is being made, each for one slot. A member with a child node is a binary node and
 * the index of the first reference below it. A leaf is ~ the index of the first reference in its slot, and the number
 * of references.
 */
const MEMBERS: usize = memoryBase + memory.data(WIDTH * 8, 16);
const MEMBER_BYTES: usize = 8;

/** The address in MEMBERS where the next member of the wide node is written. */
let nextMember: usize = MEMBERS;

/** A stack of the wide nodes still to make: for each, its binary node, its first reference and its index. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 12, 16);
const ENTRY_BYTES: usize = 12;
let top: usize = STACK;

/** How many wide nodes of the tree that is being built have an index so far. */
let count: i32 = 0;

/**
 * Begins to make the wide nodes of a planned binary tree. The memory must have room for all of them.
 *
 * @param node the index of the wide node that the binary node becomes.
 * @param below the index of the first wide node below `node`. The other wide nodes follow.
 */
export function beginCollapse(binary: i32, firstReference: i32, node: i32, below: i32): void {
  count = below;
  top = STACK;
  pushNode(binary, firstReference, node);
}

/**
 * Makes at most `nodes` wide nodes of the tree.
 *
 * @returns `nodes` less the number of wide nodes made. If 0, there may be more wide nodes to make.
 */
export function makeNodes(nodes: i32): i32 {
  while (top > STACK && nodes > 0) {
    top -= ENTRY_BYTES;
    makeNode(load<i32>(top), load<i32>(top, 4), load<i32>(top, 8));
    nodes--;
  }
  return nodes;
}

/**
 * Makes the wide nodes of a tree that hold more than `most` boxes. For each subtree below them, writes the arguments of
 * `beginCollapse`, so that the subtrees can be made in any order. If there are more than `limit` subtrees, makes fewer
 * wide nodes and leaves larger subtrees.
 *
 * @returns how many subtrees were written.
 */
export function makeUpper(most: i32, out: usize, limit: i32): i32 {
  const end = out + (<usize>limit << 4);
  let at = out;
  while (top > STACK) {
    top -= ENTRY_BYTES;
    const binary = load<i32>(top);
    // The list of subtrees needs room for each entry of the stack and for each child of this wide node, because each
    // may become a subtree in the list.
    const isFull = at + (((top - STACK) / ENTRY_BYTES + WIDTH) << 4) > end;
    if (isFull || load<i32>(boxes + (<usize>binary << 2)) <= most) {
      memory.copy(at, top, ENTRY_BYTES);
      store<i32>(at, count, ENTRY_BYTES);
      at += 16;
      count += nodesBelow(binary);
    } else makeNode(binary, load<i32>(top, 4), load<i32>(top, 8));
  }
  return <i32>((at - out) >> 4);
}

function makeNode(binary: i32, firstReference: i32, node: i32): void {
  gatherMembers(binary, firstReference);
  clearNode(node);
  // The children of a wide node get consecutive indices, so they are side by side in memory: a query visits them
  // together.
  for (let at = MEMBERS; at < nextMember; at += MEMBER_BYTES) if (load<i32>(at) >= 0) count++;
  let child = count;
  let slotAt = addressOfNode(node) + ((nextMember - MEMBERS) >> 1);
  // The last child is pushed on the stack first, so the first child of the wide node is made next.
  for (let at = nextMember - MEMBER_BYTES; at >= MEMBERS; at -= MEMBER_BYTES) {
    slotAt -= 4;
    const member = load<i32>(at);
    if (member >= 0) {
      child--;
      pushNode(member, load<i32>(at, 4), child);
      store<i32>(slotAt, child, CHILD * 4);
      store<i32>(slotAt, load<i32>(boxes + (<usize>member << 2)), CONTENT * 4);
    } else {
      const reference = references + <usize>~member * (REFERENCE_WORDS * 4);
      if (hasWholeLeaves) writeTriangles(slotAt, ~member, load<i32>(at, 4), reference);
      else writeSingleBox(slotAt, reference);
    }
  }
}

/** Writes a box into a slot of a wide node. The box's reference holds everything that the slot needs. */
function writeSingleBox(slotAt: usize, reference: usize): void {
  setBounds(slotAt, reference);
  store<i32>(slotAt, ~load<i32>(reference, REFERENCE_ID * 4), CHILD * 4);
  store<u32>(slotAt, load<u32>(reference, REFERENCE_CONTENT * 4) ^ IN_REFERENCE, CONTENT * 4);
}

/**
 * Writes triangles into a slot, given the address of the first triangle's reference: see bvh/meshes/triangleBuild.ts.
 */
function writeTriangles(slotAt: usize, first: i32, size: i32, reference: usize): void {
  setBounds(slotAt, reference);
  for (let i = 1; i < size; i++) widenBounds(slotAt, reference + <usize>i * (REFERENCE_WORDS * 4));
  store<i32>(slotAt, ~first, CHILD * 4);
  store<i32>(slotAt, size, CONTENT * 4);
}

function pushNode(binary: i32, firstReference: i32, node: i32): void {
  store<i32>(top, binary);
  store<i32>(top, firstReference, 4);
  store<i32>(top, node, 8);
  top += ENTRY_BYTES;
}

/** Gathers the contents of the slots of the wide node that a binary node becomes, its members. */
function gatherMembers(node: i32, firstReference: i32): void {
  nextMember = MEMBERS;
  if (load<i32>(second + (<usize>node << 2)) == 0) gather(node, firstReference, WIDTH);
  else divide(node, firstReference, WIDTH, slotsWithin(node));
}

function gather(node: i32, firstReference: i32, slots: i32): void {
  const isLeaf = load<i32>(second + (<usize>node << 2)) == 0;
  const size = load<i32>(boxes + (<usize>node << 2));
  const below = isLeaf || slots == 1 ? 0 : slotsOfFirst(node, slots);
  if (isLeaf && hasWholeLeaves) {
    addMember(~firstReference, size);
  } else if (isLeaf && size <= slots) {
    for (let i = firstReference; i < firstReference + size; i++) addMember(~i, 1);
  } else if (below == 0) {
    addMember(node, firstReference);
  } else {
    divide(node, firstReference, slots, below);
  }
}

function divide(node: i32, firstReference: i32, slots: i32, below: i32): void {
  const secondReference = firstReference + load<i32>(boxes + (<usize>(node + 1) << 2));
  gather(node + 1, firstReference, below);
  gather(load<i32>(second + (<usize>node << 2)), secondReference, slots - below);
}

function addMember(member: i32, firstOrCount: i32): void {
  store<i32>(nextMember, member);
  store<i32>(nextMember, firstOrCount, 4);
  nextMember += MEMBER_BYTES;
}

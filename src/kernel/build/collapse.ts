import { REFERENCE_ID, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { CHILD, CONTENT, WIDTH } from '../../bvh/layout/nodeLayout';
import { placeOf } from '../boxes/places';
import { memoryBase } from '../memory/kernelMemory';
import { addressOfNode, clearNode, fit } from '../tree/nodes';
import { isExact, writeBox } from './references';
import { slotsOfFirst, slotsWithin } from './slotPlan';
import { boxes, second } from './splitBinary';

/**
 * The members of one wide node on each level. Each takes 8 bytes: a binary node or ~index of a reference, and the first
 * reference below it. See Member in bvh/build/collapse.ts.
 */
const MEMBERS: usize = memoryBase + memory.data((MAX_DEPTH + 1) * WIDTH * 8, 16);

/** Where the next member goes. */
export let nextMember: usize = 0;

let references: usize = 0;
let count: i32 = 0;

/** How many wide nodes a binary node and everything below it become: see bvh/build/collapse.ts. */
export function countNodes(node: i32, firstReference: i32, depth: i32): i32 {
  let total = 1;
  const members = gatherMembers(node, firstReference, depth);
  const end = nextMember;
  for (let at = members; at < end; at += 8) {
    const child = load<i32>(at);
    if (child >= 0) total += countNodes(child, load<i32>(at, 4), depth + 1);
  }
  return total;
}

/** Turns the binary tree into wide nodes. There must be room for them at `nodes`. */
export function collapse(referencesAt: usize): void {
  references = referencesAt;
  count = 1;
  emit(0, 0, 0, 0);
}

function emit(binary: i32, firstReference: i32, node: i32, depth: i32): void {
  const members = gatherMembers(binary, firstReference, depth);
  const end = nextMember;
  clearNode(node);
  let child = count;
  for (let at = members; at < end; at += 8) if (load<i32>(at) >= 0) count++;
  let slotAt = addressOfNode(node);
  for (let at = members; at < end; at += 8) {
    const member = load<i32>(at);
    if (member >= 0) {
      emit(member, load<i32>(at, 4), child, depth + 1);
      fit(slotAt, child);
      store<i32>(slotAt, child++, CHILD * 4);
      store<i32>(slotAt, load<i32>(boxes + (<usize>member << 2)), CONTENT * 4);
    } else {
      const reference = references + <usize>~member * (REFERENCE_WORDS * 4);
      const id = load<i32>(reference, REFERENCE_ID * 4);
      writeBox(slotAt, id, reference, isExact(placeOf(id), reference));
    }
    slotAt += 4;
  }
}

/**
 * Gathers the members of the wide node that a binary node becomes. Returns where they begin. They end at nextMember.
 */
export function gatherMembers(node: i32, firstReference: i32, depth: i32): usize {
  const members = MEMBERS + <usize>depth * (WIDTH * 8);
  nextMember = members;
  if (load<i32>(second + (<usize>node << 2)) == 0) gather(node, firstReference, WIDTH);
  else divide(node, firstReference, WIDTH, slotsWithin(node));
  return members;
}

function gather(node: i32, firstReference: i32, slots: i32): void {
  const isLeaf = load<i32>(second + (<usize>node << 2)) == 0;
  const size = load<i32>(boxes + (<usize>node << 2));
  const below = isLeaf || slots == 1 ? 0 : slotsOfFirst(node, slots);
  if (isLeaf && size <= slots) {
    for (let i = firstReference; i < firstReference + size; i++) addMember(~i, i);
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

function addMember(member: i32, firstReference: i32): void {
  store<i32>(nextMember, member);
  store<i32>(nextMember, firstReference, 4);
  nextMember += 8;
}

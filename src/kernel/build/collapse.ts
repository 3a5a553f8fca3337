import { ROW_ID, ROW_WORDS } from '../../bvh/layout/referenceLayout';
import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { CHILD, CONTENT, WIDTH } from '../../bvh/layout/nodeLayout';
import { places } from '../memory/boundScene';
import { memoryBase } from '../memory/host';
import { clearNode, fit, nodeAt } from '../tree/nodes';
import { isExact, writeBox } from './references';
import { slotsOfFirst, slotsWithin } from './slotPlan';
import { boxes, second } from './splitBinary';

/** What hangs in a wide node's slots, for each level: a binary node or ~row, and the first row below, 8 bytes a slot. */
const MEMBERS: usize = memoryBase + memory.data((MAX_DEPTH + 1) * WIDTH * 8, 16);

/** Where the next member goes. */
export let nextMember: usize = 0;

let rows: usize = 0;
let count: i32 = 0;

/** How many wide nodes there are from that of a binary node down: see bvh/build/collapse.ts. */
export function countNodes(node: i32, firstRow: i32, depth: i32): i32 {
  let total = 1;
  const members = gatherMembers(node, firstRow, depth);
  const end = nextMember;
  for (let at = members; at < end; at += 8) {
    const child = load<i32>(at);
    if (child >= 0) total += countNodes(child, load<i32>(at, 4), depth + 1);
  }
  return total;
}

/** Makes the wide nodes of the binary tree, for which there must be room at `nodes`. */
export function collapse(rowsAt: usize): void {
  rows = rowsAt;
  count = 1;
  emit(0, 0, 0, 0);
}

function emit(node: i32, firstRow: i32, index: i32, depth: i32): void {
  const members = gatherMembers(node, firstRow, depth);
  const end = nextMember;
  clearNode(index);
  let child = count;
  for (let at = members; at < end; at += 8) if (load<i32>(at) >= 0) count++;
  let slot = nodeAt(index);
  for (let at = members; at < end; at += 8) {
    const member = load<i32>(at);
    if (member >= 0) {
      emit(member, load<i32>(at, 4), child, depth + 1);
      fit(slot, child);
      store<i32>(slot, child++, CHILD * 4);
      store<i32>(slot, load<i32>(boxes + (<usize>member << 2)), CONTENT * 4);
    } else {
      const row = rows + <usize>~member * (ROW_WORDS * 4);
      const id = load<i32>(row, ROW_ID * 4);
      writeBox(slot, id, row, isExact(load<u32>(places + (<usize>id << 2)), row));
    }
    slot += 4;
  }
}

/** Gathers the members of the wide node that a binary node becomes; returns where they begin. They end at nextMember. */
export function gatherMembers(node: i32, firstRow: i32, depth: i32): usize {
  const members = MEMBERS + <usize>depth * (WIDTH * 8);
  nextMember = members;
  if (load<i32>(second + (<usize>node << 2)) == 0) gather(node, firstRow, WIDTH);
  else divide(node, firstRow, WIDTH, slotsWithin(node));
  return members;
}

function gather(node: i32, firstRow: i32, slots: i32): void {
  const isLeaf = load<i32>(second + (<usize>node << 2)) == 0;
  const size = load<i32>(boxes + (<usize>node << 2));
  const below = isLeaf || slots == 1 ? 0 : slotsOfFirst(node, slots);
  if (isLeaf && size <= slots) {
    for (let row = firstRow; row < firstRow + size; row++) addMember(~row, row);
  } else if (below == 0) {
    addMember(node, firstRow);
  } else {
    divide(node, firstRow, slots, below);
  }
}

function divide(node: i32, firstRow: i32, slots: i32, below: i32): void {
  const secondRow = firstRow + load<i32>(boxes + (<usize>(node + 1) << 2));
  gather(node + 1, firstRow, below);
  gather(load<i32>(second + (<usize>node << 2)), secondRow, slots - below);
}

function addMember(member: i32, firstRow: i32): void {
  store<i32>(nextMember, member);
  store<i32>(nextMember, firstRow, 4);
  nextMember += 8;
}

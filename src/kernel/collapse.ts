import { MAX_DEPTH } from '../bvh/maxDepth';
import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MIN_X,
  NODE_SHIFT,
  NODE_WORDS,
  WIDTH,
} from '../bvh/nodeLayout';
import { ROW_ID, ROW_WORDS } from '../bvh/rowLayout';
import { isExact } from './rows';
import { nodes, places } from './scene';
import { slotsOfFirst, slotsWithin } from './slotPlan';
import { boxes, second } from './splitBinary';

/** What hangs in a wide node's slots, for each level: a binary node or ~row, and the first row below, 8 bytes a slot. */
const MEMBERS: usize = memory.data((MAX_DEPTH + 1) * WIDTH * 8, 16);

/** Where the next member goes. */
let nextMember: usize = 0;

let rows: usize = 0;
let count: i32 = 0;

/** How many wide nodes there are from that of a binary node down: see bvh/collapse.ts. */
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
  clear(index);
  let child = count;
  for (let at = members; at < end; at += 8) if (load<i32>(at) >= 0) count++;
  let slot = nodes + (<usize>index << (NODE_SHIFT + 2));
  for (let at = members; at < end; at += 8) {
    const member = load<i32>(at);
    if (member >= 0) {
      emit(member, load<i32>(at, 4), child, depth + 1);
      fit(slot, child);
      store<i32>(slot, child++, CHILD * 4);
      store<i32>(slot, load<i32>(boxes + (<usize>member << 2)), CONTENT * 4);
    } else {
      const row = rows + <usize>~member * (ROW_WORDS * 4);
      setBox(slot, load<i32>(row, ROW_ID * 4), row);
    }
    slot += 4;
  }
}

/** Writes a box into a slot, with the bounds of a row. */
export function setBox(slot: usize, id: i32, row: usize): void {
  const place = load<u32>(places + (<usize>id << 2));
  for (let bound: usize = 0; bound < 3; bound++) {
    store<f32>(slot + bound * (WIDTH * 4), load<f32>(row + (bound << 2)), MIN_X * 4);
    store<f32>(slot + bound * (WIDTH * 4), load<f32>(row + (bound << 2), 16), MAX_X * 4);
  }
  store<i32>(slot, ~id, CHILD * 4);
  store<u32>(slot, isExact(place, row) ? place & 0x3fffffff : place, CONTENT * 4);
}

function clear(index: i32): void {
  const node = nodes + (<usize>index << (NODE_SHIFT + 2));
  for (let at: usize = 0; at < <usize>(NODE_WORDS * 4); at += 16) {
    const words: v128 =
      at < <usize>(MAX_X * 4)
        ? f32x4.splat(Infinity)
        : at < <usize>(CHILD * 4)
          ? f32x4.splat(-Infinity)
          : i32x4.splat(at < <usize>(CONTENT * 4) ? EMPTY : 0);
    v128.store(node + at, words);
  }
}

/** Writes a slot's bounds, those of all slots of a node below it. */
export function fit(slot: usize, child: i32): void {
  const node = nodes + (<usize>child << (NODE_SHIFT + 2));
  for (let bound: usize = MIN_X * 4; bound < <usize>(MAX_X * 4); bound += WIDTH * 4) {
    let lanes = f32x4.pmin(v128.load(node + bound), v128.load(node + bound, 16));
    lanes = f32x4.pmin(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
    lanes = f32x4.pmin(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
    store<f32>(slot + bound, f32x4.extract_lane(lanes, 0));
  }
  for (let bound: usize = MAX_X * 4; bound < <usize>(CHILD * 4); bound += WIDTH * 4) {
    let lanes = f32x4.pmax(v128.load(node + bound), v128.load(node + bound, 16));
    lanes = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
    lanes = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
    store<f32>(slot + bound, f32x4.extract_lane(lanes, 0));
  }
}

/** Gathers the members of the wide node that a binary node becomes; returns where they begin. They end at nextMember. */
function gatherMembers(node: i32, firstRow: i32, depth: i32): usize {
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

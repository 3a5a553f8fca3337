import { CHILD, CONTENT, EMPTY, MAX_X, MIN_X, NODE_SHIFT, NODE_WORDS, DUPLICATES, WIDTH } from '../../bvh/layout/nodeLayout';
import { nodes, root } from '../memory/boundScene';

/** Returns the address of a node. In the kernel, `node` and `slot` are indices, and `nodeAt` and `slotAt` are addresses. */
export function addressOfNode(node: i32): usize {
  return nodes + (<usize>node << (NODE_SHIFT + 2));
}

export function addressOfSlot(slot: i32): usize {
  return nodes + (<usize>slot << 2);
}

/** Returns the index of the node at which queries begin. */
export function rootNode(): i32 {
  return <i32>((root - nodes) >> (NODE_SHIFT + 2));
}

/** Returns the index of the child node in a child word, without the mark of a run of duplicates. */
export function nodeOf(child: i32): i32 {
  return child & ~DUPLICATES;
}

export function clearNode(node: i32): void {
  const nodeAt = addressOfNode(node);
  for (let at: usize = 0; at < <usize>(NODE_WORDS * 4); at += 16) {
    const words: v128 =
      at < <usize>(MAX_X * 4)
        ? f32x4.splat(Infinity)
        : at < <usize>(CHILD * 4)
          ? f32x4.splat(-Infinity)
          : i32x4.splat(at < <usize>(CONTENT * 4) ? EMPTY : 0);
    v128.store(nodeAt + at, words);
  }
}

export function clearSlot(slotAt: usize): void {
  for (let bound: usize = MIN_X * 4; bound < <usize>(MAX_X * 4); bound += WIDTH * 4) {
    store<f32>(slotAt + bound, Infinity);
    store<f32>(slotAt + bound, -Infinity, MAX_X * 4);
  }
  store<i32>(slotAt, EMPTY, CHILD * 4);
  store<i32>(slotAt, 0, CONTENT * 4);
}

/** Returns how many slots of a node are used. */
export function usedSlots(node: i32): i32 {
  const nodeAt = addressOfNode(node);
  const empty = i32x4.splat(EMPTY);
  const low = i32x4.bitmask(i32x4.eq(v128.load(nodeAt, CHILD * 4), empty));
  const high = i32x4.bitmask(i32x4.eq(v128.load(nodeAt, CHILD * 4 + 16), empty));
  return ctz(low | (high << 4) | 256);
}

/** Returns how many boxes are below a node. */
export function boxesBelow(node: i32): i32 {
  let boxes = 0;
  const nodeAt = addressOfNode(node);
  for (let slotAt = nodeAt; slotAt < nodeAt + WIDTH * 4; slotAt += 4) {
    const child = load<i32>(slotAt, CHILD * 4);
    if (child >= 0) boxes += load<i32>(slotAt, CONTENT * 4);
    else if (child != EMPTY) boxes++;
  }
  return boxes;
}

/** Sets the bounds of a slot to the bounds in a box's reference. */
export function setBounds(slotAt: usize, reference: usize): void {
  for (let bound: usize = 0; bound < 3; bound++) {
    store<f32>(slotAt + bound * (WIDTH * 4), load<f32>(reference + (bound << 2)), MIN_X * 4);
    store<f32>(slotAt + bound * (WIDTH * 4), load<f32>(reference + (bound << 2), 16), MAX_X * 4);
  }
}

/** Widens the bounds of a slot to hold the bounds in a box's reference. */
export function widenBounds(slotAt: usize, reference: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    const bound = slotAt + k * (WIDTH * 4);
    const low = load<f32>(reference + (k << 2));
    const high = load<f32>(reference + (k << 2), 16);
    if (low < load<f32>(bound, MIN_X * 4)) store<f32>(bound, low, MIN_X * 4);
    if (high > load<f32>(bound, MAX_X * 4)) store<f32>(bound, high, MAX_X * 4);
  }
}

/** Fits the bounds of a slot around all slots of its child node. Returns whether a bound has changed. */
export function fit(slotAt: usize, child: i32): bool {
  const nodeAt = addressOfNode(child);
  let isChanged = false;
  for (let bound: usize = MIN_X * 4; bound < <usize>(MAX_X * 4); bound += WIDTH * 4) {
    let lanes = f32x4.pmin(v128.load(nodeAt + bound), v128.load(nodeAt + bound, 16));
    lanes = f32x4.pmin(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
    lanes = f32x4.pmin(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
    const least = f32x4.extract_lane(lanes, 0);
    isChanged = isChanged || load<f32>(slotAt + bound) != least;
    store<f32>(slotAt + bound, least);
  }
  for (let bound: usize = MAX_X * 4; bound < <usize>(CHILD * 4); bound += WIDTH * 4) {
    let lanes = f32x4.pmax(v128.load(nodeAt + bound), v128.load(nodeAt + bound, 16));
    lanes = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
    lanes = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2));
    const most = f32x4.extract_lane(lanes, 0);
    isChanged = isChanged || load<f32>(slotAt + bound) != most;
    store<f32>(slotAt + bound, most);
  }
  return isChanged;
}

/** How many nodes a tree that is being changed uses. */
export let nodeCount: i32 = 0;

export function setNodeCount(count: i32): void {
  nodeCount = count;
}

/** Returns the index of an unused node. The memory must have room for another node. */
export function takeNode(): i32 {
  return nodeCount++;
}

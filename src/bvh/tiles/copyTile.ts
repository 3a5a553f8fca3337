import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { BoxStore } from '../boxes/boxStore';
import { AABB_32, AABB_64, CHILD, CONTENT, EMPTY, kindOf, NODE_SHIFT, OBB, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';

/** Where what is copied begins: the first node, the first id, and the first record of each kind. */
export interface Places {
  readonly node: number;
  readonly id: number;
  readonly records: readonly number[];
}

/** Copies the nodes of a tree, and lets them lead to one another and to the boxes where these are now. */
export function copyNodes({ nodes, boxes }: Tree, to: Nodes, { node, id, records }: Places): void {
  const { places } = boxes;
  const { int32 } = to;
  const begin = node << NODE_SHIFT;
  const end = begin + (nodes.count << NODE_SHIFT);
  int32.set(nodes.int32.subarray(0, end - begin), begin);
  for (let first = begin; first < end; first += 1 << NODE_SHIFT) {
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child >= 0) {
        int32[slot + CHILD] = child + node;
      } else {
        int32[slot + CONTENT] += records[kindOf(places[~child])];
        // The same as ~(~child + id).
        int32[slot + CHILD] = child - id;
      }
    }
  }
}

/** Copies the boxes of a store, and their masks. There must be room. */
export function copyBoxes(from: BoxStore, to: BoxStore, { id, records }: Places): void {
  const count = from.size;
  to.masks.set(from.masks.subarray(0, count), id);
  to.aabb32.data.set(from.aabb32.data.subarray(0, from.aabb32.used * AABB_STRIDE), records[AABB_32] * AABB_STRIDE);
  to.aabb64.data.set(from.aabb64.data.subarray(0, from.aabb64.used * AABB_STRIDE), records[AABB_64] * AABB_STRIDE);
  to.obbs.data.set(from.obbs.data.subarray(0, from.obbs.used * OBB_STRIDE), records[OBB] * OBB_STRIDE);
  for (let i = 0; i < count; i++) to.places[id + i] = from.places[i] + records[kindOf(from.places[i])];
}

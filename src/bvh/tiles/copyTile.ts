import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { BoxStore } from '../boxes/boxStore';
import { AABB_32, AABB_64, CHILD, CONTENT, EMPTY, kindOf, NODE_SHIFT, OBB, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import type { TilePlace } from './tileSpace';

/**
 * Copies the nodes of a tile's tree into a larger tree. Moves the indices of nodes, ids and records in their slots to
 * where the tile begins in the larger tree.
 */
export function copyNodes({ nodes, boxes }: Tree, to: Nodes, { firstNode, firstId, firstRecords }: TilePlace): void {
  const { places } = boxes;
  const { int32 } = to;
  const begin = firstNode << NODE_SHIFT;
  const end = begin + (nodes.count << NODE_SHIFT);
  int32.set(nodes.int32.subarray(0, end - begin), begin);
  for (let first = begin; first < end; first += 1 << NODE_SHIFT) {
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child >= 0) {
        int32[slot + CHILD] = child + firstNode;
      } else {
        int32[slot + CONTENT] += firstRecords[kindOf(places[~child])];
        // `child - firstId` equals ~(~child + firstId): the complement of the box's id after the move.
        int32[slot + CHILD] = child - firstId;
      }
    }
  }
}

/** Copies the boxes of a tile, and their masks, into a larger store. The arrays of that store must be long enough. */
export function copyBoxes(from: BoxStore, to: BoxStore, { firstId, firstRecords }: TilePlace): void {
  const count = from.size;
  const { aabb32, aabb64, obbs } = from;
  to.masks.set(from.masks.subarray(0, count), firstId);
  to.aabb32.data.set(aabb32.data.subarray(0, aabb32.used * AABB_STRIDE), firstRecords[AABB_32] * AABB_STRIDE);
  to.aabb64.data.set(aabb64.data.subarray(0, aabb64.used * AABB_STRIDE), firstRecords[AABB_64] * AABB_STRIDE);
  to.obbs.data.set(obbs.data.subarray(0, obbs.used * OBB_STRIDE), firstRecords[OBB] * OBB_STRIDE);
  for (let i = 0; i < count; i++) to.places[firstId + i] = from.places[i] + firstRecords[kindOf(from.places[i])];
}

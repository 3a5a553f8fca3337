import { finish } from '../../src/bvh/build/treeBuild';
import { buildSah } from '../../src/bvh/build/buildSah';
import { LeafStore } from '../../src/bvh/boxes/leafStore';
import { HeapMemory, type Memory } from '../../src/bvh/memory/memory';
import type { Tree } from '../../src/bvh/tree/tree';
import type { LoopBox } from './loop';

/** A leaf store of boxes. The id of a box is its index in the list. */
export function leavesOf(boxes: readonly LoopBox[], memory: Memory = new HeapMemory()): LeafStore {
  const leaves = new LeafStore(memory);
  for (const box of boxes) setBox(leaves, leaves.addId(box.mask), box);
  return leaves;
}

/** Sets a box of a leaf store. It may have been of any kind. */
export function setBox(leaves: LeafStore, id: number, { min, max, matrix, inverse }: LoopBox): void {
  if (matrix === null || inverse === null) leaves.setAabb(id, Float64Array.of(...min, ...max), 0);
  else {
    const columns = [0, 4, 8].flatMap((column) => matrix.slice(column, column + 3));
    leaves.setObb(id, Float64Array.of(...min, ...max, ...matrix.slice(12, 15), ...inverse, ...columns));
  }
}

export function treeOf(boxes: readonly LoopBox[]): Tree {
  return finish(buildSah(leavesOf(boxes)));
}

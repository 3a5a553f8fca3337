import { finish } from '../../src/bvh/build/buildSteps';
import { buildSah } from '../../src/bvh/build/buildSah';
import { BoxStore } from '../../src/bvh/boxes/boxStore';
import { HeapMemory, type Memory } from '../../src/bvh/memory/memory';
import type { Tree } from '../../src/bvh/tree/tree';
import type { LoopBox } from './loop';

/** Returns a store of boxes. The id of a box is its index in the list. */
export function boxStoreOf(boxes: readonly LoopBox[], memory: Memory = new HeapMemory()): BoxStore {
  const store = new BoxStore(memory);
  for (const box of boxes) setBox(store, store.addId(box.mask), box);
  return store;
}

/** Sets a box of a store. It may have been of any kind. */
export function setBox(store: BoxStore, id: number, { min, max, matrix, inverse }: LoopBox): void {
  if (matrix === null || inverse === null) store.setAabb(id, Float64Array.of(...min, ...max), 0);
  else {
    const columns = [0, 4, 8].flatMap((column) => matrix.slice(column, column + 3));
    store.setObb(id, Float64Array.of(...min, ...max, ...matrix.slice(12, 15), ...inverse, ...columns));
  }
}

export function treeOf(boxes: readonly LoopBox[]): Tree {
  return finish(buildSah(boxStoreOf(boxes)));
}

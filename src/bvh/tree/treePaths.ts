import type { Block, Memory } from '../memory/memory';
import { CHILD, EMPTY, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import type { BoxStore } from '../boxes/boxStore';
import type { Nodes } from './nodes';

/** The value in place of a slot for the root, which no slot leads to, and for boxes that are not in the tree. */
export const NO_SLOT = -1;

/**
 * The path from every box of a tree up to the root, for changes that affect only one path. Paths are traced at the
 * first change of a tree, and kept up to date from then on. Trees that never change have no paths.
 */
export class TreePaths {
  /** The slot of each box, by the id of the box. */
  boxSlots: Int32Array = new Int32Array(0);
  /** The slot that leads to each node, in the node's parent. */
  parentSlots: Int32Array = new Int32Array(0);
  /** For each node, an upper bound of the number of nodes on any path down from the node, including the node. */
  heights: Int32Array = new Int32Array(0);
  readonly #boxSlots: Block;
  readonly #parentSlots: Block;
  readonly #heights: Block;

  constructor(memory: Memory) {
    this.#boxSlots = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.boxSlots = new Int32Array(buffer, byteOffset, byteLength / 4);
    });
    this.#parentSlots = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.parentSlots = new Int32Array(buffer, byteOffset, byteLength / 4);
    });
    this.#heights = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.heights = new Int32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  get isTraced(): boolean {
    return this.heights.length > 0;
  }

  get byteLength(): number {
    return this.#boxSlots.byteLength + this.#parentSlots.byteLength + this.#heights.byteLength;
  }

  /** Makes room for the slots of all boxes with ids less than `idLimit`. */
  reserveIds(idLimit: number): void {
    const before = this.boxSlots.length;
    if (idLimit <= before) return;
    this.#boxSlots.resize(Math.max(idLimit, Math.ceil(before * 1.5)) * 4);
    this.boxSlots.fill(NO_SLOT, before);
  }

  /** Makes room for the parent slots and the heights of `count` nodes. */
  reserveNodes(count: number): void {
    const before = this.heights.length;
    if (count <= before) return;
    const length = Math.max(count, Math.ceil(before * 1.5));
    this.#parentSlots.resize(length * 4);
    this.#heights.resize(length * 4);
  }

  release(): void {
    this.#boxSlots.release();
    this.#parentSlots.release();
    this.#heights.release();
  }
}

/** Traces the paths of a tree from its boxes to the root, unless the paths have been traced before. */
export function tracePaths({ nodes, paths, boxes }: { nodes: Nodes; paths: TreePaths; boxes: BoxStore }): void {
  if (paths.isTraced) return;
  paths.reserveIds(boxes.idLimit);
  paths.reserveNodes(nodes.count);
  const { int32 } = nodes;
  const { boxSlots, parentSlots, heights } = paths;

  const trace = (node: number, parentSlot: number): number => {
    parentSlots[node] = parentSlot;
    let height = 1;
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child >= 0) height = Math.max(height, 1 + trace(nodeOf(child), slot));
      else if (child !== EMPTY) boxSlots[~child] = slot;
    }
    heights[node] = height;
    return height;
  };

  trace(0, NO_SLOT);
}

import type { Block, Memory } from '../memory/memory';
import { CHILD, EMPTY, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import type { BoxStore } from '../boxes/boxStore';
import type { Nodes } from './nodes';

/** The slot of the root, and of boxes that are not in the tree. */
export const NO_SLOT = -1;

/**
 * The path from every box up to the root, for changes that affect only one path. Paths are traced at the first change
 * of a tree, and kept up to date from then on. Trees that never change have none.
 */
export class TreePaths {
  /** The slot of each box, by id. */
  boxSlots: Int32Array = new Int32Array(0);
  /** The slot of each node in its parent. */
  parentSlots: Int32Array = new Int32Array(0);
  /** An upper bound of the number of nodes on any path down from each node, including the node itself. */
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

  /** Makes room for ids below a limit. */
  reserveIds(idLimit: number): void {
    const before = this.boxSlots.length;
    if (idLimit <= before) return;
    this.#boxSlots.resize(Math.max(idLimit, Math.ceil(before * 1.5)) * 4);
    this.boxSlots.fill(NO_SLOT, before);
  }

  /** Makes room for that many nodes. */
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

/** Traces the paths of a tree, unless they are traced. */
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

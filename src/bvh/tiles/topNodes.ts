import { CHILD, CONTENT, EMPTY, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';

/**
 * The nodes above the tiles: those of the index of a file of tiles, in which each tile has a slot. Where a tile is absent,
 * the slot holds a node without boxes, and its bounds are inverted, so nothing below it is ever met. Bounds and counts above
 * the slots are those of what is resident.
 */
export class TopNodes {
  /** How many nodes there are, with the one without boxes, which is the last. */
  readonly count: number;
  readonly #nodes: Nodes;
  readonly #noBoxes: number;
  /** The slot of each tile. */
  readonly #slots: Int32Array;
  /** The slot that each node hangs in. */
  readonly #parents: Int32Array;

  /** @param nodes packed, with a box for each tile. They become those above tiles that are all absent. */
  constructor(nodes: Nodes, tiles: number) {
    this.#nodes = nodes;
    this.#noBoxes = nodes.count;
    this.count = nodes.count + 1;
    this.#slots = new Int32Array(tiles);
    this.#parents = new Int32Array(nodes.count).fill(NO_SLOT);
    nodes.reserve(this.count);
    nodes.clear(this.#noBoxes);
    const { int32 } = nodes;
    for (let first = 0; first < this.#noBoxes << NODE_SHIFT; first += 1 << NODE_SHIFT) {
      for (let slot = first; slot < first + WIDTH; slot++) {
        const child = int32[slot + CHILD];
        if (child === EMPTY) break;
        if (child < 0) this.#slots[~child] = slot;
        else this.#parents[nodeOf(child)] = slot;
        nodes.clearSlot(slot);
        int32[slot + CHILD] = child < 0 ? this.#noBoxes : nodeOf(child);
      }
    }
    nodes.count = this.count;
  }

  /** How many levels there are down to the slot of a tile. */
  levelsAbove(tile: number): number {
    let levels = 0;
    for (let slot = this.#slots[tile]; slot !== NO_SLOT; slot = this.#parents[slot >> NODE_SHIFT]) levels++;
    return levels;
  }

  /** Lets a tree hang in the slot of a tile. */
  hang(tile: number, root: number, boxes: number): void {
    const slot = this.#slots[tile];
    this.#nodes.int32[slot + CHILD] = root;
    this.#nodes.fit(slot, root);
    this.#count(slot, boxes);
  }

  /** Empties the slot of a tile. */
  remove(tile: number, boxes: number): void {
    this.hang(tile, this.#noBoxes, -boxes);
  }

  #count(slot: number, boxes: number): void {
    const nodes = this.#nodes;
    nodes.int32[slot + CONTENT] += boxes;
    const above = this.#parents[slot >> NODE_SHIFT];
    if (above === NO_SLOT) return;
    nodes.fit(above, slot >> NODE_SHIFT);
    this.#count(above, boxes);
  }
}

import { CHILD, CONTENT, EMPTY, IN_SLOT, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import { roundDown, roundUp } from '../margins/roundOutward';
import { MAX, MIN, type Nodes } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';

/**
 * The nodes above the tiles: those of the index of a file of tiles, in which each tile has a slot. They are there twice.
 *
 * Below node 0 are the tiles that are resident. Where a tile is absent, the slot holds a node without boxes, and its bounds
 * are inverted, so nothing below it is ever met. Bounds and counts above the slots are those of what is resident.
 *
 * Below {@link whole} are all tiles. Where a tile is absent, the slot holds a placeholder, whose id is the tile's number: see
 * BoxStore. Bounds are those of the index, widened, and stay.
 */
export class TopNodes {
  /** How many nodes there are. */
  readonly count: number;
  /** The node above all tiles. */
  readonly whole: number;
  readonly #nodes: Nodes;
  /** A node without boxes. */
  readonly #noBoxes: number;
  /** From a slot below node 0 to the same one below {@link whole}. */
  readonly #toWhole: number;
  /** The slot of each tile, below node 0. */
  readonly #slots: Int32Array;
  /** The slot that each node below node 0 hangs in. */
  readonly #parents: Int32Array;

  /**
   * @param nodes packed, with a box for each tile. They become those above tiles that are all absent.
   * @param widening by how much the bounds of tiles are widened.
   */
  constructor(nodes: Nodes, tiles: number, widening: number) {
    const { count } = nodes;
    this.#nodes = nodes;
    this.#noBoxes = count;
    this.whole = count + 1;
    this.count = 2 * count + 1;
    this.#toWhole = this.whole << NODE_SHIFT;
    this.#slots = new Int32Array(tiles);
    this.#parents = new Int32Array(count).fill(NO_SLOT);
    nodes.reserve(this.count);
    nodes.int32.copyWithin(this.#toWhole, 0, count << NODE_SHIFT);
    nodes.clear(this.#noBoxes);
    // Backwards: a node comes after its parent.
    for (let node = count - 1; node >= 0; node--) {
      const first = node << NODE_SHIFT;
      for (let slot = first; slot < first + WIDTH; slot++) {
        const child = nodes.int32[slot + CHILD];
        if (child === EMPTY) break;
        if (child < 0) this.#addTile(~child, slot, widening);
        else this.#addNode(nodeOf(child), slot);
      }
    }
    nodes.count = this.count;
  }

  #addTile(tile: number, slot: number, widening: number): void {
    const { float32, int32 } = this.#nodes;
    const inWhole = slot + this.#toWhole;
    this.#slots[tile] = slot;
    this.#nodes.clearSlot(slot);
    int32[slot + CHILD] = this.#noBoxes;
    int32[inWhole + CONTENT] = IN_SLOT;
    for (let k = 0; k < 3; k++) {
      float32[inWhole + MIN[k]] = roundDown(float32[inWhole + MIN[k]] - widening);
      float32[inWhole + MAX[k]] = roundUp(float32[inWhole + MAX[k]] + widening);
    }
  }

  #addNode(node: number, slot: number): void {
    const nodes = this.#nodes;
    this.#parents[node] = slot;
    nodes.clearSlot(slot);
    nodes.int32[slot + CHILD] = node;
    nodes.int32[slot + this.#toWhole + CHILD] = node + this.whole;
    nodes.fit(slot + this.#toWhole, node + this.whole);
  }

  /** How many levels there are down to the slot of a tile. */
  levelsAbove(tile: number): number {
    let levels = 0;
    for (let slot = this.#slots[tile]; slot !== NO_SLOT; slot = this.#parents[slot >> NODE_SHIFT]) levels++;
    return levels;
  }

  /** Whether the root of a tree is within the bounds of the tile's slot. */
  holds(tile: number, { float32 }: Nodes): boolean {
    const bounds = this.#nodes.float32;
    const inWhole = this.#slots[tile] + this.#toWhole;
    for (let slot = 0; slot < WIDTH; slot++) {
      for (const word of MIN) if (!(float32[slot + word] >= bounds[inWhole + word])) return false;
      for (const word of MAX) if (!(float32[slot + word] <= bounds[inWhole + word])) return false;
    }
    return true;
  }

  /** Lets a tree hang in the slots of a tile. */
  hang(tile: number, root: number, boxes: number): void {
    const { int32 } = this.#nodes;
    const slot = this.#slots[tile];
    this.#put(slot, root, boxes);
    int32[slot + this.#toWhole + CHILD] = root;
    int32[slot + this.#toWhole + CONTENT] = boxes;
    this.#count(slot, boxes, boxes - 1);
  }

  /** Empties the slots of a tile. */
  remove(tile: number, boxes: number): void {
    const { int32 } = this.#nodes;
    const slot = this.#slots[tile];
    this.#put(slot, this.#noBoxes, 0);
    int32[slot + this.#toWhole + CHILD] = ~tile;
    int32[slot + this.#toWhole + CONTENT] = IN_SLOT;
    this.#count(slot, -boxes, 1 - boxes);
  }

  #put(slot: number, node: number, boxes: number): void {
    const nodes = this.#nodes;
    nodes.int32[slot + CHILD] = node;
    nodes.int32[slot + CONTENT] = boxes;
    nodes.fit(slot, node);
  }

  /** Counts boxes that have come, and where placeholders count, too. */
  #count(slot: number, boxes: number, inWhole: number): void {
    const nodes = this.#nodes;
    for (let node = slot >> NODE_SHIFT; this.#parents[node] !== NO_SLOT; node = this.#parents[node] >> NODE_SHIFT) {
      const above = this.#parents[node];
      nodes.int32[above + CONTENT] += boxes;
      nodes.int32[above + this.#toWhole + CONTENT] += inWhole;
      nodes.fit(above, node);
    }
  }
}

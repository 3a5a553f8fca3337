import { CHILD, CONTENT, EMPTY, IN_SLOT, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import { roundDown, roundUp } from '../margins/roundOutward';
import { MAX, MIN, type Nodes } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';

/**
 * The nodes above the tiles: the nodes of the index of a file of tiles, in which each tile has a slot. These nodes are
 * stored twice.
 *
 * The copy that begins at node 0 leads to the tiles in memory. The slot of an absent tile holds a node without boxes
 * and with inverted bounds, so no query enters it. The bounds and counts above the slots cover the tiles in memory.
 *
 * The copy that begins at {@link allTiles} leads to all tiles. The slot of an absent tile holds a placeholder, whose id
 * is the number of the tile: see BoxStore. The bounds of a placeholder are the tile's bounds in the index, widened, and
 * never change.
 */
export class TopNodes {
  /** How many nodes there are above the tiles, in both copies together, with the node that has no boxes. */
  readonly count: number;
  /** The root of the copy of the upper nodes that leads to all tiles, in memory or not. */
  readonly allTiles: number;
  readonly #nodes: Nodes;
  /** The node without boxes, to which the slot of an absent tile leads. */
  readonly #noBoxes: number;
  /** How much greater the index of a slot is in the copy below {@link allTiles} than in the copy below node 0. */
  readonly #toCopy: number;
  /** The slot that leads to each tile, in the copy of the upper nodes that begins at node 0. */
  readonly #slots: Int32Array;
  /** The slot that leads to each node, in the copy of the upper nodes that begins at node 0. */
  readonly #parents: Int32Array;

  /**
   * @param nodes packed nodes over a box for each tile. They become the nodes above the tiles, all of which are absent.
   * @param widening by how much the bounds of the placeholders of tiles are widened.
   */
  constructor(nodes: Nodes, tiles: number, widening: number) {
    const { count } = nodes;
    this.#nodes = nodes;
    this.#noBoxes = count;
    this.allTiles = count + 1;
    this.count = 2 * count + 1;
    this.#toCopy = this.allTiles << NODE_SHIFT;
    this.#slots = new Int32Array(tiles);
    this.#parents = new Int32Array(count).fill(NO_SLOT);
    nodes.reserve(this.count);
    nodes.int32.copyWithin(this.#toCopy, 0, count << NODE_SHIFT);
    nodes.clear(this.#noBoxes);
    // The loop runs from the last node to the first, because children come after their parents.
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
    const copy = slot + this.#toCopy;
    this.#slots[tile] = slot;
    this.#nodes.clearSlot(slot);
    int32[slot + CHILD] = this.#noBoxes;
    int32[copy + CONTENT] = IN_SLOT;
    for (let k = 0; k < 3; k++) {
      float32[copy + MIN[k]] = roundDown(float32[copy + MIN[k]] - widening);
      float32[copy + MAX[k]] = roundUp(float32[copy + MAX[k]] + widening);
    }
  }

  #addNode(node: number, slot: number): void {
    const nodes = this.#nodes;
    this.#parents[node] = slot;
    nodes.clearSlot(slot);
    nodes.int32[slot + CHILD] = node;
    nodes.int32[slot + this.#toCopy + CHILD] = node + this.allTiles;
    nodes.fit(slot + this.#toCopy, node + this.allTiles);
  }

  /** Returns how many nodes are on the path from the root down to the slot of a tile, including the root. */
  levelsAbove(tile: number): number {
    let levels = 0;
    for (let slot = this.#slots[tile]; slot !== NO_SLOT; slot = this.#parents[slot >> NODE_SHIFT]) levels++;
    return levels;
  }

  /** Returns whether the root of a tile's tree is within the bounds of the tile's slot. */
  holds(tile: number, nodes: Nodes): boolean {
    return this.#nodes.holds(this.#slots[tile] + this.#toCopy, nodes, 0);
  }

  /** Makes the slots of a tile, in both copies of the upper nodes, lead to the root of the tile's tree. */
  hang(tile: number, root: number, boxes: number): void {
    const { int32 } = this.#nodes;
    const slot = this.#slots[tile];
    this.#put(slot, root, boxes);
    int32[slot + this.#toCopy + CHILD] = root;
    int32[slot + this.#toCopy + CONTENT] = boxes;
    // In the copy below allTiles, the boxes of the tile replace its placeholder, which counts as one box.
    this.#count(slot, boxes, boxes - 1);
  }

  /** Makes the slots of a tile lead to the node without boxes, and in the other copy to the tile's placeholder. */
  remove(tile: number, boxes: number): void {
    const { int32 } = this.#nodes;
    const slot = this.#slots[tile];
    this.#put(slot, this.#noBoxes, 0);
    int32[slot + this.#toCopy + CHILD] = ~tile;
    int32[slot + this.#toCopy + CONTENT] = IN_SLOT;
    this.#count(slot, -boxes, 1 - boxes);
  }

  #put(slot: number, node: number, boxes: number): void {
    const nodes = this.#nodes;
    nodes.int32[slot + CHILD] = node;
    nodes.int32[slot + CONTENT] = boxes;
    nodes.fit(slot, node);
  }

  /**
   * Adds to the counts of boxes in all slots above a tile's slot, in both copies of the upper nodes. Fits the bounds of
   * these slots in the copy that begins at node 0.
   */
  #count(slot: number, boxes: number, inCopy: number): void {
    const nodes = this.#nodes;
    for (let node = slot >> NODE_SHIFT; this.#parents[node] !== NO_SLOT; node = this.#parents[node] >> NODE_SHIFT) {
      const above = this.#parents[node];
      nodes.int32[above + CONTENT] += boxes;
      nodes.int32[above + this.#toCopy + CONTENT] += inCopy;
      nodes.fit(above, node);
    }
  }
}

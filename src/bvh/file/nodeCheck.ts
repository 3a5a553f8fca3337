import {
  MAX_DEPTH,
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  WIDTH,
} from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';
import { refuse } from './slabtreeFormatError';

/** The boxes of so many nodes are checked together. */
export const GROUP = 128;
/** How many groups a step checks, which takes a millisecond or two. */
const STEP = 32;

/** Checks the boxes or the triangles in the slots of a tree. */
export interface LeafCheck {
  /** How many boxes or triangles there are. */
  readonly size: number;
  /** Their name in messages. */
  readonly name: string;
  /** Returns how many a slot holds, by its content word. */
  sizeOf(slot: number): number;
  /** Checks the content of the first `count` of these slots. Each slot of the tree is given once. */
  check(slots: Int32Array, count: number): void;
  /** Checks conditions on all slots together, after each has been checked. */
  finish(): void;
}

/**
 * Checks nodes with any bytes. They must be packed like the nodes of a new tree, and must hold every box once. This,
 * with the checks of a {@link LeafCheck}, is everything that queries rely on, and more than `validate` checks. Unlike
 * `validate`, which descends from the root, it goes through the nodes once, from the last to the first, so it always
 * ends.
 *
 * Child nodes come after their parent, so everything below a node has been checked before the node. In the order of a
 * new tree, the children of a node are consecutive. Then comes everything below the first child, then everything below
 * the second, and so on. By induction, the nodes below each child are a run of indices. If these runs follow the
 * children and each other without gaps, the nodes below the parent are a run, too, and each is the child of exactly one
 * slot.
 *
 * All comparisons are written so that NaN fails them.
 */
export class NodeCheck {
  readonly #nodes: Nodes;
  readonly #leaves: LeafCheck;
  /** For each node: its first child, how many nodes and boxes are below it, and its height. */
  readonly #firsts: Int32Array;
  readonly #nodesBelow: Int32Array;
  readonly #boxesBelow: Int32Array;
  readonly #heights: Uint8Array;
  /** The last node that was checked. */
  #node: number;
  /** The slots of a group that hold boxes. */
  readonly #slots = new Int32Array(GROUP * WIDTH);
  #boxes = 0;

  constructor(nodes: Nodes, leaves: LeafCheck) {
    const { count } = nodes;
    this.#nodes = nodes;
    this.#leaves = leaves;
    this.#firsts = new Int32Array(count);
    this.#nodesBelow = new Int32Array(count);
    this.#boxesBelow = new Int32Array(count);
    this.#heights = new Uint8Array(count);
    this.#node = count;
  }

  /** Checks some more nodes. Returns whether all nodes have been checked. */
  step(): boolean {
    for (let group = 0; group < STEP && this.#node > 0; group++) {
      const end = Math.max(0, this.#node - GROUP);
      this.#boxes = 0;
      while (this.#node > end) this.#checkNode(--this.#node);
      this.#leaves.check(this.#slots, this.#boxes);
    }
    if (this.#node > 0) return false;
    const { count } = this.#nodes;
    const { size, name } = this.#leaves;
    if (this.#nodesBelow[0] !== count - 1) refuse(`some of its ${count} nodes are not below the first`);
    if (this.#boxesBelow[0] !== size) refuse(`its tree holds ${this.#boxesBelow[0]} of its ${size} ${name}`);
    this.#leaves.finish();
    return true;
  }

  #checkNode(node: number): void {
    const { int32, count } = this.#nodes;
    const boxesBelow = this.#boxesBelow;
    const heights = this.#heights;
    const first = node << NODE_SHIFT;
    let boxes = 0;
    let height = 0;
    let firstChild = 0;
    let nextChild = 0;
    let slot = first;
    for (; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child < 0) {
        this.#slots[this.#boxes++] = slot;
        boxes += this.#leaves.sizeOf(slot);
        continue;
      }
      if (firstChild === 0) firstChild = nextChild = child;
      if (child <= node || child >= count || child !== nextChild)
        refuse(`node ${child} hangs in node ${node} out of order`);
      nextChild++;
      if (int32[slot + CONTENT] !== boxesBelow[child])
        refuse(`node ${node} has a wrong count of the ${this.#leaves.name} below node ${child}`);
      if (!this.#holdsNode(slot, child)) refuse(`node ${node} does not hold all of node ${child}`);
      boxes += boxesBelow[child];
      if (heights[child] > height) height = heights[child];
    }
    if (slot === first && node > 0) refuse(`node ${node} is empty`);
    for (; slot < first + WIDTH; slot++) if (!this.#isEmpty(slot)) refuse(`a slot of node ${node} is not empty`);
    if (height === MAX_DEPTH) refuse(`node ${node} has more than ${MAX_DEPTH} levels`);

    let next = nextChild;
    for (let child = firstChild; child < nextChild; child++) {
      if (this.#nodesBelow[child] === 0) continue;
      if (this.#firsts[child] !== next) refuse(`the nodes below node ${child} are out of order`);
      next += this.#nodesBelow[child];
    }
    this.#firsts[node] = firstChild;
    this.#nodesBelow[node] = next - firstChild;
    boxesBelow[node] = boxes;
    heights[node] = height + 1;
  }

  #isEmpty(slot: number): boolean {
    const { float32, int32 } = this.#nodes;
    return (
      int32[slot + CHILD] === EMPTY &&
      int32[slot + CONTENT] === 0 &&
      float32[slot + MIN_X] === Infinity &&
      float32[slot + MIN_Y] === Infinity &&
      float32[slot + MIN_Z] === Infinity &&
      float32[slot + MAX_X] === -Infinity &&
      float32[slot + MAX_Y] === -Infinity &&
      float32[slot + MAX_Z] === -Infinity
    );
  }

  /** Whether the bounds of a slot hold the bounds of all slots of a node. */
  #holdsNode(slot: number, child: number): boolean {
    const { float32 } = this.#nodes;
    const minX = float32[slot + MIN_X];
    const minY = float32[slot + MIN_Y];
    const minZ = float32[slot + MIN_Z];
    const maxX = float32[slot + MAX_X];
    const maxY = float32[slot + MAX_Y];
    const maxZ = float32[slot + MAX_Z];
    const first = child << NODE_SHIFT;
    for (let other = first; other < first + WIDTH; other++) {
      const isHeld =
        float32[other + MIN_X] >= minX &&
        float32[other + MIN_Y] >= minY &&
        float32[other + MIN_Z] >= minZ &&
        float32[other + MAX_X] <= maxX &&
        float32[other + MAX_Y] <= maxY &&
        float32[other + MAX_Z] <= maxZ;
      if (!isHeld) return false;
    }
    return true;
  }
}

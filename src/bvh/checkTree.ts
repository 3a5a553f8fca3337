import { AABB_STRIDE } from '../primitives/boxLayout';
import { fail } from './fileHeader';
import { MAX_DEPTH } from './maxDepth';
import { growMeasure } from './measureScene';
import { AABB_32, CHILD, CONTENT, EMPTY, indexOf, IN_SLOT, kindOf, NODE_SHIFT, OBB, WIDTH } from './nodeLayout';
import { MAX, MIN } from './nodes';
import { ROW_MAX, ROW_WORDS } from './rowLayout';
import { writeRowBounds } from './rows';
import type { SceneMeasure, Tree } from './tree';

/** Nodes that are checked at once. */
const STEP = 4096;

/**
 * Checks a tree whose bytes may be anything, over boxes whose places are sound: that it is one, packed as a new tree is, that
 * it holds every box once, where it is, and that its measure covers all of them. It is all that queries rest on, and more
 * than `validate` checks: but unlike that, which goes down from the root, it goes through the nodes once from the last to the
 * first, and so ends.
 */
export function* checkTree(tree: Tree): Generator<undefined, void> {
  const check = new TreeCheck(tree);
  for (let end = tree.nodes.count; end > 0; end -= STEP) {
    check.checkNodes(Math.max(end - STEP, 0), end);
    yield;
  }
  check.checkAll();
}

const row = new Float32Array(ROW_WORDS);

/**
 * As nodes come after the one that they hang in, what is below a node is known when it is reached. In the order of a new tree
 * a node's children follow one another; next comes all that is below the first of them, then all below the second, and so on.
 * So where the nodes below each child are known to be a run of indices, those below the node are, if these runs follow the
 * children and one another; and each hangs in exactly one slot.
 */
class TreeCheck {
  readonly #tree: Tree;
  /** The first child of each node, how many nodes and boxes there are below it, and how many nodes deep that is. */
  readonly #firsts: Int32Array;
  readonly #nodesBelow: Int32Array;
  readonly #boxesBelow: Int32Array;
  readonly #heights: Uint8Array;
  /** Ids of boxes that have been met. */
  readonly #isMet: Uint8Array;
  /** Grows where a box is met that the tree's own does not cover. */
  readonly #measure: SceneMeasure;

  constructor(tree: Tree) {
    const { count } = tree.nodes;
    this.#tree = tree;
    this.#firsts = new Int32Array(count);
    this.#nodesBelow = new Int32Array(count);
    this.#boxesBelow = new Int32Array(count);
    this.#heights = new Uint8Array(count);
    this.#isMet = new Uint8Array(tree.leaves.idLimit);
    const { origin, extent, magnitude, reach, obbSlope, typicalSize } = tree;
    this.#measure = { origin, extent: extent.slice(), magnitude: magnitude.slice(), reach, obbSlope, typicalSize };
  }

  /** Checks some nodes, after all that come after them. */
  checkNodes(first: number, end: number): void {
    for (let node = end - 1; node >= first; node--) this.#checkNode(node);
  }

  #checkNode(node: number): void {
    const { int32, count } = this.#tree.nodes;
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
        this.#checkBox(slot, ~child);
        boxes++;
        continue;
      }
      if (nextChild === 0 ? child <= node || child >= count : child !== nextChild || child === count) {
        fail(`node ${child} hangs in node ${node} out of order`);
      }
      if (nextChild === 0) firstChild = child;
      nextChild = child + 1;
      const below = this.#boxesBelow[child];
      if (int32[slot + CONTENT] !== below) fail(`node ${node} counts boxes of node ${child} that are not there`);
      boxes += below;
      if (this.#heights[child] > height) height = this.#heights[child];
      if (!this.#holdsNode(slot, child)) fail(`node ${node} does not hold all of node ${child}`);
    }
    if (slot === first && node > 0) fail(`node ${node} is empty`);
    for (; slot < first + WIDTH; slot++) if (!this.#isEmpty(slot)) fail(`a slot of node ${node} is not empty`);

    let next = nextChild;
    for (let child = firstChild; child < nextChild; child++) {
      if (this.#nodesBelow[child] === 0) continue;
      if (this.#firsts[child] !== next) fail(`the nodes below node ${child} are out of order`);
      next += this.#nodesBelow[child];
    }
    if (height + 1 > MAX_DEPTH) fail(`node ${node} has more than ${MAX_DEPTH} levels`);
    this.#firsts[node] = firstChild;
    this.#nodesBelow[node] = next - firstChild;
    this.#boxesBelow[node] = boxes;
    this.#heights[node] = height + 1;
  }

  #isEmpty(slot: number): boolean {
    const { float32, int32 } = this.#tree.nodes;
    for (let k = 0; k < 3; k++) {
      if (float32[slot + MIN[k]] !== Infinity || float32[slot + MAX[k]] !== -Infinity) return false;
    }
    return int32[slot + CHILD] === EMPTY && int32[slot + CONTENT] === 0;
  }

  /** Whether a slot's bounds hold those of all slots of a node. Not a number is not held. */
  #holdsNode(slot: number, child: number): boolean {
    const { float32 } = this.#tree.nodes;
    const first = child << NODE_SHIFT;
    for (let k = 0; k < 3; k++) {
      const min = float32[slot + MIN[k]];
      const max = float32[slot + MAX[k]];
      const minAt = first + MIN[k];
      const maxAt = first + MAX[k];
      for (let i = 0; i < WIDTH; i++) {
        if (!(float32[minAt + i] >= min && float32[maxAt + i] <= max)) return false;
      }
    }
    return true;
  }

  #checkBox(slot: number, id: number): void {
    const { leaves, nodes } = this.#tree;
    if (!leaves.has(id) || this.#isMet[id] !== 0) fail(`box ${id} is not there, or in the tree twice`);
    this.#isMet[id] = 1;
    const place = leaves.places[id];
    const content = nodes.int32[slot + CONTENT] >>> 0;
    const kind = kindOf(place);
    const isInSlot = kindOf(content) === IN_SLOT;
    if (content !== (isInSlot ? indexOf(place) : place)) fail(`box ${id} is not where its slot says`);
    const at = indexOf(place) * AABB_STRIDE;
    const isHeld =
      kind === OBB
        ? !isInSlot && this.#holdsObb(slot, place)
        : this.#holdsAabb(slot, kind === AABB_32 ? leaves.aabb32.data : leaves.aabb64.data, at, isInSlot);
    if (!isHeld) fail(`box ${id} is not well formed, or not inside its slot, or too large for the scene's measure`);
  }

  /** Whether a slot and the measure hold an AABB, or the slot's bounds are the box itself. */
  #holdsAabb(slot: number, b: Float32Array | Float64Array, at: number, isInSlot: boolean): boolean {
    const { origin, extent, magnitude, nodes } = this.#tree;
    const { float32 } = nodes;
    for (let k = 0; k < 3; k++) {
      const low = b[at + k];
      const high = b[at + 3 + k];
      const min = float32[slot + MIN[k]];
      const max = float32[slot + MAX[k]];
      const from = origin[k];
      const size = magnitude[k];
      const isHeld =
        low <= high &&
        low >= -size &&
        high <= size &&
        low - from >= -extent[k] &&
        high - from <= extent[k] &&
        min <= low - from &&
        max >= high - from;
      if (!isHeld || (isInSlot && (min + from !== low || max + from !== high))) return false;
    }
    return true;
  }

  /** Whether a slot holds an OBB, with the margin of its test. Whether the measure does shows at the end. */
  #holdsObb(slot: number, place: number): boolean {
    const { leaves, nodes } = this.#tree;
    const { float32 } = nodes;
    growMeasure(leaves, place, this.#measure);
    writeRowBounds(leaves, this.#tree, place, row, 0);
    for (let k = 0; k < 3; k++) {
      if (!(float32[slot + MIN[k]] <= row[k] && float32[slot + MAX[k]] >= row[ROW_MAX + k])) return false;
    }
    return true;
  }

  /** Checks what holds of all nodes together, after each was checked. */
  checkAll(): void {
    const { leaves, nodes, extent, magnitude, obbSlope } = this.#tree;
    if (this.#nodesBelow[0] !== nodes.count - 1)
      fail(`nodes are left over: ${nodes.count}, and not all below the first`);
    if (this.#boxesBelow[0] !== leaves.size) fail(`the tree holds ${this.#boxesBelow[0]} boxes of ${leaves.size}`);
    const grown = this.#measure;
    for (let k = 0; k < 3; k++) {
      if (grown.extent[k] !== extent[k] || grown.magnitude[k] !== magnitude[k])
        fail('its measure does not cover all boxes');
    }
    if (grown.obbSlope !== obbSlope) fail("its measure does not cover all boxes' margins");
  }
}

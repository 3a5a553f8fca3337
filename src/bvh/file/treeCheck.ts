import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeReferenceBounds } from '../build/references';
import { REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { MAX_DEPTH } from '../layout/maxDepth';
import {
  AABB_32,
  AABB_64,
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  OBB,
  WIDTH,
} from '../layout/nodeLayout';
import { growMeasure } from '../margins/measureScene';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Tree } from '../tree/tree';
import { refuse } from './slabtreeFormatError';

/** How many nodes have their boxes checked together. */
const GROUP = 128;
/** How many groups are checked at once, which takes a millisecond or two. */
const STEP = 32;

/**
 * Checks a tree whose bytes may be anything. The places of its boxes must have been checked. The tree must be packed
 * like a new one, must hold every box once, where the box is, and its measure must cover all boxes. That is everything
 * that queries rely on, and more than `validate` checks. Unlike `validate`, which goes down from the root, this goes
 * through the nodes once, from the last to the first, and so it always ends.
 *
 * Nodes come after the node that they hang in. So everything below a node is known when the check reaches it. In the
 * order of a new tree, a node's children follow one another. Then comes everything below the first child, then
 * everything below the second, and so on. Suppose that the nodes below each child are known to be a run of indices. If
 * these runs follow the children and one another, the nodes below the node are a run, too, and each hangs in exactly
 * one slot.
 *
 * All comparisons are written so that NaN fails them.
 */
export class TreeCheck {
  readonly #tree: Tree;
  /** For each node: its first child, how many nodes and boxes are below it, and how many levels it has. */
  readonly #firsts: Int32Array;
  readonly #nodesBelow: Int32Array;
  readonly #boxesBelow: Int32Array;
  readonly #heights: Uint8Array;
  /** The ids of boxes seen so far, one bit each. That is small enough to stay in the cache. */
  readonly #seen: Int32Array;
  /** Grows if an OBB is not covered by the tree's own measure. */
  readonly #measure: SceneMeasure;
  /** The last node that was checked. */
  #node: number;
  /** The boxes of a group: their slots, their places, and the six numbers of each AABB. */
  readonly #slots = new Int32Array(GROUP * WIDTH);
  readonly #places = new Uint32Array(GROUP * WIDTH);
  readonly #aabbs = new Float64Array(GROUP * WIDTH * AABB_STRIDE);
  #boxes = 0;

  constructor(tree: Tree) {
    const { count } = tree.nodes;
    this.#tree = tree;
    this.#firsts = new Int32Array(count);
    this.#nodesBelow = new Int32Array(count);
    this.#boxesBelow = new Int32Array(count);
    this.#heights = new Uint8Array(count);
    this.#seen = new Int32Array(Math.ceil(tree.leaves.idLimit / 32));
    const { origin, extent, magnitude, reach, obbSlope, typicalSize } = tree;
    this.#measure = { origin, extent: extent.slice(), magnitude: magnitude.slice(), reach, obbSlope, typicalSize };
    this.#node = count;
  }

  /** Checks some more nodes. Returns whether all are checked. */
  step(): boolean {
    for (let group = 0; group < STEP && this.#node > 0; group++) {
      const end = Math.max(0, this.#node - GROUP);
      this.#boxes = 0;
      while (this.#node > end) this.#checkNode(--this.#node);
      this.#findBoxes();
      this.#readAabbs();
      for (let i = 0; i < this.#boxes; i++) this.#checkBox(i);
    }
    if (this.#node > 0) return false;
    this.#checkAll();
    return true;
  }

  #checkNode(node: number): void {
    const { int32, count } = this.#tree.nodes;
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
        boxes++;
        continue;
      }
      if (firstChild === 0) firstChild = nextChild = child;
      if (child <= node || child >= count || child !== nextChild)
        refuse(`node ${child} hangs in node ${node} out of order`);
      nextChild++;
      if (int32[slot + CONTENT] !== boxesBelow[child])
        refuse(`node ${node} has a wrong count of the boxes below node ${child}`);
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
    const { float32, int32 } = this.#tree.nodes;
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

  /** Whether a slot's bounds hold those of all slots of a node. */
  #holdsNode(slot: number, child: number): boolean {
    const { float32 } = this.#tree.nodes;
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

  /**
   * Finds the places of a group's boxes. They may be anywhere in memory, and so may their numbers. Loops that only
   * fetch them, where no fetch waits for another, take a fraction of the time of a loop over the boxes.
   */
  #findBoxes(): void {
    const { leaves, nodes } = this.#tree;
    const { int32 } = nodes;
    const slots = this.#slots;
    const places = this.#places;
    const count = this.#boxes;
    const seen = this.#seen;
    // An id that is not in the store reads as 0: nothing is there.
    const placesById = leaves.places;
    for (let i = 0; i < count; i++) places[i] = placesById[~int32[slots[i] + CHILD]];
    for (let i = 0; i < count; i++) {
      const id = ~int32[slots[i] + CHILD];
      const bit = 1 << (id & 31);
      if (places[i] === 0 || (seen[id >>> 5] & bit) !== 0) refuse(`box ${id} does not exist, or is in the tree twice`);
      seen[id >>> 5] |= bit;
    }
  }

  #readAabbs(): void {
    const { aabb32, aabb64 } = this.#tree.leaves;
    const narrow = aabb32.data;
    const wide = aabb64.data;
    const places = this.#places;
    const count = this.#boxes;
    for (let i = 0; i < count; i++) {
      const index = indexOf(places[i]);
      if (kindOf(places[i]) === AABB_32) copyEnds(narrow, index, this.#aabbs, i);
      else if (kindOf(places[i]) === AABB_64) copyEnds(wide, index, this.#aabbs, i);
    }
    for (let i = 0; i < count; i++) {
      const index = indexOf(places[i]);
      if (kindOf(places[i]) === AABB_32) copyMiddle(narrow, index, this.#aabbs, i);
      else if (kindOf(places[i]) === AABB_64) copyMiddle(wide, index, this.#aabbs, i);
    }
  }

  #checkBox(i: number): void {
    const slot = this.#slots[i];
    const place = this.#places[i];
    const content = this.#tree.nodes.int32[slot + CONTENT] >>> 0;
    const isInSlot = kindOf(content) === IN_SLOT;
    const isHeld =
      content === (isInSlot ? indexOf(place) : place) &&
      (kindOf(place) === OBB ? !isInSlot && this.#holdsObb(slot, place) : this.#holdsAabb(slot, i, isInSlot));
    if (!isHeld) {
      const id = ~this.#tree.nodes.int32[slot + CHILD];
      refuse(`box ${id} is not valid, differs from its slot, or is too large for it or for the scene's measure`);
    }
  }

  /** Whether a slot and the measure hold an AABB. If the box should equal the slot's bounds, also checks that. */
  #holdsAabb(slot: number, i: number, isInSlot: boolean): boolean {
    const { nodes, origin, extent, magnitude } = this.#tree;
    const { float32 } = nodes;
    const b = this.#aabbs;
    const at = i * AABB_STRIDE;
    return (
      isHeld(b[at], b[at + 3], float32[slot + MIN_X], float32[slot + MAX_X], origin[0], isInSlot) &&
      isHeld(b[at + 1], b[at + 4], float32[slot + MIN_Y], float32[slot + MAX_Y], origin[1], isInSlot) &&
      isHeld(b[at + 2], b[at + 5], float32[slot + MIN_Z], float32[slot + MAX_Z], origin[2], isInSlot) &&
      isCovered(b[at], b[at + 3], origin[0], extent[0], magnitude[0]) &&
      isCovered(b[at + 1], b[at + 4], origin[1], extent[1], magnitude[1]) &&
      isCovered(b[at + 2], b[at + 5], origin[2], extent[2], magnitude[2])
    );
  }

  /**
   * Whether a slot holds an OBB with the margin of its test. The end of the check shows whether the measure covers it.
   */
  #holdsObb(slot: number, place: number): boolean {
    const { leaves, nodes } = this.#tree;
    const { float32 } = nodes;
    growMeasure(leaves, place, this.#measure);
    writeReferenceBounds(leaves, this.#tree, place, reference, 0);
    return (
      float32[slot + MIN_X] <= reference[0] &&
      float32[slot + MIN_Y] <= reference[1] &&
      float32[slot + MIN_Z] <= reference[2] &&
      float32[slot + MAX_X] >= reference[REFERENCE_MAX] &&
      float32[slot + MAX_Y] >= reference[REFERENCE_MAX + 1] &&
      float32[slot + MAX_Z] >= reference[REFERENCE_MAX + 2]
    );
  }

  /** Checks what must be true of all nodes together, after each was checked. */
  #checkAll(): void {
    const { leaves, nodes, extent, magnitude, obbSlope } = this.#tree;
    if (this.#nodesBelow[0] !== nodes.count - 1) refuse(`some of its ${nodes.count} nodes are not below the first`);
    if (this.#boxesBelow[0] !== leaves.size)
      refuse(`its tree holds ${this.#boxesBelow[0]} of its ${leaves.size} boxes`);
    const grown = this.#measure;
    for (let k = 0; k < 3; k++) {
      if (grown.extent[k] !== extent[k] || grown.magnitude[k] !== magnitude[k])
        refuse('its measure does not cover all boxes');
    }
    if (grown.obbSlope !== obbSlope) refuse("its measure does not cover all boxes' margins");
  }
}

const reference = new Float32Array(REFERENCE_WORDS);

/** Only the first and the last number of a box have to be waited for. */
function copyEnds(data: Float32Array | Float64Array, index: number, out: Float64Array, i: number): void {
  const from = index * AABB_STRIDE;
  const to = i * AABB_STRIDE;
  out[to] = data[from];
  out[to + 5] = data[from + 5];
}

function copyMiddle(data: Float32Array | Float64Array, index: number, out: Float64Array, i: number): void {
  const from = index * AABB_STRIDE;
  const to = i * AABB_STRIDE;
  out[to + 1] = data[from + 1];
  out[to + 2] = data[from + 2];
  out[to + 3] = data[from + 3];
  out[to + 4] = data[from + 4];
}

/** Whether the bounds of a slot hold a box on an axis, or equal it if they should. */
function isHeld(low: number, high: number, min: number, max: number, origin: number, isInSlot: boolean): boolean {
  return (
    low <= high &&
    min <= low - origin &&
    max >= high - origin &&
    (!isInSlot || (min + origin === low && max + origin === high))
  );
}

/** Whether the measure covers a box on an axis. */
function isCovered(low: number, high: number, origin: number, extent: number, magnitude: number): boolean {
  return low >= -magnitude && high <= magnitude && low - origin >= -extent && high - origin <= extent;
}

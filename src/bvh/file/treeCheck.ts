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

/** Nodes whose boxes are checked together. */
const GROUP = 128;
/** Groups that are checked at once: a millisecond or two. */
const STEP = 32;

/**
 * Checks a tree whose bytes may be anything, over boxes whose places are sound: that it is one, packed as a new tree is, that
 * it holds every box once, where it is, and that its measure covers all of them. It is all that queries rest on, and more
 * than `validate` checks: but unlike that, which goes down from the root, it goes through the nodes once from the last to the
 * first, and so ends.
 *
 * As nodes come after the one that they hang in, what is below a node is known when it is reached. In the order of a new tree
 * a node's children follow one another; next comes all that is below the first of them, then all below the second, and so on.
 * So where the nodes below each child are known to be a run of indices, those below the node are, if these runs follow the
 * children and one another; and each hangs in exactly one slot.
 *
 * All comparisons are written so that what is not a number fails them.
 */
export class TreeCheck {
  readonly #tree: Tree;
  /** The first child of each node, how many nodes and boxes there are below it, and how many nodes deep that is. */
  readonly #firsts: Int32Array;
  readonly #nodesBelow: Int32Array;
  readonly #boxesBelow: Int32Array;
  readonly #heights: Uint8Array;
  /** Ids of boxes that have been met, a bit each: few enough to stay in the cache. */
  readonly #met: Int32Array;
  /** Grows where an OBB is met that the tree's own does not cover. */
  readonly #measure: SceneMeasure;
  /** The node that was checked last. */
  #node: number;
  /** The boxes of a group: the slots that they are in, their places, and the six numbers of those that are AABBs. */
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
    this.#met = new Int32Array(Math.ceil(tree.leaves.idLimit / 32));
    const { origin, extent, magnitude, reach, obbSlope, typicalSize } = tree;
    this.#measure = { origin, extent: extent.slice(), magnitude: magnitude.slice(), reach, obbSlope, typicalSize };
    this.#node = count;
  }

  /** Checks some nodes more; returns whether all are checked. */
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
        refuse(`node ${node} counts boxes of node ${child} that are not there`);
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
   * Finds the places of a group's boxes. They may be anywhere in memory, and so may their numbers: loops that do nothing but
   * fetch them, of which none waits for another, take a fraction of the time that a loop over boxes would.
   */
  #findBoxes(): void {
    const { leaves, nodes } = this.#tree;
    const { int32 } = nodes;
    const slots = this.#slots;
    const places = this.#places;
    const count = this.#boxes;
    const met = this.#met;
    // Not in the store, an id reads as 0: that nothing is there.
    const placesById = leaves.places;
    for (let i = 0; i < count; i++) places[i] = placesById[~int32[slots[i] + CHILD]];
    for (let i = 0; i < count; i++) {
      const id = ~int32[slots[i] + CHILD];
      const bit = 1 << (id & 31);
      if (places[i] === 0 || (met[id >>> 5] & bit) !== 0) refuse(`box ${id} is not there, or in the tree twice`);
      met[id >>> 5] |= bit;
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
      refuse(`box ${id} is not well formed, not what its slot says, or too large for it or for the scene's measure`);
    }
  }

  /** Whether a slot and the measure hold an AABB, and the slot's bounds are the box itself where they should be. */
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

  /** Whether a slot holds an OBB, with the margin of its test. Whether the measure does shows at the end. */
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

  /** Checks what holds of all nodes together, after each was checked. */
  #checkAll(): void {
    const { leaves, nodes, extent, magnitude, obbSlope } = this.#tree;
    if (this.#nodesBelow[0] !== nodes.count - 1) refuse(`of its ${nodes.count} nodes, some are not below the first`);
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

/** The first and the last number of a box are those that have to be waited for. */
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

/** Whether the bounds of a slot hold a box on an axis; or are the box itself. */
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

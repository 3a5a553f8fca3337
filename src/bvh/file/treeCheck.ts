import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeReferenceBounds } from '../build/references';
import { REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import {
  AABB_32,
  AABB_64,
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  MAX_DEPTH,
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
import type { Nodes } from '../tree/nodes';
import { refuse } from './slabtreeFormatError';

/** How many nodes of a tree from a file are checked together, as a group. */
const GROUP = 128;
/** How many groups of nodes one step of the check of a tree tests. A step takes a millisecond or two. */
const STEP = 32;

/** The part of the check of a tree that differs between trees over boxes and trees over triangles. */
export interface LeafCheck {
  /** How many boxes or triangles the tree must hold. */
  readonly size: number;
  /** What the tree holds, for error messages: 'boxes' or 'triangles'. */
  readonly name: string;
  /** Returns how many boxes or triangles a slot holds, according to its content word. */
  sizeOf(slot: number): number;
  /** Checks the boxes or triangles in the first `count` of `slots`. All calls together pass each leaf slot once. */
  check(slots: Int32Array, count: number): void;
  /** Checks the conditions on all slots of the tree together, after every slot has been checked. */
  finish(): void;
}

/**
 * Checks the nodes of a tree, which may have any bytes. The nodes must be packed like the nodes of a new tree, and must
 * hold every box once. With the checks of a {@link LeafCheck}, these are all conditions that queries rely on, and more
 * conditions than `validate` checks. `validate` descends from the root. This check goes through the nodes once, from
 * the last to the first, so it always ends.
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
  /** For each node that was checked: its first child, how many nodes and boxes are below it, and its height. */
  readonly #firsts: Int32Array;
  readonly #nodesBelow: Int32Array;
  readonly #boxesBelow: Int32Array;
  readonly #heights: Uint8Array;
  /** The node that was checked last. The check goes from the last node of the tree to the first. */
  #node: number;
  /** The slots of the present group of nodes that hold boxes or triangles, and how many slots these are. */
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

  /** Checks some more nodes of the tree. Returns whether all nodes have been checked. */
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

/**
 * Begins a check of a tree that may have any bytes. The places of its boxes must have been checked. The tree must hold
 * every box once, within the bounds of its slot, and its measure must cover all boxes.
 */
export function checkTree(tree: Tree): NodeCheck {
  return new NodeCheck(tree.nodes, new BoxCheck(tree));
}

class BoxCheck implements LeafCheck {
  readonly name = 'boxes';
  readonly #tree: Tree;
  /** A bit for each box id, which is set once the box has been checked. So few bits stay in the cache. */
  readonly #seen: Int32Array;
  /** A copy of the scene's measure, which grows if it does not cover an OBB of the tree. */
  readonly #measure: SceneMeasure;
  /** The places of the boxes in the present group of nodes, and the six numbers of each AABB among them. */
  readonly #places = new Uint32Array(GROUP * WIDTH);
  readonly #aabbs = new Float64Array(GROUP * WIDTH * AABB_STRIDE);

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#seen = new Int32Array(Math.ceil(tree.boxes.idLimit / 32));
    const { origin, extent, magnitude, reach, obbSlope, typicalSize } = tree;
    this.#measure = { origin, extent: extent.slice(), magnitude: magnitude.slice(), reach, obbSlope, typicalSize };
  }

  get size(): number {
    return this.#tree.boxes.size;
  }

  sizeOf(): number {
    return 1;
  }

  check(slots: Int32Array, count: number): void {
    this.#findBoxes(slots, count);
    this.#readAabbs(count);
    for (let i = 0; i < count; i++) this.#checkBox(slots[i], i);
  }

  /**
   * Reads the places of the boxes in a group of nodes. They are at random addresses. Separate loops over loads that are
   * independent of each other take a fraction of the time of one loop over the boxes.
   */
  #findBoxes(slots: Int32Array, count: number): void {
    const { boxes, nodes } = this.#tree;
    const { int32 } = nodes;
    const places = this.#places;
    const seen = this.#seen;
    // For an id that the store does not have, the place reads as 0, which is not the place of a box.
    const placesById = boxes.places;
    for (let i = 0; i < count; i++) places[i] = placesById[~int32[slots[i] + CHILD]];
    for (let i = 0; i < count; i++) {
      const id = ~int32[slots[i] + CHILD];
      const bit = 1 << (id & 31);
      if (places[i] === 0 || (seen[id >>> 5] & bit) !== 0) refuse(`box ${id} does not exist, or is in the tree twice`);
      seen[id >>> 5] |= bit;
    }
  }

  #readAabbs(count: number): void {
    const { aabb32, aabb64 } = this.#tree.boxes;
    const narrow = aabb32.data;
    const wide = aabb64.data;
    const places = this.#places;
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

  #checkBox(slot: number, i: number): void {
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

  /** Returns whether a slot and the scene's measure hold an AABB. If `isInSlot`, it must equal the slot's bounds. */
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

  /** Returns whether a slot holds an OBB with its test's margin. {@link finish} checks that the measure covers it. */
  #holdsObb(slot: number, place: number): boolean {
    const { boxes, nodes } = this.#tree;
    const { float32 } = nodes;
    growMeasure(boxes, place, this.#measure);
    writeReferenceBounds(boxes, this.#tree, place, reference, 0);
    return (
      float32[slot + MIN_X] <= reference[0] &&
      float32[slot + MIN_Y] <= reference[1] &&
      float32[slot + MIN_Z] <= reference[2] &&
      float32[slot + MAX_X] >= reference[REFERENCE_MAX] &&
      float32[slot + MAX_Y] >= reference[REFERENCE_MAX + 1] &&
      float32[slot + MAX_Z] >= reference[REFERENCE_MAX + 2]
    );
  }

  finish(): void {
    const { extent, magnitude, obbSlope } = this.#tree;
    const grown = this.#measure;
    for (let k = 0; k < 3; k++) {
      if (grown.extent[k] !== extent[k] || grown.magnitude[k] !== magnitude[k])
        refuse('its measure does not cover all boxes');
    }
    if (grown.obbSlope !== obbSlope) refuse("its measure does not cover all boxes' margins");
  }
}

const reference = /* @__PURE__ */ new Float32Array(REFERENCE_WORDS);

/**
 * Copies only the first and the last number of an AABB. Both together touch all cache lines of the AABB, so the other
 * numbers are in the cache when they are copied later.
 */
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

/** Returns whether the bounds of a slot hold a box on an axis, and equal the box if `isInSlot`. */
function isHeld(low: number, high: number, min: number, max: number, origin: number, isInSlot: boolean): boolean {
  return (
    low <= high &&
    min <= low - origin &&
    max >= high - origin &&
    (!isInSlot || (min + origin === low && max + origin === high))
  );
}

/** Returns whether the scene's measure covers a box on an axis. */
function isCovered(low: number, high: number, origin: number, extent: number, magnitude: number): boolean {
  return low >= -magnitude && high <= magnitude && low - origin >= -extent && high - origin <= extent;
}

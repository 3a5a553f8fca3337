import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeReferenceBounds } from '../build/references';
import { REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import {
  AABB_32,
  AABB_64,
  CHILD,
  CONTENT,
  IN_SLOT,
  indexOf,
  kindOf,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  OBB,
  WIDTH,
} from '../layout/nodeLayout';
import { growMeasure } from '../margins/measureScene';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Tree } from '../tree/tree';
import { GROUP, type LeafCheck, NodeCheck } from './nodeCheck';
import { refuse } from './slabtreeFormatError';

/**
 * Begins a check of a tree with any bytes. The places of its boxes must have been checked. The tree must hold every box
 * once, within the bounds of its slot, and its measure must cover all boxes.
 */
export function checkTree(tree: Tree): NodeCheck {
  return new NodeCheck(tree.nodes, new BoxCheck(tree));
}

class BoxCheck implements LeafCheck {
  readonly name = 'boxes';
  readonly #tree: Tree;
  /** A bit for the id of each box that has been checked. Small enough to stay in the cache. */
  readonly #seen: Int32Array;
  /** The measure of the tree, which grows if it does not cover an OBB. */
  readonly #measure: SceneMeasure;
  /** The places of a group's boxes, and the six numbers of each AABB. */
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
   * Reads the places of a group's boxes. Places and records are at random addresses. Separate loops over loads that are
   * independent of each other take a fraction of the time of one loop over the boxes.
   */
  #findBoxes(slots: Int32Array, count: number): void {
    const { boxes, nodes } = this.#tree;
    const { int32 } = nodes;
    const places = this.#places;
    const seen = this.#seen;
    // An id beyond the store reads as 0, which is no place.
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

  /** Whether a slot and the measure hold an AABB. If `isInSlot`, the box must equal the bounds of the slot. */
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

  /** Whether a slot holds an OBB with the margin of its test. {@link finish} checks that the measure covers it. */
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

/** Copies the first and the last number of a box, which loads all its cache lines. */
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

/** Whether the bounds of a slot hold a box on an axis, and equal it if `isInSlot`. */
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

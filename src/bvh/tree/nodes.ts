import { REFERENCE_MAX } from '../layout/referenceLayout';
import {
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
  NODE_WORDS,
  WIDTH,
} from '../layout/nodeLayout';
import type { Block, Memory } from '../memory/memory';

/** The first word of a node's lower bounds (MIN) and upper bounds (MAX) on each axis, for loops over the axes. */
export const MIN = [MIN_X, MIN_Y, MIN_Z];
export const MAX = [MAX_X, MAX_Y, MAX_Z];

/** The most nodes of a tree: the index of each word must be an int32. They are enough for about 170 million boxes. */
export const NODE_LIMIT = 2 ** 31 / NODE_WORDS;

const NODE_BYTES = NODE_WORDS * 4;

/** Empty arrays for trees without nodes. All of these trees share them: scenes may have very many small meshes. */
const NO_FLOATS = /* @__PURE__ */ new Float32Array(0);
const NO_WORDS = /* @__PURE__ */ new Int32Array(0);

/** The nodes of a tree, as float32 and int32 views of words. A slot is known by its first word: 64·node + 0 to 7. */
export class Nodes {
  float32: Float32Array = NO_FLOATS;
  int32: Int32Array = NO_WORDS;
  /** How many nodes are in use. All indices of nodes are less than this. */
  count: number;
  readonly #block: Block;
  #hasViews = true;

  /** Allocates `count` nodes, whose words may have any values. */
  constructor(memory: Memory, count: number) {
    checkCount(count);
    this.count = count;
    this.#block = memory.allocate(count * NODE_BYTES, (buffer, byteOffset, byteLength) => {
      if (this.#hasViews) this.#makeViews(buffer, byteOffset, byteLength);
    });
  }

  #makeViews(buffer: ArrayBufferLike, byteOffset: number, byteLength: number): void {
    const isEmpty = byteLength === 0;
    this.float32 = isEmpty ? NO_FLOATS : new Float32Array(buffer, byteOffset, byteLength / 4);
    this.int32 = isEmpty ? NO_WORDS : new Int32Array(buffer, byteOffset, byteLength / 4);
  }

  /** Frees the views, for nodes that only the kernel reads: many meshes would have many views. See {@link restoreViews}. */
  dropViews(): void {
    // Nodes of another thread have no block here.
    if (this.#block.byteLength === 0) return;
    this.#hasViews = false;
    this.float32 = NO_FLOATS;
    this.int32 = NO_WORDS;
  }

  restoreViews(): void {
    if (this.#hasViews) return;
    this.#hasViews = true;
    const { buffer, byteOffset, byteLength } = this.#block;
    this.#makeViews(buffer, byteOffset, byteLength);
  }

  /** Shows the nodes of another thread, in place of nodes of its own. */
  show(float32: Float32Array, int32: Int32Array, count: number): void {
    this.float32 = float32;
    this.int32 = int32;
    this.count = count;
  }

  get byteLength(): number {
    // Nodes of another thread have no block here.
    return this.#block.byteLength || this.float32.byteLength;
  }

  get byteOffset(): number {
    return this.#block.byteOffset || this.float32.byteOffset;
  }

  /** How many nodes there is room for, used or not. */
  get capacity(): number {
    return this.byteLength / NODE_BYTES;
  }

  /** Makes room for at least `count` nodes in total. */
  reserve(count: number): void {
    const { capacity } = this;
    if (count <= capacity) return;
    checkCount(count);
    const more = Math.max(count, Math.min(Math.ceil(capacity * 1.25), NODE_LIMIT));
    try {
      this.#block.resize(more * NODE_BYTES);
    } catch (error) {
      if (more === count || !(error instanceof RangeError)) throw error;
      this.#block.resize(count * NODE_BYTES);
    }
  }

  /** Makes room for exactly `count` nodes, all in use. */
  resize(count: number): void {
    checkCount(count);
    this.#block.resize(count * NODE_BYTES);
    this.count = count;
  }

  release(): void {
    this.#block.release();
  }

  /** Returns how many slots of a node are used. The used slots of a node come first. */
  usedSlots(node: number): number {
    const first = (node << NODE_SHIFT) + CHILD;
    let used = 0;
    while (used < WIDTH && this.int32[first + used] !== EMPTY) used++;
    return used;
  }

  /** Returns how many boxes are below a node. */
  boxesBelow(node: number): number {
    const first = node << NODE_SHIFT;
    let boxes = 0;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = this.int32[slot + CHILD];
      if (child >= 0) boxes += this.int32[slot + CONTENT];
      else if (child !== EMPTY) boxes++;
    }
    return boxes;
  }

  /**
   * Returns whether the bounds of a slot hold the bounds of all slots of a node, which may be in another tree. Returns
   * false for NaN.
   */
  holds(slot: number, { float32: other }: Nodes, node: number): boolean {
    const { float32 } = this;
    const first = node << NODE_SHIFT;
    for (let i = first; i < first + WIDTH; i++) {
      // The inverted bounds of an empty slot are inside all other bounds.
      for (const word of MIN) if (!(other[i + word] >= float32[slot + word])) return false;
      for (const word of MAX) if (!(other[i + word] <= float32[slot + word])) return false;
    }
    return true;
  }

  /** Makes all slots of a node empty. */
  clear(node: number): void {
    const base = node << NODE_SHIFT;
    this.float32.fill(Infinity, base + MIN_X, base + MAX_X);
    this.float32.fill(-Infinity, base + MAX_X, base + CHILD);
    this.int32.fill(EMPTY, base + CHILD, base + CONTENT);
    this.int32.fill(0, base + CONTENT, base + NODE_WORDS);
  }

  clearSlot(slot: number): void {
    const { float32, int32 } = this;
    for (let bound = slot + MIN_X; bound < slot + MAX_X; bound += WIDTH) float32[bound] = Infinity;
    for (let bound = slot + MAX_X; bound < slot + CHILD; bound += WIDTH) float32[bound] = -Infinity;
    int32[slot + CHILD] = EMPTY;
    int32[slot + CONTENT] = 0;
  }

  /** Sets a slot's bounds to the bounds of a reference, which begins at the index `at`. */
  setBounds(slot: number, reference: Float32Array, at: number): void {
    const { float32 } = this;
    float32[slot + MIN_X] = reference[at];
    float32[slot + MIN_Y] = reference[at + 1];
    float32[slot + MIN_Z] = reference[at + 2];
    float32[slot + MAX_X] = reference[at + REFERENCE_MAX];
    float32[slot + MAX_Y] = reference[at + REFERENCE_MAX + 1];
    float32[slot + MAX_Z] = reference[at + REFERENCE_MAX + 2];
  }

  /** Widens a slot's bounds to hold the bounds of a reference, too, which begins at the index `at`. */
  widen(slot: number, reference: Float32Array, at = 0): void {
    const { float32 } = this;
    for (let k = 0; k < 3; k++) {
      const min = reference[at + k];
      const max = reference[at + k + REFERENCE_MAX];
      if (min < float32[slot + MIN[k]]) float32[slot + MIN[k]] = min;
      if (max > float32[slot + MAX[k]]) float32[slot + MAX[k]] = max;
    }
  }

  /** Fits a slot's bounds around all slots of the node below it. Returns whether a bound of the slot has changed. */
  fit(slot: number, node: number): boolean {
    const { float32 } = this;
    let isChanged = false;
    for (let bound = MIN_X; bound < MAX_X; bound += WIDTH) {
      const first = (node << NODE_SHIFT) + bound;
      let min = Infinity;
      for (let i = first; i < first + WIDTH; i++) if (float32[i] < min) min = float32[i];
      if (float32[slot + bound] !== min) isChanged = true;
      float32[slot + bound] = min;
    }
    for (let bound = MAX_X; bound < CHILD; bound += WIDTH) {
      const first = (node << NODE_SHIFT) + bound;
      let max = -Infinity;
      for (let i = first; i < first + WIDTH; i++) if (float32[i] > max) max = float32[i];
      if (float32[slot + bound] !== max) isChanged = true;
      float32[slot + bound] = max;
    }
    return isChanged;
  }
}

function checkCount(count: number): void {
  if (count > NODE_LIMIT) throw new RangeError(`a tree holds at most ${NODE_LIMIT} nodes, wanted ${count}`);
}

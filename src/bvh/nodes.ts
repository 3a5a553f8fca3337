import type { Block, Memory } from './memory';
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
} from './nodeLayout';
import { ROW_MAX } from './rowLayout';

/** Where an axis's bounds begin, for code that is not in a hurry. */
export const MIN = [MIN_X, MIN_Y, MIN_Z];
export const MAX = [MAX_X, MAX_Y, MAX_Z];

/** A node's first word must be an int32, so there are fewer nodes than this: about 170 million boxes. */
const NODE_LIMIT = 2 ** 31 / NODE_WORDS;

/** The nodes of a tree, seen as the two kinds of word they hold. A slot is given by its first word: node·64 + 0 to 7. */
export class Nodes {
  float32 = new Float32Array(0);
  int32 = new Int32Array(0);
  readonly count: number;
  readonly #block: Block;

  /** Nodes that may hold anything. */
  constructor(memory: Memory, count: number) {
    if (count > NODE_LIMIT) throw new RangeError(`a tree holds at most ${NODE_LIMIT} nodes, wanted ${count}`);
    this.count = count;
    this.#block = memory.allocate(count * NODE_WORDS * 4, (buffer, byteOffset, byteLength) => {
      this.float32 = new Float32Array(buffer, byteOffset, byteLength / 4);
      this.int32 = new Int32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  get byteLength(): number {
    return this.#block.byteLength;
  }

  /** Gives the bytes back. */
  release(): void {
    this.#block.release();
  }

  /** Makes all slots of a node empty. */
  clear(node: number): void {
    const base = node << NODE_SHIFT;
    this.float32.fill(Infinity, base + MIN_X, base + MAX_X);
    this.float32.fill(-Infinity, base + MAX_X, base + CHILD);
    this.int32.fill(EMPTY, base + CHILD, base + CONTENT);
    this.int32.fill(0, base + CONTENT, base + NODE_WORDS);
  }

  /** Writes a slot's bounds, those of a row. */
  setBounds(slot: number, row: Float32Array, at: number): void {
    const { float32 } = this;
    float32[slot + MIN_X] = row[at];
    float32[slot + MIN_Y] = row[at + 1];
    float32[slot + MIN_Z] = row[at + 2];
    float32[slot + MAX_X] = row[at + ROW_MAX];
    float32[slot + MAX_Y] = row[at + ROW_MAX + 1];
    float32[slot + MAX_Z] = row[at + ROW_MAX + 2];
  }

  /** Writes a slot's bounds, those of all slots of a node below it. */
  fit(slot: number, node: number): void {
    const { float32 } = this;
    for (let bound = MIN_X; bound < MAX_X; bound += WIDTH) {
      const first = (node << NODE_SHIFT) + bound;
      let min = Infinity;
      for (let i = first; i < first + WIDTH; i++) if (float32[i] < min) min = float32[i];
      float32[slot + bound] = min;
    }
    for (let bound = MAX_X; bound < CHILD; bound += WIDTH) {
      const first = (node << NODE_SHIFT) + bound;
      let max = -Infinity;
      for (let i = first; i < first + WIDTH; i++) if (float32[i] > max) max = float32[i];
      float32[slot + bound] = max;
    }
  }
}

import type { Block, Memory } from './memory';

/** The ids whose boxes were added, moved or removed since the tree was brought up to date: a bit each. */
export class ChangedIds {
  words = new Uint32Array(0);
  /** How many there are. */
  count = 0;
  /** All of them are in the words from this on, up to `endWord`. */
  firstWord = Infinity;
  endWord = 0;
  readonly #block: Block;

  constructor(memory: Memory) {
    this.#block = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.words = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  get byteLength(): number {
    return this.#block.byteLength;
  }

  /** Makes room for ids below a limit. */
  reserve(idLimit: number): void {
    const before = this.words.length;
    const needed = Math.ceil(idLimit / 32);
    if (needed <= before) return;
    this.#block.resize(Math.max(needed, Math.ceil(before * 1.5), 16) * 4);
    this.words.fill(0, before);
  }

  /** Marks an id below the limit. */
  mark(id: number): void {
    const word = id >>> 5;
    const bit = 1 << (id & 31);
    if ((this.words[word] & bit) !== 0) return;
    this.words[word] |= bit;
    this.count++;
    if (word < this.firstWord) this.firstWord = word;
    if (word >= this.endWord) this.endWord = word + 1;
  }

  has(id: number): boolean {
    return (this.words[id >>> 5] & (1 << (id & 31))) !== 0;
  }

  /** Takes back that an id has changed, which must be so. */
  unmark(id: number): void {
    this.words[id >>> 5] &= ~(1 << (id & 31));
    this.count--;
  }

  clear(): void {
    if (this.endWord > 0) this.words.fill(0, this.firstWord, this.endWord);
    this.count = 0;
    this.firstWord = Infinity;
    this.endWord = 0;
  }

  /** Gives the bytes back. */
  release(): void {
    this.clear();
    this.#block.release();
  }
}

import type { Block, Memory } from '../memory/memory';

/** A set of the ids of boxes that were added, moved or removed since a tree was last updated, with one bit per id. */
export class ChangedIds {
  words: Uint32Array = new Uint32Array(0);
  /** How many ids are marked as changed. */
  count = 0;
  /** The bits of all marked ids are in the words from index `firstWord` up to, but not including, index `endWord`. */
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

  /** Makes room for the bits of all box ids below `idLimit`. */
  reserve(idLimit: number): void {
    const before = this.words.length;
    const needed = Math.ceil(idLimit / 32);
    if (needed <= before) return;
    this.#block.resize(Math.max(needed, Math.ceil(before * 1.5), 16) * 4);
    this.words.fill(0, before);
  }

  /** Marks a box id as changed. The set must have room for the id. */
  mark(id: number): void {
    this.#markBits(id >>> 5, 1 << (id & 31));
  }

  /** Marks `count` consecutive box ids from `first` on as changed. The set must have room for them. */
  markRun(first: number, count: number): void {
    if (count === 0) return;
    const last = first + count - 1;
    for (let word = first >>> 5; word <= last >>> 5; word++) {
      const from = Math.max(first - 32 * word, 0);
      const to = Math.min(last - 32 * word, 31);
      this.#markBits(word, (-1 >>> (31 - to)) & (-1 << from));
    }
  }

  /** Marks all box ids that are marked in the set `others`. */
  add(others: ChangedIds): void {
    this.reserve(32 * others.endWord);
    for (let word = others.firstWord; word < others.endWord; word++) this.#markBits(word, others.words[word]);
  }

  #markBits(word: number, bits: number): void {
    const before = this.words[word];
    this.words[word] = before | bits;
    this.count += countBits(bits & ~before);
    if (word < this.firstWord) this.firstWord = word;
    if (word >= this.endWord) this.endWord = word + 1;
  }

  /**
   * Returns the range of words with the lowest ids that are marked as changed: `most` ids and up to 31 more, or all if
   * fewer are marked. The words are valid until memory grows.
   */
  firstOf(most: number): Pick<ChangedIds, 'words' | 'firstWord' | 'endWord'> {
    const { words, firstWord } = this;
    let endWord = Math.min(firstWord, this.endWord);
    let count = 0;
    while (endWord < this.endWord && count < most) count += countBits(words[endWord++]);
    return { words, firstWord, endWord };
  }

  /** Unmarks all changed box ids whose bits are in the words before index `endWord`. */
  clearBelow(endWord: number): void {
    for (let word = this.firstWord; word < endWord; word++) {
      this.count -= countBits(this.words[word]);
      this.words[word] = 0;
    }
    if (this.count === 0) this.clear();
    else this.firstWord = Math.max(this.firstWord, endWord);
  }

  has(id: number): boolean {
    return (this.words[id >>> 5] & (1 << (id & 31))) !== 0;
  }

  /** Unmarks a box id. The id must be marked, as the count of marked ids falls by 1. */
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

  release(): void {
    this.clear();
    this.#block.release();
  }
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

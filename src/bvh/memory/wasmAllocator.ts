import { type ByteRange, FreeBytes } from './freeBytes';
import type { Block, MakeViews, Memory } from './memory';
import { PAGE, type SharedFreePages } from './sharedFreePages';

/** The most pages that a 32-bit WebAssembly memory can have. */
export const PAGE_LIMIT = 2 ** 32 / PAGE;
/**
 * How many pages a thread takes first in a shared memory. They are enough for its kernel and the working memory of most
 * calls.
 */
const FIRST_PAGES = 16;
/** Blocks begin at multiples of this, which is the size of a node: no two nodes then share a cache line. */
const ALIGNMENT = 256;

/** Up to so many bytes in total, {@link WasmAllocator.checkRoom} checks nothing: memories are larger. */
const WORTH_CHECKING = 2 ** 26;

/** Log2 of the number of blocks for which the memory grows by one page more. */
const BLOCKS_PER_PAGE_SHIFT = 9;

const NO_BYTES = /* @__PURE__ */ new ArrayBuffer(0);

/**
 * The allocator of a scene: blocks in a WebAssembly memory. Released bytes are used again. Threads that share a memory
 * have an allocator each, with pages of its own.
 */
export class WasmAllocator implements Memory {
  readonly memory: WebAssembly.Memory;
  /** The byte offsets of blocks that belong to a published snapshot. They must not move until {@link preserve}. */
  readonly published = new Set<number>();
  /** How often a block has moved or changed its size. */
  moves = 0;
  /** How often blocks have been moved together. */
  compactions = 0;
  owed = 0;
  /** The pages of this thread, in order. Adjacent ones are joined. */
  readonly #pages: ByteRange[] = [];
  /** All blocks but empty ones, in no order. */
  readonly #blocks: WasmBlock[] = [];
  readonly #free = new FreeBytes();
  /** The sum of the lengths of all blocks. */
  #used = 0;
  /** The free pages of a shared memory. */
  #sharedPages: SharedFreePages | null;

  /**
   * @param memory all its pages belong to this thread, unless `freePages` or `own` is given.
   * @param freePages the free pages of a memory that other threads use, too.
   * @param own the bytes of the memory that belong to this thread.
   */
  constructor(memory = createMemory(false), freePages: SharedFreePages | null = null, own?: ByteRange) {
    this.memory = memory;
    this.#sharedPages = freePages;
    if (own !== undefined) this.#addPages(own.begin, own.end);
    else if (freePages === null) this.#addPages(0, memory.buffer.byteLength);
  }

  get isShared(): boolean {
    return !(this.memory.buffer instanceof ArrayBuffer);
  }

  /** Takes free pages from this list from now on. Threads of one memory share it, so call this before another thread uses it. */
  useFreePages(freePages: SharedFreePages): void {
    this.#sharedPages = freePages;
  }

  /** @param isPinned whether the block must not move. */
  allocate(byteLength: number, makeViews: MakeViews, isPinned = false): Block {
    const block = new WasmBlock(this, makeViews, isPinned);
    block.resize(byteLength);
    return block;
  }

  checkRoom(some: readonly number[]): void {
    const byteLengths = [...some, this.owed];
    const wanted = byteLengths.reduce((sum, byteLength) => sum + byteLength, this.#used);
    if (wanted < WORTH_CHECKING) return;
    const blocks: Block[] = [];
    try {
      for (const byteLength of byteLengths) blocks.push(this.allocate(byteLength, () => undefined));
    } finally {
      for (const block of blocks) block.release();
    }
  }

  compact(): void {
    this.compactions++;
    const blocks = this.#blocks.slice().sort((a, b) => a.byteOffset - b.byteOffset);
    this.#free.clear();
    let next = 0;
    for (const { begin, end } of this.#pages) {
      let place = begin;
      for (; next < blocks.length && blocks[next].byteOffset < end; next++) {
        const block = blocks[next];
        const { byteOffset, byteLength } = block;
        if (place < byteOffset && !block.isPinned && !this.published.has(byteOffset)) {
          new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
          block.place(place, byteLength);
          this.#makeViews(block);
        } else if (place < byteOffset) this.#free.give(place, byteOffset);
        place = endOf(block);
      }
      if (place < end) this.#free.give(place, end);
    }
  }

  /** Changes the length of a block, in place or by moving it. */
  resize(block: WasmBlock, byteLength: number): void {
    const { byteOffset, byteLength: before } = block;
    const end = endOf(block);
    if (byteLength > 0 && before > 0 && this.#moveEnd(end, align(byteOffset + byteLength))) {
      block.place(byteOffset, byteLength);
    } else {
      const place = byteLength === 0 ? 0 : this.#takeRoom(byteLength);
      if (before > 0) {
        if (byteLength > 0) this.#copy(byteOffset, place, before);
        this.#free.give(byteOffset, end);
      }
      this.#put(block, place, byteLength);
    }
    this.#used += byteLength - before;
    this.#makeViews(block);
  }

  /**
   * Gives the bytes of a block to a new block, at the same address, and gives the old block other bytes.
   *
   * @param byteOffset where the block begins.
   * @param withCopy whether the block gets a copy of the bytes. Otherwise it becomes empty.
   * @returns the new block.
   */
  preserve(byteOffset: number, withCopy: boolean): Block {
    const block = this.#blocks.find((other) => other.byteOffset === byteOffset);
    if (block === undefined) throw new Error(`no block begins at ${byteOffset}`);
    const { byteLength } = block;
    const place = withCopy ? this.#takeRoom(byteLength) : 0;
    const preserved = new WasmBlock(this, () => undefined, true);
    this.#put(preserved, byteOffset, byteLength);
    this.published.delete(byteOffset);
    if (withCopy) {
      this.#copy(byteOffset, place, byteLength);
      this.#used += byteLength;
    }
    this.#put(block, place, withCopy ? byteLength : 0);
    this.#makeViews(block);
    return preserved;
  }

  /** Gives all pages back to other threads. No block may be used after this. */
  release(): void {
    for (const { begin, end } of this.#pages) this.#sharedPages?.give(begin, end);
    this.#pages.length = 0;
    this.#blocks.length = 0;
    this.#free.clear();
    this.#used = 0;
  }

  #makeViews({ byteOffset, byteLength, makeViews }: WasmBlock): void {
    this.moves++;
    // Growth does not renew the views of empty blocks, so their views must not refer to the buffer.
    makeViews(byteLength === 0 ? NO_BYTES : this.memory.buffer, byteOffset, byteLength);
  }

  #put(block: WasmBlock, place: number, byteLength: number): void {
    const blocks = this.#blocks;
    if (block.byteLength === 0 && byteLength > 0) block.index = blocks.push(block) - 1;
    else if (block.byteLength > 0 && byteLength === 0) {
      const last = blocks[blocks.length - 1];
      last.index = block.index;
      blocks[block.index] = last;
      blocks.pop();
    }
    block.place(place, byteLength);
  }

  #copy(from: number, to: number, byteLength: number): void {
    new Uint8Array(this.memory.buffer).copyWithin(to, from, from + byteLength);
  }

  /**
   * Changes the end of a block in place, and grows the memory if the block is at its end. Returns false if the block
   * must move.
   */
  #moveEnd(from: number, to: number): boolean {
    if (to < from) this.#free.give(to, from);
    if (to <= from || this.#free.takeAt(from, to)) return true;
    const last = this.#lastPages();
    if (last === null || this.#free.beginOf(last.end) !== from) return false;
    return this.#grow(to - last.end) && this.#free.takeAt(from, to);
  }

  /** Takes the first free bytes that are enough, or grows the memory. Returns where they begin. */
  #takeRoom(byteLength: number): number {
    for (;;) {
      const place = this.#free.take(align(byteLength));
      if (place >= 0) return place;
      if (this.#takeSharedPages(byteLength)) continue;
      // New pages adjoin the last ones, so free bytes at their end count, too.
      const last = this.#lastPages();
      const missing = last === null ? byteLength : this.#free.beginOf(last.end) + byteLength - last.end;
      if (this.#grow(missing)) continue;
      const wanted = this.memory.buffer.byteLength + missing;
      const instead = this.isShared ? 'a scene that is not shared' : "backend 'js'";
      const owed =
        this.owed === 0
          ? ''
          : `. ${this.owed} bytes are kept free for trees of meshes that are still to be built, and most trees take ` +
            'less: commit() before you add more';
      throw new RangeError(
        `a scene must fit in ${2 ** 32} bytes of WebAssembly memory, wanted ${wanted}: ` +
          `use fewer boxes or triangles, or ${instead}${owed}`,
      );
    }
  }

  /** Returns the pages of this thread at the end of the memory, or null if the end belongs to another thread. */
  #lastPages(): ByteRange | null {
    const last = this.#pages.at(-1);
    return last !== undefined && last.end === this.memory.buffer.byteLength ? last : null;
  }

  #takeSharedPages(byteLength: number): boolean {
    const taken = this.#sharedPages?.take(byteLength) ?? null;
    if (taken === null) return false;
    // Another thread may have grown the memory. This call updates `memory.buffer`.
    this.memory.grow(0);
    this.#addPages(taken.begin, taken.end);
    return true;
  }

  /** Grows the memory by at least that many bytes, which belong to this thread. Returns false if it cannot grow. */
  #grow(byteLength: number): boolean {
    const least = Math.max(Math.ceil(byteLength / PAGE), this.#pages.length === 0 ? FIRST_PAGES : 1);
    // Growth renews the views of all blocks, so memories of many blocks grow in larger steps.
    return this.#growBy(Math.max(least, this.#blocks.length >> BLOCKS_PER_PAGE_SHIFT)) || this.#growBy(least);
  }

  #growBy(pages: number): boolean {
    const { memory } = this;
    let begin: number;
    try {
      begin = memory.grow(pages) * PAGE;
    } catch {
      return false;
    }
    this.#addPages(begin, begin + pages * PAGE);
    // Growth detaches the buffer of a memory that is not shared, with all views of it.
    for (const block of this.#blocks) block.makeViews(memory.buffer, block.byteOffset, block.byteLength);
    return true;
  }

  #addPages(begin: number, end: number): void {
    this.#free.give(begin, end);
    const ranges = [...this.#pages, { begin, end }].sort((a, b) => a.begin - b.begin);
    this.#pages.length = 0;
    for (const range of ranges) {
      const before = this.#pages.at(-1);
      if (before?.end === range.begin) before.end = range.end;
      else this.#pages.push(range);
    }
  }
}

/**
 * Creates a memory of one page that can grow to 4 GB. A shared memory reserves its maximum at once, so its maximum is
 * lowered on devices with less, such as phones.
 *
 * @param least the fewest pages to which a shared memory must be able to grow.
 * @throws if there is no WebAssembly, no SharedArrayBuffer for a shared memory, or not that much to reserve.
 */
export function createMemory(shared: boolean, least = 512): WebAssembly.Memory {
  for (let maximum = PAGE_LIMIT; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared });
    } catch (error) {
      if (!shared || !(error instanceof RangeError) || maximum / 2 < least) throw error;
    }
  }
}

class WasmBlock implements Block {
  /** Its index in the list of blocks. */
  index = -1;
  byteOffset = 0;
  byteLength = 0;
  readonly makeViews: MakeViews;
  readonly isPinned: boolean;
  readonly #memory: WasmAllocator;

  constructor(memory: WasmAllocator, makeViews: MakeViews, isPinned: boolean) {
    this.#memory = memory;
    this.makeViews = makeViews;
    this.isPinned = isPinned;
  }

  resize(byteLength: number): void {
    this.#memory.resize(this, byteLength);
  }

  release(): void {
    this.resize(0);
  }

  place(byteOffset: number, byteLength: number): void {
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
  }
}

/** Returns where the bytes of a block end, aligned. */
function endOf({ byteOffset, byteLength }: WasmBlock): number {
  return align(byteOffset + byteLength);
}

function align(byteOffset: number): number {
  return Math.ceil(byteOffset / ALIGNMENT) * ALIGNMENT;
}

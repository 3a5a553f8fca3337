import { type ByteRange, FreeBytes } from './freeBytes';
import type { Block, MakeViews, Memory } from './memory';
import { PAGE, type SharedFreePages } from './sharedFreePages';

/** The most pages that a 32-bit WebAssembly memory can have. */
export const PAGE_LIMIT = 2 ** 32 / PAGE;
/**
 * How many pages a thread that uses a shared memory takes first. They are enough for the thread's kernel and the
 * working memory of most calls.
 */
const FIRST_PAGES = 16;
/** The alignment of blocks in bytes. It is the size of a node of the tree, so no two nodes share a cache line. */
const ALIGNMENT = 256;

/** Below this total in bytes, {@link WasmAllocator.checkRoom} tests nothing: every memory can grow to this size. */
const WORTH_CHECKING = 2 ** 26;

/** For every 2^BLOCKS_PER_PAGE_SHIFT blocks that a memory has, it grows by one more page at a time. */
const BLOCKS_PER_PAGE_SHIFT = 8;

const NO_BYTES = /* @__PURE__ */ new ArrayBuffer(0);

/**
 * The allocator of a scene's blocks in a WebAssembly memory. Reuses the bytes of released blocks. If several threads
 * share a memory, each thread has an allocator, and each allocator has its own pages.
 */
export class WasmAllocator implements Memory {
  readonly memory: WebAssembly.Memory;
  /**
   * The byte offsets of the blocks that a published snapshot shows. Such a block must not move or change: {@link preserve} gives
   * its bytes to the snapshot, and other bytes to its owner.
   */
  readonly published = new Set<number>();
  /** How many times a block has been moved or resized, or {@link invalidate} was called. */
  moves = 0;
  /** How many times the blocks have been compacted. */
  compactions = 0;
  owed = 0;
  /** The pages that belong to this thread, as sorted ranges of bytes. Adjacent ranges are merged. */
  readonly #pages: ByteRange[] = [];
  /** All blocks of the allocator that are not empty, in no particular order. */
  readonly #blocks: WasmBlock[] = [];
  readonly #free = new FreeBytes();
  /** The sum of the lengths of all blocks, in bytes. */
  #used = 0;
  /** The free pages of the shared memory. Null if the memory is not shared. */
  #sharedPages: SharedFreePages | null;

  /**
   * @param memory all pages of the memory belong to this thread, unless `freePages` or `own` is given.
   * @param freePages the list of free pages of a memory that other threads use, too.
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

  /** Sets the list of free pages that all threads of the memory share, before a second thread uses the memory. */
  useFreePages(freePages: SharedFreePages): void {
    this.#sharedPages = freePages;
  }

  /** Allocates a block of `byteLength` bytes. @param isPinned whether the block must never move. */
  allocate(byteLength: number, makeViews: MakeViews, isPinned = false): Block {
    const block = new WasmBlock(this, makeViews, isPinned);
    block.resize(byteLength);
    return block;
  }

  checkRoom(some: readonly number[]): void {
    let wanted = align(this.owed);
    for (const byteLength of some) wanted += align(byteLength);
    if (this.#used + wanted < WORTH_CHECKING || wanted <= this.#freeAtEnd()) return;
    const blocks: Block[] = [];
    try {
      for (const byteLength of [...some, this.owed]) blocks.push(this.allocate(byteLength, () => undefined));
    } finally {
      for (const block of blocks) block.release();
    }
  }

  invalidate(): void {
    this.moves++;
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

  /** Changes the length of a block, in place if the bytes after the block are free. Otherwise moves the block. */
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
   * Gives the bytes of an old block to a new block, at the same address, so that a snapshot can still read them.
   *
   * @param byteOffset the offset at which the old block begins.
   * @param withCopy whether the old block gets a copy of the bytes. Otherwise the old block becomes empty.
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

  /** Makes all pages of this allocator free for other threads. No block of the allocator may be used after the call. */
  release(): void {
    for (const { begin, end } of this.#pages) this.#sharedPages?.give(begin, end);
    this.#pages.length = 0;
    this.#blocks.length = 0;
    this.#free.clear();
    this.#used = 0;
  }

  #makeViews({ byteOffset, byteLength, makeViews }: WasmBlock): void {
    this.moves++;
    // Growing the memory does not renew the views of empty blocks, so these views must not refer to its buffer.
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
   * Moves the end of a block in place from the offset `from` to the offset `to`. Grows the memory if the block is the
   * last in it. Returns false if the block must move to another place instead.
   */
  #moveEnd(from: number, to: number): boolean {
    if (to < from) this.#free.give(to, from);
    if (to <= from || this.#free.takeAt(from, to)) return true;
    const last = this.#lastPages();
    if (last === null || this.#free.beginOf(last.end) !== from) return false;
    return this.#grow(to - last.end) && this.#free.takeAt(from, to);
  }

  /** Takes the first free range of `byteLength` bytes, or grows the memory. Returns the offset of the range. */
  #takeRoom(byteLength: number): number {
    for (;;) {
      const place = this.#free.take(align(byteLength));
      if (place >= 0) return place;
      if (this.#takeSharedPages(byteLength)) continue;
      // New pages adjoin the last pages, so free bytes at the end of the last pages count as room, too.
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

  /** Returns this thread's range of pages at the end of the memory, or null if the end belongs to another thread. */
  #lastPages(): ByteRange | null {
    const last = this.#pages.at(-1);
    return last !== undefined && last.end === this.memory.buffer.byteLength ? last : null;
  }

  /** Returns how many bytes are free at the end of the memory. 0 if the end belongs to another thread. */
  #freeAtEnd(): number {
    const last = this.#lastPages();
    return last === null ? 0 : last.end - this.#free.beginOf(last.end);
  }

  #takeSharedPages(byteLength: number): boolean {
    const taken = this.#sharedPages?.take(byteLength) ?? null;
    if (taken === null) return false;
    // Another thread may have grown the memory. Growing it by 0 pages makes `memory.buffer` cover the new pages.
    this.memory.grow(0);
    this.#addPages(taken.begin, taken.end);
    return true;
  }

  /** Grows the memory by at least `byteLength` bytes for this thread. Returns false if the memory cannot grow. */
  #grow(byteLength: number): boolean {
    const least = Math.max(Math.ceil(byteLength / PAGE), this.#pages.length === 0 ? FIRST_PAGES : 1);
    // Growing the memory renews the views of all blocks, and lets V8 collect garbage, which takes long if many objects own blocks.
    // So a memory of many blocks grows in larger steps.
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
    // When a memory that is not shared grows, its buffer is detached, and with it all views of the buffer.
    const { buffer } = memory;
    for (const { makeViews, byteOffset, byteLength } of this.#blocks) makeViews(buffer, byteOffset, byteLength);
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
 * Creates a WebAssembly memory of one page that can grow to 4 GB. A shared memory reserves its maximum at once, so the
 * maximum is halved until the device can reserve it, as on phones.
 *
 * @param least the smallest maximum, in pages, that a shared memory may get.
 * @throws if there is no WebAssembly, no SharedArrayBuffer for a shared memory, or too little memory to reserve.
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
  /** The index of this block in the allocator's list of blocks. */
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

  get buffer(): ArrayBufferLike {
    return this.byteLength === 0 ? NO_BYTES : this.#memory.memory.buffer;
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

/** Returns the offset at which the bytes of a block end, rounded up to the alignment of blocks. */
function endOf({ byteOffset, byteLength }: WasmBlock): number {
  return align(byteOffset + byteLength);
}

function align(byteOffset: number): number {
  return Math.ceil(byteOffset / ALIGNMENT) * ALIGNMENT;
}

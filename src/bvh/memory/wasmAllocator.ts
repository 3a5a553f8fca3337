import { FreeBytes } from './freeBytes';
import type { Block, MakeViews, Memory } from './memory';
import type { Extent, SpareExtents } from './sharedFreePages';

const PAGE = 65536;
/** The most pages that a 32-bit WebAssembly memory can have. */
export const PAGE_LIMIT = 2 ** 32 / PAGE;
/**
 * The first pages of a thread in another's memory. They hold its kernel and what it works on in most calls, so the thread
 * that takes them next needs no others.
 */
const FIRST_PAGES = 16;
/** Every block begins at a multiple of this, the size of a node. No node then shares a cache line with another. */
const ALIGNMENT = 256;

/** Memory ends only at gigabytes. If less than this is wanted in total, there is room. */
const WORTH_CHECKING = 2 ** 26;

/** The memory grows by one page more for this many blocks, as a power of two. */
const BLOCKS_PER_PAGE_SHIFT = 9;

const NO_BYTES = /* @__PURE__ */ new ArrayBuffer(0);

/**
 * Blocks in a WebAssembly memory, side by side. Released bytes are used again. If threads share a memory, each has
 * pages of its own there, and keeps all its blocks in them.
 */
export class WasmAllocator implements Memory {
  readonly memory: WebAssembly.Memory;
  /** Where blocks begin that other threads read, until {@link leave}. They must not move. */
  readonly held = new Set<number>();
  /** How often a block has moved or changed its size. */
  moves = 0;
  /** How often blocks have been moved together. */
  compactions = 0;
  owed = 0;
  /** The pages of this thread, in order. Adjacent ones are joined. */
  readonly #extents: Extent[] = [];
  /** All blocks but empty ones, in no order. Each knows its index. */
  readonly #blocks: WasmBlock[] = [];
  readonly #free = new FreeBytes();
  /** The sum of the lengths of all blocks. */
  #used = 0;
  /** Where threads that share a memory leave pages that they no longer need. */
  #spares: SpareExtents | null;

  /**
   * @param memory all its pages belong to this thread, unless `spares` is given.
   * @param spares for a memory whose pages belong to other threads: where to find pages for this thread.
   * @param own the part of the memory that belongs to this thread.
   */
  constructor(memory = createMemory(false), spares: SpareExtents | null = null, own?: Extent) {
    this.memory = memory;
    this.#spares = spares;
    if (own !== undefined) this.#addExtent(own.begin, own.end);
    else if (spares === null) this.#addExtent(0, memory.buffer.byteLength);
  }

  get isShared(): boolean {
    return !(this.memory.buffer instanceof ArrayBuffer);
  }

  /** Must be called before other threads use the memory. */
  useSpares(spares: SpareExtents): void {
    this.#spares = spares;
  }

  /** @param isPinned whether somebody else has the block's address, so it must not move. */
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
    for (const { begin, end } of this.#extents) {
      let place = begin;
      for (; next < blocks.length && blocks[next].byteOffset < end; next++) {
        const block = blocks[next];
        const { byteOffset, byteLength } = block;
        if (place < byteOffset && !block.isPinned && !this.held.has(byteOffset)) {
          new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
          block.place(place, byteLength);
          this.#tell(block);
        } else if (place < byteOffset) this.#free.give(place, byteOffset);
        place = endOf(block);
      }
      if (place < end) this.#free.give(place, end);
    }
  }

  /** Gives a block that many bytes, in place or elsewhere. */
  resize(block: WasmBlock, byteLength: number): void {
    const { byteOffset, byteLength: before } = block;
    const end = endOf(block);
    if (byteLength > 0 && before > 0 && this.#reaches(end, align(byteOffset + byteLength))) {
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
    this.#tell(block);
  }

  /**
   * Leaves the bytes of the block at this offset unchanged. The block goes on with other bytes.
   *
   * @param withCopy whether the block gets a copy of the bytes. Otherwise it becomes empty.
   * @returns a new block that keeps the bytes.
   */
  leave(byteOffset: number, withCopy: boolean): Block {
    const block = this.#blocks.find((other) => other.byteOffset === byteOffset);
    if (block === undefined) throw new Error(`no block begins at ${byteOffset}`);
    const { byteLength } = block;
    const place = withCopy ? this.#takeRoom(byteLength) : 0;
    const kept = new WasmBlock(this, () => undefined, true);
    this.#put(kept, byteOffset, byteLength);
    this.held.delete(byteOffset);
    if (withCopy) {
      this.#copy(byteOffset, place, byteLength);
      this.#used += byteLength;
    }
    this.#put(block, place, withCopy ? byteLength : 0);
    this.#tell(block);
    return kept;
  }

  /** Gives all pages back to other threads. No block may be used after this. */
  release(): void {
    for (const { begin, end } of this.#extents) this.#spares?.give(begin, end);
    this.#extents.length = 0;
    this.#blocks.length = 0;
    this.#free.clear();
    this.#used = 0;
  }

  /** Reports where a block is now. */
  #tell({ byteOffset, byteLength, makeViews }: WasmBlock): void {
    this.moves++;
    // Empty blocks are not told when memory grows. A view on its old buffer would then be useless.
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

  /** Makes a block that ends at `from` end at `to` instead, if it need not move. Grows the memory if that makes it possible. */
  #reaches(from: number, to: number): boolean {
    if (to < from) this.#free.give(to, from);
    if (to <= from || this.#free.takeAt(from, to)) return true;
    const last = this.#lastExtent();
    if (last === null || this.#free.beginOf(last.end) !== from) return false;
    return this.#grow(to - last.end) && this.#free.takeAt(from, to);
  }

  /** Takes the first free bytes that are enough. Grows the memory if there are none. */
  #takeRoom(byteLength: number): number {
    for (;;) {
      const place = this.#free.take(align(byteLength));
      if (place >= 0) return place;
      if (this.#takeSpare(byteLength)) continue;
      // New pages will adjoin the last extent, so the free bytes at its end count, too.
      const last = this.#lastExtent();
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

  /** The extent at the end of the memory, or null if that end belongs to another thread. */
  #lastExtent(): Extent | null {
    const last = this.#extents.at(-1);
    return last !== undefined && last.end === this.memory.buffer.byteLength ? last : null;
  }

  #takeSpare(byteLength: number): boolean {
    const spare = this.#spares?.take(byteLength) ?? null;
    if (spare === null) return false;
    // Another thread may have grown the memory. This call updates our view of it.
    this.memory.grow(0);
    this.#addExtent(spare.begin, spare.end);
    return true;
  }

  /** Grows the memory by at least that many bytes, which belong to this thread. Returns whether it could. */
  #grow(byteLength: number): boolean {
    const least = Math.max(Math.ceil(byteLength / PAGE), this.#extents.length === 0 ? FIRST_PAGES : 1);
    // All blocks get new views, so where there are many, growth is seldom and large.
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
    this.#addExtent(begin, begin + pages * PAGE);
    // Unless the memory is shared, all older views are now useless.
    for (const block of this.#blocks) block.makeViews(memory.buffer, block.byteOffset, block.byteLength);
    return true;
  }

  #addExtent(begin: number, end: number): void {
    this.#free.give(begin, end);
    const extents = [...this.#extents, { begin, end }].sort((a, b) => a.begin - b.begin);
    this.#extents.length = 0;
    for (const extent of extents) {
      const before = this.#extents.at(-1);
      if (before?.end === extent.begin) before.end = extent.end;
      else this.#extents.push(extent);
    }
  }
}

/**
 * Creates a memory of one page that can grow to 4 GB. A shared memory reserves its maximum at once. Phones have less, so
 * it may be less then.
 *
 * @param least a shared memory can grow at least to this many pages.
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
  /** Where the memory keeps it. */
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

/** Where the bytes of a block end. */
function endOf({ byteOffset, byteLength }: WasmBlock): number {
  return align(byteOffset + byteLength);
}

function align(byteOffset: number): number {
  return Math.ceil(byteOffset / ALIGNMENT) * ALIGNMENT;
}

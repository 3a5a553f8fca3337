import type { Block, MakeViews, Memory } from './memory';
import type { Extent, SpareExtents } from './spareExtents';

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

const NO_BYTES = /* @__PURE__ */ new ArrayBuffer(0);

/**
 * Blocks in a WebAssembly memory, side by side. Released bytes are used again. If threads share a memory, each has
 * pages of its own there, and keeps all its blocks in them.
 */
export class KernelMemory implements Memory {
  readonly memory: WebAssembly.Memory;
  /** Where blocks begin that other threads read, until {@link leave}. They must not move. */
  readonly held = new Set<number>();
  /** How often a block has moved or changed its size. */
  moves = 0;
  /** The pages of this thread, in order. Adjacent ones are joined. */
  readonly #extents: Extent[] = [];
  /** The blocks by their offset, without empty ones. */
  readonly #blocks: KernelBlock[] = [];
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
    const block = new KernelBlock(this, makeViews, isPinned);
    block.resize(byteLength);
    return block;
  }

  checkRoom(byteLengths: readonly number[]): void {
    let wanted = 0;
    for (const { byteLength } of this.#blocks) wanted += byteLength;
    for (const byteLength of byteLengths) wanted += byteLength;
    if (wanted < WORTH_CHECKING) return;
    const blocks: Block[] = [];
    try {
      for (const byteLength of byteLengths) blocks.push(this.allocate(byteLength, () => undefined));
    } finally {
      for (const block of blocks) block.release();
    }
  }

  compact(): void {
    for (const { begin, end } of this.#extents) {
      let place = begin;
      for (const block of this.#blocks) {
        const { byteOffset, byteLength } = block;
        if (byteOffset < begin || byteOffset >= end) continue;
        if (place < byteOffset && !block.isPinned && !this.held.has(byteOffset)) {
          new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
          block.place(place, byteLength);
          this.#tell(block);
        }
        place = align(block.byteOffset + byteLength);
      }
    }
  }

  /** Gives a block that many bytes, in place or elsewhere. */
  resize(block: KernelBlock, byteLength: number): void {
    const blocks = this.#blocks;
    const index = blocks.indexOf(block);
    if (byteLength === 0) {
      if (index >= 0) blocks.splice(index, 1);
      block.place(0, 0);
    } else if (index >= 0 && this.#reaches(index, block.byteOffset + byteLength)) {
      block.place(block.byteOffset, byteLength);
    } else {
      const place = this.#findRoom(byteLength);
      const bytes = new Uint8Array(this.memory.buffer);
      bytes.copyWithin(place, block.byteOffset, block.byteOffset + block.byteLength);
      if (index >= 0) blocks.splice(index, 1);
      block.place(place, byteLength);
      this.#insert(block);
    }
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
    const place = withCopy ? this.#findRoom(byteLength) : 0;
    const kept = new KernelBlock(this, () => undefined, true);
    kept.place(byteOffset, byteLength);
    this.#blocks[this.#blocks.indexOf(block)] = kept;
    this.held.delete(byteOffset);
    block.place(0, 0);
    if (withCopy) {
      new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
      block.place(place, byteLength);
      this.#insert(block);
    }
    this.#tell(block);
    return kept;
  }

  /** Gives all pages back to other threads. No block may be used after this. */
  release(): void {
    for (const { begin, end } of this.#extents) this.#spares?.give(begin, end);
    this.#extents.length = 0;
    this.#blocks.length = 0;
  }

  /** Reports where a block is now. */
  #tell({ byteOffset, byteLength, makeViews }: KernelBlock): void {
    this.moves++;
    // Empty blocks are not told when memory grows. A view on its old buffer would then be useless.
    makeViews(byteLength === 0 ? NO_BYTES : this.memory.buffer, byteOffset, byteLength);
  }

  #insert(block: KernelBlock): void {
    const after = this.#blocks.findIndex((other) => other.byteOffset > block.byteOffset);
    this.#blocks.splice(after < 0 ? this.#blocks.length : after, 0, block);
  }

  /** Whether a block can be made to end at `end` without moving. Grows the memory if that makes it possible. */
  #reaches(index: number, end: number): boolean {
    const { byteOffset } = this.#blocks[index];
    const next = this.#blocks[index + 1]?.byteOffset ?? Infinity;
    if (end > next) return false;
    const isWithin = (): boolean => this.#extents.some(({ begin, end: last }) => byteOffset >= begin && end <= last);
    if (isWithin()) return true;
    const last = this.#lastExtent();
    return last !== null && byteOffset >= last.begin && this.#grow(end - last.end) && isWithin();
  }

  /** Finds the first gap that is large enough. Grows the memory if there is none. */
  #findRoom(byteLength: number): number {
    for (;;) {
      let place = 0;
      for (const { begin, end } of this.#extents) {
        place = begin;
        for (const { byteOffset, byteLength: length } of this.#blocks) {
          if (byteOffset < begin) continue;
          if (byteOffset >= end || place + byteLength <= byteOffset) break;
          place = align(byteOffset + length);
        }
        if (place + byteLength <= end) return place;
      }
      if (this.#takeSpare(byteLength)) continue;
      // New pages will adjoin the last extent, so the free bytes at its end count, too.
      const last = this.#lastExtent();
      const missing = last === null ? byteLength : place + byteLength - last.end;
      if (this.#grow(missing)) continue;
      const wanted = this.memory.buffer.byteLength + missing;
      const instead = this.isShared ? 'a scene that is not shared' : "backend 'js'";
      throw new RangeError(
        `a scene must fit in ${2 ** 32} bytes of WebAssembly memory, wanted ${wanted}: use fewer boxes or ${instead}`,
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
    const { memory } = this;
    const pages = Math.max(Math.ceil(byteLength / PAGE), this.#extents.length === 0 ? FIRST_PAGES : 1);
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
    const extents = this.#extents;
    const before = extents.find((extent) => extent.end === begin);
    if (before === undefined) extents.push({ begin, end });
    else before.end = end;
    extents.sort((a, b) => a.begin - b.begin);
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

class KernelBlock implements Block {
  byteOffset = 0;
  byteLength = 0;
  readonly makeViews: MakeViews;
  readonly isPinned: boolean;
  readonly #memory: KernelMemory;

  constructor(memory: KernelMemory, makeViews: MakeViews, isPinned: boolean) {
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

function align(byteOffset: number): number {
  return Math.ceil(byteOffset / ALIGNMENT) * ALIGNMENT;
}

import type { Block, MakeViews, Memory } from './memory';
import type { Extent, SpareExtents } from './spareExtents';

const PAGE = 65536;
/** Pages that a 32-bit WebAssembly memory ends at. */
const PAGE_LIMIT = 2 ** 32 / PAGE;
/** Blocks begin at a multiple of this: a node's size, so that none shares a cache line with another. */
const ALIGNMENT = 256;

/** Memory ends at gigabytes: there is room for less than this in all. */
const WORTH_CHECKING = 2 ** 26;

const NO_BYTES = new ArrayBuffer(0);

/**
 * Blocks of a WebAssembly memory, side by side; bytes that are given back are used again. Where threads share a memory, each
 * has pages of its own in it, and no thread's blocks lie in another's.
 */
export class KernelMemory implements Memory {
  readonly memory: WebAssembly.Memory;
  /** Counts the changes of where blocks are. */
  moves = 0;
  /** The pages that are this thread's, in order; those that touch are one. */
  readonly #extents: Extent[] = [];
  /** In the order of their bytes; empty ones are left out. */
  readonly #blocks: KernelBlock[] = [];
  /** Where threads leave pages that they need no longer, in a memory that they share. */
  #spares: SpareExtents | null;

  /**
   * @param memory of which all pages are this thread's.
   * @param spares where there are pages for this thread, in a memory whose pages are other threads'.
   */
  constructor(memory = createMemory(false), spares: SpareExtents | null = null) {
    this.memory = memory;
    this.#spares = spares;
    if (spares === null) this.#addExtent(0, memory.buffer.byteLength);
  }

  get isShared(): boolean {
    return !(this.memory.buffer instanceof ArrayBuffer);
  }

  /** To be called before other threads use the memory. */
  useSpares(spares: SpareExtents): void {
    this.#spares = spares;
  }

  /** @param isPinned whether somebody else has its address, so that it stays where it is. */
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
        if (place < byteOffset && !block.isPinned) {
          new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
          block.place(place, byteLength);
          this.#tell(block);
        }
        place = align(block.byteOffset + byteLength);
      }
    }
  }

  /** Gives a block that many bytes, where they are or elsewhere. */
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
   * Leaves the bytes of the block that begins somewhere as they are; the block goes on with others.
   *
   * @param withCopy whether those hold the same; else the block is empty.
   * @returns a block that keeps the bytes.
   */
  leave(byteOffset: number, withCopy: boolean): Block {
    const block = this.#blocks.find((other) => other.byteOffset === byteOffset);
    if (block === undefined) throw new Error(`no block begins at ${byteOffset}`);
    const { byteLength } = block;
    const place = withCopy ? this.#findRoom(byteLength) : 0;
    const kept = new KernelBlock(this, () => undefined, true);
    kept.place(byteOffset, byteLength);
    this.#blocks[this.#blocks.indexOf(block)] = kept;
    block.place(0, 0);
    if (withCopy) {
      new Uint8Array(this.memory.buffer).copyWithin(place, byteOffset, byteOffset + byteLength);
      block.place(place, byteLength);
      this.#insert(block);
    }
    this.#tell(block);
    return kept;
  }

  /** Gives all pages back, for other threads: no block is of use from then on. */
  release(): void {
    for (const { begin, end } of this.#extents) this.#spares?.give(begin, end);
    this.#extents.length = 0;
    this.#blocks.length = 0;
  }

  /** Tells where a block is now. */
  #tell({ byteOffset, byteLength, makeViews }: KernelBlock): void {
    this.moves++;
    // Empty blocks are not told when memory grows, which leaves views on its former buffer of no use at all.
    makeViews(byteLength === 0 ? NO_BYTES : this.memory.buffer, byteOffset, byteLength);
  }

  #insert(block: KernelBlock): void {
    const after = this.#blocks.findIndex((other) => other.byteOffset > block.byteOffset);
    this.#blocks.splice(after < 0 ? this.#blocks.length : after, 0, block);
  }

  /** Whether a block can be made to end there without being moved; memory grows where that takes it. */
  #reaches(index: number, end: number): boolean {
    const { byteOffset } = this.#blocks[index];
    const next = this.#blocks[index + 1]?.byteOffset ?? Infinity;
    if (end > next) return false;
    const isWithin = (): boolean => this.#extents.some(({ begin, end: last }) => byteOffset >= begin && end <= last);
    if (isWithin()) return true;
    const last = this.#lastExtent();
    return last !== null && byteOffset >= last.begin && this.#grow(end - last.end) && isWithin();
  }

  /** The first gap that is large enough; memory grows where there is none. */
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
      // What is left at the end of the last extent is used too, where new pages will touch it.
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

  /** The extent that memory ends with, null where that is another thread's. */
  #lastExtent(): Extent | null {
    const last = this.#extents.at(-1);
    return last !== undefined && last.end === this.memory.buffer.byteLength ? last : null;
  }

  #takeSpare(byteLength: number): boolean {
    const spare = this.#spares?.take(byteLength) ?? null;
    if (spare === null) return false;
    // Another thread may have let memory grow, of which this one is told now.
    this.memory.grow(0);
    this.#addExtent(spare.begin, spare.end);
    return true;
  }

  /** Lets memory grow by at least that many bytes, which are then this thread's; returns whether it could. */
  #grow(byteLength: number): boolean {
    const { memory } = this;
    const pages = Math.ceil(byteLength / PAGE);
    let begin: number;
    try {
      begin = memory.grow(pages) * PAGE;
    } catch {
      return false;
    }
    this.#addExtent(begin, begin + pages * PAGE);
    // All former views are of no use, but where memory is shared.
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
 * A memory of one page that can grow.
 *
 * @throws where there is no WebAssembly, or, for one that threads share, no SharedArrayBuffer.
 */
export function createMemory(shared: boolean): WebAssembly.Memory {
  for (let maximum = PAGE_LIMIT; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared });
    } catch (error) {
      // Shared, it reserves all that it may grow to, and phones have less.
      if (!shared || !(error instanceof RangeError) || maximum < 1024) throw error;
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

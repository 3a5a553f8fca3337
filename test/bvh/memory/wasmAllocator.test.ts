import { describe, expect, it } from 'vitest';
import { createMemory, WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';
import type { Block } from '../../../src/bvh/memory/memory';
import { FREE_PAGES_WORDS, SharedFreePages } from '../../../src/bvh/memory/sharedFreePages';
import { Random } from '../../support/random';

const MEBIBYTE = 2 ** 20;

/** A block with a view of its current bytes. */
interface Seen {
  block: Block;
  bytes: Uint8Array;
}

function allocate(memory: WasmAllocator, byteLength: number): Seen {
  let bytes: Uint8Array = new Uint8Array(0);
  const block = memory.allocate(byteLength, (buffer, byteOffset, length) => {
    bytes = new Uint8Array(buffer, byteOffset, length);
  });
  return {
    block,
    get bytes() {
      return bytes;
    },
  };
}

// memory.test.ts has the tests that apply to every memory.
describe('WasmAllocator', () => {
  it("the memory begins with the first block, which can be the kernel's own memory", () => {
    const memory = new WasmAllocator();
    expect(allocate(memory, 100_000).bytes.byteOffset).toBe(0);
    expect(memory.memory.buffer.byteLength).toBeGreaterThanOrEqual(100_000);
    expect(allocate(memory, 10).bytes.byteOffset).toBeGreaterThanOrEqual(100_000);
  });

  it('every block begins at a multiple of 256 bytes, where a node may begin', () => {
    const memory = new WasmAllocator();
    for (const byteLength of [1, 255, 256, 257, 100_000]) {
      expect(allocate(memory, byteLength).bytes.byteOffset % 256).toBe(0);
    }
  });

  it('all blocks get new views with the same content when the memory grows', () => {
    const memory = new WasmAllocator();
    const small = [1, 2, 3].map((value) => {
      const seen = allocate(memory, 1000);
      seen.bytes.fill(value);
      return seen;
    });
    const before = small.map(({ bytes }) => bytes);
    const large = allocate(memory, 10 * MEBIBYTE);
    expect(before.map(({ length }) => length)).toEqual([0, 0, 0]);
    small.forEach(({ bytes }, i) => {
      expect(bytes).toHaveLength(1000);
      expect(bytes.every((byte) => byte === i + 1)).toBe(true);
      expect(bytes.buffer).toBe(memory.memory.buffer);
    });
    expect(large.bytes.buffer).toBe(memory.memory.buffer);
  });

  it('an empty block keeps usable views when the memory grows', () => {
    const memory = new WasmAllocator();
    const empty = allocate(memory, 0);
    allocate(memory, 10 * MEBIBYTE);
    expect([...empty.bytes]).toEqual([]);
  });

  it('a block that moves gets new views, and its old bytes are used again', () => {
    const memory = new WasmAllocator();
    const first = allocate(memory, 256);
    first.bytes.fill(7);
    const second = allocate(memory, 256);
    const place = first.bytes.byteOffset;
    first.block.resize(512);
    expect(first.bytes.byteOffset).toBeGreaterThan(second.bytes.byteOffset);
    expect(first.bytes.subarray(0, 256).every((byte) => byte === 7)).toBe(true);
    // There is room for another block where it was.
    expect(allocate(memory, 256).bytes.byteOffset).toBe(place);
  });

  it('the allocator counts every move and resize of blocks', () => {
    const memory = new WasmAllocator();
    const versions = [memory.moves];
    const { block } = allocate(memory, 1000);
    versions.push(memory.moves);
    block.resize(2000);
    versions.push(memory.moves);
    block.release();
    versions.push(memory.moves);
    expect(new Set(versions).size).toBe(4);
  });

  it('freed bytes are used again: repeated allocation and release does not grow the memory', () => {
    const memory = new WasmAllocator();
    const random = new Random(1);
    const sizes = Array.from({ length: 20 }, () => 1 + random.below(100_000));
    const goRound = (): void => {
      const blocks = sizes.map((byteLength) => allocate(memory, byteLength).block);
      blocks.forEach((block, i) => {
        if (i % 2 === 0) block.release();
      });
      const others = sizes.filter((_, i) => i % 2 === 0).map((byteLength) => allocate(memory, byteLength).block);
      for (const block of [...blocks, ...others]) block.release();
    };
    goRound();
    const byteLength = memory.memory.buffer.byteLength;
    for (let i = 0; i < 100; i++) goRound();
    expect(memory.memory.buffer.byteLength).toBe(byteLength);
  });

  it('the last block grows in place, without room for a second copy', () => {
    const memory = new WasmAllocator();
    const { block } = allocate(memory, MEBIBYTE);
    for (let size = 2; size <= 32; size++) block.resize(size * MEBIBYTE);
    expect(memory.memory.buffer.byteLength).toBeLessThan(33 * MEBIBYTE);
  });

  it('the error names the requested bytes if they exceed 4 GB, and the allocator still works', () => {
    const memory = new WasmAllocator();
    const kept = allocate(memory, 1000);
    kept.bytes.fill(5);
    const grown = allocate(memory, 1000);
    grown.bytes.fill(6);
    const byteLength = memory.memory.buffer.byteLength;
    const tooMuch: [string, () => unknown][] = [
      ['of a new block', () => allocate(memory, 2 ** 32)],
      ['of much more', () => allocate(memory, 2 ** 40)],
      [
        'of the last block',
        () => {
          grown.block.resize(2 ** 32);
        },
      ],
      [
        'of a block before it',
        () => {
          kept.block.resize(2 ** 32);
        },
      ],
    ];
    for (const [, ask] of tooMuch) {
      expect(ask).toThrow(RangeError);
      expect(ask).toThrow(/must fit in 4294967296 bytes of WebAssembly memory, wanted \d{10,}: use fewer boxes/);
      expect(memory.memory.buffer.byteLength).toBe(byteLength);
      expect([kept.block.byteLength, grown.block.byteLength]).toEqual([1000, 1000]);
      expect(kept.bytes.every((byte) => byte === 5)).toBe(true);
      expect(grown.bytes.every((byte) => byte === 6)).toBe(true);
    }
    kept.block.resize(5000);
    expect(kept.bytes.subarray(0, 1000).every((byte) => byte === 5)).toBe(true);
    expect(allocate(memory, MEBIBYTE).bytes).toHaveLength(MEBIBYTE);
  });
});

describe('preserved blocks', () => {
  it('a preserved block keeps its bytes in place, and its owner continues with a copy', () => {
    const memory = new WasmAllocator();
    const seen = allocate(memory, 1000);
    seen.bytes.fill(5);
    const { byteOffset } = seen.bytes;
    const kept = memory.preserve(byteOffset, true);
    expect(seen.bytes.byteOffset).not.toBe(byteOffset);
    expect(seen.bytes.every((byte) => byte === 5)).toBe(true);
    seen.bytes.fill(6);
    expect(new Uint8Array(memory.memory.buffer, byteOffset, 1000).every((byte) => byte === 5)).toBe(true);
    expect(allocate(memory, 1000).bytes.byteOffset).not.toBe(byteOffset);
    kept.release();
    expect(allocate(memory, 1000).bytes.byteOffset).toBe(byteOffset);
  });

  it('an address where no block begins is an error', () => {
    const memory = new WasmAllocator();
    allocate(memory, 1000);
    expect(() => memory.preserve(512, true)).toThrow('no block begins at 512');
  });
});

describe('allocators that share a memory, as on threads', () => {
  const sharing = (): [WasmAllocator, WasmAllocator, WasmAllocator] => {
    const memory = createMemory(true);
    const first = new WasmAllocator(memory);
    const freePages = new SharedFreePages(new Int32Array(new SharedArrayBuffer(FREE_PAGES_WORDS * 4)));
    first.useFreePages(freePages);
    return [first, new WasmAllocator(memory, freePages), new WasmAllocator(memory, freePages)];
  };

  it('allocators never write to the same bytes, whatever they allocate, resize and release', () => {
    const random = new Random(3);
    const memories = sharing();
    const held: { seen: Seen; value: number }[] = [];
    for (let turn = 0; turn < 600; turn++) {
      const which = random.below(held.length + 1);
      if (which === held.length || held.length < 5) {
        const seen = allocate(random.pick(memories), 1 + random.below(200_000));
        held.push({ seen, value: turn % 251 });
      } else if (random.chance(0.5)) {
        held[which].seen.block.release();
        held.splice(which, 1);
        continue;
      } else {
        const { seen, value } = held[which];
        const kept = Math.min(seen.bytes.length, 100);
        seen.block.resize(1 + random.below(400_000));
        const still = seen.bytes.subarray(0, kept);
        if (!still.every((byte) => byte === value)) throw new Error(`a block lost its bytes at turn ${turn}`);
        held.push(...held.splice(which, 1));
      }
      const last = held[held.length - 1];
      last.seen.bytes.fill(last.value);
      for (const { seen, value } of held) {
        const ends = [seen.bytes[0], seen.bytes[seen.bytes.length - 1]];
        if (ends[0] !== value || ends[1] !== value) throw new Error(`a block was written to at turn ${turn}`);
      }
    }
  });

  it('an allocator reuses the pages that another has released', () => {
    const [first, second, third] = sharing();
    allocate(second, 10 * MEBIBYTE);
    const { byteLength } = first.memory.buffer;
    for (let i = 0; i < 10; i++) {
      (i % 2 === 0 ? second : third).release();
      allocate(i % 2 === 0 ? third : second, 10 * MEBIBYTE);
    }
    second.release();
    third.release();
    allocate(first, 10 * MEBIBYTE);
    expect(first.memory.buffer.byteLength).toBe(byteLength);
  });

  it('an allocator leaves free pages that are too few for a block', () => {
    const [first, second, third] = sharing();
    allocate(second, MEBIBYTE);
    allocate(first, MEBIBYTE);
    second.release();
    allocate(first, 4 * MEBIBYTE);
    const { byteLength } = first.memory.buffer;
    allocate(third, MEBIBYTE);
    expect(first.memory.buffer.byteLength).toBe(byteLength);
  });

  it('allocators lose no bytes of a block that outgrows its pages', () => {
    const [first, second] = sharing();
    const seen = allocate(first, MEBIBYTE);
    seen.bytes.fill(9);
    allocate(second, MEBIBYTE);
    seen.block.resize(3 * MEBIBYTE);
    expect(seen.bytes).toHaveLength(3 * MEBIBYTE);
    expect(seen.bytes.subarray(0, MEBIBYTE).every((byte) => byte === 9)).toBe(true);
  });
});

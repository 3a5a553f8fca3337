import { describe, expect, it } from 'vitest';
import { KernelMemory } from '../../src/bvh/kernelMemory';
import type { Block } from '../../src/bvh/memory';
import { Random } from '../support/random';

const MEBIBYTE = 2 ** 20;

/** A block whose bytes are always at hand. */
interface Seen {
  block: Block;
  bytes: Uint8Array;
}

function allocate(memory: KernelMemory, byteLength: number): Seen {
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

// What holds of every memory is in memory.test.ts.
describe('the memory of a kernel', () => {
  it('begins with the first block, which can be what the kernel keeps for itself', () => {
    const memory = new KernelMemory();
    expect(allocate(memory, 100_000).bytes.byteOffset).toBe(0);
    expect(memory.memory.buffer.byteLength).toBeGreaterThanOrEqual(100_000);
    expect(allocate(memory, 10).bytes.byteOffset).toBeGreaterThanOrEqual(100_000);
  });

  it('begins every block where a node may begin: at a multiple of 256 bytes', () => {
    const memory = new KernelMemory();
    for (const byteLength of [1, 255, 256, 257, 100_000]) {
      expect(allocate(memory, byteLength).bytes.byteOffset % 256).toBe(0);
    }
  });

  it('makes the views of all blocks anew where it grows, and they hold what they held', () => {
    const memory = new KernelMemory();
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

  it('leaves an empty block views that can be used, though memory grows', () => {
    const memory = new KernelMemory();
    const empty = allocate(memory, 0);
    allocate(memory, 10 * MEBIBYTE);
    expect([...empty.bytes]).toEqual([]);
  });

  it('makes the views anew of a block that moves, and of the others where it does not grow by that', () => {
    const memory = new KernelMemory();
    const first = allocate(memory, 256);
    first.bytes.fill(7);
    const second = allocate(memory, 256);
    const place = first.bytes.byteOffset;
    first.block.resize(512);
    expect(first.bytes.byteOffset).toBeGreaterThan(second.bytes.byteOffset);
    expect(first.bytes.subarray(0, 256).every((byte) => byte === 7)).toBe(true);
    // Where it was, there is room for another.
    expect(allocate(memory, 256).bytes.byteOffset).toBe(place);
  });

  it('counts every change of where blocks are', () => {
    const memory = new KernelMemory();
    const versions = [memory.version];
    const { block } = allocate(memory, 1000);
    versions.push(memory.version);
    block.resize(2000);
    versions.push(memory.version);
    block.release();
    versions.push(memory.version);
    expect(new Set(versions).size).toBe(4);
  });

  it('uses freed bytes again: it does not grow where the same is allocated and released again and again', () => {
    const memory = new KernelMemory();
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

  it('lets the last block grow where it is, without room for another of it', () => {
    const memory = new KernelMemory();
    const { block } = allocate(memory, MEBIBYTE);
    for (let size = 2; size <= 32; size++) block.resize(size * MEBIBYTE);
    expect(memory.memory.buffer.byteLength).toBeLessThan(33 * MEBIBYTE);
  });

  it('says how much was wanted where that is more than 4 GB, and goes on as before', () => {
    const memory = new KernelMemory();
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

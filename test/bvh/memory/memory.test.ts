import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';
import { type Block, HeapMemory, type Memory } from '../../../src/bvh/memory/memory';
import { search } from '../../support/runs';

const memories: [string, () => Memory][] = [
  ['HeapMemory', () => new HeapMemory()],
  ['WasmAllocator', () => new WasmAllocator()],
];

/** A block, the bytes that it was told of, and what was written there. */
class Written {
  bytes: Uint8Array = new Uint8Array(0);
  timesTold = 0;
  expected: Uint8Array = new Uint8Array(0);
  readonly block: Block;

  constructor(memory: Memory, byteLength: number) {
    this.block = memory.allocate(byteLength, (buffer, byteOffset, length) => {
      this.bytes = new Uint8Array(buffer, byteOffset, length);
      this.timesTold++;
    });
  }

  /** Writes a series of numbers that no other block has. */
  fill(seed: number): void {
    for (let i = 0; i < this.bytes.length; i++) this.bytes[i] = Math.imul(seed + 1, 31 * i + 7) >>> 3;
    this.expected = this.bytes.slice();
  }

  resize(byteLength: number): void {
    this.block.resize(byteLength);
    this.expected = this.expected.slice(0, byteLength);
  }

  /** Throws unless the bytes are there and hold what was written, as far as it fits. */
  check(byteLength: number): void {
    if (this.block.byteLength !== byteLength || this.bytes.length !== byteLength) {
      throw new Error(
        `a block of ${byteLength} bytes has ${this.block.byteLength}, and a view of ${this.bytes.length}`,
      );
    }
    for (let i = 0; i < this.expected.length; i++) {
      if (this.bytes[i] !== this.expected[i]) throw new Error(`byte ${i} of ${byteLength} has changed`);
    }
  }
}

/** Throws if blocks share a byte. */
function checkApart(blocks: readonly Written[]): void {
  const used = blocks.filter(({ bytes }) => bytes.length > 0);
  for (const a of used) {
    for (const b of used) {
      if (a === b || a.bytes.buffer !== b.bytes.buffer) continue;
      const isApart =
        a.bytes.byteOffset + a.bytes.length <= b.bytes.byteOffset ||
        b.bytes.byteOffset + b.bytes.length <= a.bytes.byteOffset;
      if (!isApart) throw new Error('two blocks share bytes');
    }
  }
}

describe.each(memories)('a block of %s', (_, createMemory) => {
  it('a block has the length that was requested, and gets its views at once', () => {
    const written = new Written(createMemory(), 1000);
    expect(written.timesTold).toBe(1);
    written.check(1000);
  });

  it('a block may be empty, and may grow from that', () => {
    const written = new Written(createMemory(), 0);
    written.check(0);
    written.resize(10);
    written.check(10);
    written.fill(1);
    written.check(10);
  });

  it('a block keeps its content when it grows, and what fits when it shrinks', () => {
    const written = new Written(createMemory(), 300);
    written.fill(1);
    for (const byteLength of [301, 70_000, 500_000, 400, 100, 100_000]) {
      written.resize(byteLength);
      written.check(byteLength);
    }
  });

  it('a block is empty after it is released, and can be used again', () => {
    const written = new Written(createMemory(), 300);
    written.fill(1);
    written.block.release();
    expect([written.block.byteLength, written.bytes.length]).toEqual([0, 0]);
    written.block.release();
    expect(written.block.byteLength).toBe(0);
    written.block.resize(20);
    expect(written.bytes).toHaveLength(20);
  });

  it('a block begins where a float64 may begin', () => {
    const memory = createMemory();
    const blocks = [1, 3, 7, 255, 257].map((byteLength) => new Written(memory, byteLength));
    for (const { bytes } of blocks) expect(bytes.byteOffset % 8).toBe(0);
  });

  it('a block shares no bytes with other blocks after any operations', async () => {
    const size = fc.oneof(fc.nat(300), fc.nat(3000), fc.nat(200_000));
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ allocate: size }) },
      { weight: 4, arbitrary: fc.record({ resize: fc.nat(), to: size }) },
      { weight: 2, arbitrary: fc.record({ release: fc.nat() }) },
    );
    await search(
      1,
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        const memory = createMemory();
        const model = new Map<Written, number>();
        const pick = (which: number): Written | undefined => [...model.keys()][which % Math.max(1, model.size)];
        steps.forEach((step, seed) => {
          if ('allocate' in step) {
            const written = new Written(memory, step.allocate);
            written.fill(seed);
            model.set(written, step.allocate);
          } else if ('resize' in step) {
            const written = pick(step.resize);
            if (written === undefined) return;
            written.resize(step.to);
            written.check(step.to);
            written.fill(seed);
            model.set(written, step.to);
          } else {
            const written = pick(step.release);
            if (written === undefined) return;
            written.resize(0);
            model.delete(written);
          }
          checkApart([...model.keys()]);
          for (const [written, byteLength] of model) written.check(byteLength);
        });
      }),
    );
  });
});

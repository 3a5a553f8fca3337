import { describe, expect, it } from 'vitest';
import { HeapMemory } from '../../../src/bvh/memory/memory';
import { RecordPool } from '../../../src/bvh/memory/recordPool';

const createPool = (): RecordPool<Float64Array> => new RecordPool(new HeapMemory(), Float64Array, 8, 3);

describe('RecordPool', () => {
  it('a pool keeps its records when it grows', () => {
    const pool = createPool();
    for (let i = 0; i < 100; i++) {
      const index = pool.take();
      expect(index).toBe(i);
      pool.data.set([i, 2 * i, 3 * i], 3 * index);
    }
    for (let i = 0; i < 100; i++) expect([...pool.data.subarray(3 * i, 3 * i + 3)]).toEqual([i, 2 * i, 3 * i]);
    expect(pool.used).toBe(100);
  });

  it('a pool reuses a freed index', () => {
    const pool = createPool();
    for (let i = 0; i < 10; i++) pool.take();
    const length = pool.data.length;
    pool.giveBack(4);
    expect(pool.used).toBe(9);
    expect(pool.take()).toBe(4);
    expect(pool.data.length).toBe(length);
  });

  it('a pool reserves exactly what a large run needs', () => {
    const pool = createPool();
    pool.reserve(1000);
    expect(pool.data.length).toBe(3000);
    for (let i = 0; i < 1000; i++) pool.take();
    expect(pool.data.length).toBe(3000);
    expect(pool.byteLength).toBe(24_000);
    pool.take();
    expect(pool.data.length).toBeGreaterThan(3000);
  });

  it('a pool is empty after it is cleared', () => {
    const pool = createPool();
    pool.reserve(10);
    pool.take();
    pool.giveBack(0);
    pool.clear();
    expect([pool.used, pool.byteLength]).toEqual([0, 0]);
    expect(pool.take()).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdPool } from '../../../src/bvh/boxes/idPool';
import { ID_LIMIT } from '../../../src/bvh/layout/nodeLayout';
import { search } from '../../support/runs';

describe('IdPool', () => {
  it('the pool returns ids from 0 upward', () => {
    const pool = new IdPool();
    expect([pool.take(), pool.take(), pool.take()]).toEqual([0, 1, 2]);
    expect([pool.limit, pool.used]).toEqual([3, 3]);
  });

  it('the pool returns freed ids before new ones', () => {
    const pool = new IdPool();
    pool.takeRun(5);
    pool.giveBack(3);
    pool.giveBack(1);
    expect([pool.take(), pool.take()].sort((a, b) => a - b)).toEqual([1, 3]);
    expect(pool.take()).toBe(5);
  });

  it('the pool finds a run among ids that were freed in any order', () => {
    const pool = new IdPool();
    pool.takeRun(20);
    for (const id of [9, 4, 11, 10, 6, 5, 0]) pool.giveBack(id);
    expect(pool.takeRun(4)).toBe(20);
    expect([4, 9]).toContain(pool.takeRun(3));
    expect([4, 9]).toContain(pool.takeRun(3));
    expect(pool.takeRun(1)).toBe(0);
    expect(pool.takeRun(1)).toBe(24);
  });

  it('the pool returns the last freed id first, also if a run was taken in between', () => {
    const pool = new IdPool();
    pool.takeRun(10);
    for (const id of [7, 2, 4, 5]) pool.giveBack(id);
    expect(pool.takeRun(2)).toBe(4);
    expect(pool.freed).toEqual([7, 2]);
    for (const id of [4, 9]) pool.giveBack(id);
    expect([pool.take(), pool.take(), pool.take(), pool.take(), pool.take()]).toEqual([9, 4, 2, 7, 10]);
  });

  it('the pool keeps few bytes for ids that are freed and reused in runs', () => {
    const pool = new IdPool();
    pool.takeRun(100);
    for (let round = 0; round < 50; round++) {
      for (let id = 0; id < 100; id++) pool.giveBack(id);
      expect(pool.freed).toHaveLength(100);
      expect(pool.takeRun(100)).toBe(0);
    }
    expect(pool.freed).toEqual([]);
  });

  it('the pool continues where another pool stopped', () => {
    const pool = new IdPool();
    pool.restore(6, [5, 1, 3]);
    expect([pool.limit, pool.used, pool.freed]).toEqual([6, 3, [5, 1, 3]]);
    expect([pool.take(), pool.take(), pool.take(), pool.take()]).toEqual([3, 1, 5, 6]);
  });

  it('the pool starts from 0 again after it is cleared', () => {
    const pool = new IdPool();
    pool.takeRun(5);
    pool.giveBack(2);
    pool.clear();
    expect([pool.limit, pool.used]).toEqual([0, 0]);
    expect(pool.take()).toBe(0);
  });

  it('the pool throws if there would be too many ids', () => {
    const pool = new IdPool();
    expect(() => pool.takeRun(ID_LIMIT + 1)).toThrow(RangeError);
    expect(() => pool.takeRun(ID_LIMIT + 1)).toThrow(/at most/);
    expect(pool.used).toBe(0);
    expect(pool.takeRun(ID_LIMIT)).toBe(0);
    expect(() => pool.take()).toThrow(RangeError);
  });

  it('the pool never returns an id that is in use', async () => {
    const step = fc.oneof(
      fc.record({ take: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ take: fc.constant(0) }),
      fc.record({ giveBack: fc.nat() }),
      fc.record({ giveBack: fc.nat() }),
    );
    await search(
      5,
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
        const pool = new IdPool();
        const used = new Set<number>();
        for (const step of steps) {
          if ('take' in step) {
            const first = step.take === 0 ? pool.take() : pool.takeRun(step.take);
            for (let id = first; id < first + Math.max(1, step.take); id++) {
              expect(used.has(id)).toBe(false);
              used.add(id);
              expect(id).toBeLessThan(pool.limit);
            }
          } else if (used.size > 0) {
            const id = [...used][step.giveBack % used.size];
            pool.giveBack(id);
            used.delete(id);
          }
          expect(pool.used).toBe(used.size);
        }
      }),
    );
  });
});

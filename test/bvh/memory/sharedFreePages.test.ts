import { describe, expect, it } from 'vitest';
import { SPARE_WORDS, SpareExtents } from '../../../src/bvh/memory/sharedFreePages';

const PAGE = 65_536;

describe('SharedFreePages', () => {
  const created = (): SpareExtents => new SpareExtents(new Int32Array(new SharedArrayBuffer(SPARE_WORDS * 4)));

  it('each run of free pages is taken once, if it is large enough', () => {
    const spares = created();
    spares.give(2 * PAGE, 3 * PAGE);
    spares.give(5 * PAGE, 9 * PAGE);
    expect(spares.take(2 * PAGE)).toEqual({ begin: 5 * PAGE, end: 9 * PAGE });
    expect(spares.take(2 * PAGE)).toBeNull();
    expect(spares.take(1)).toEqual({ begin: 2 * PAGE, end: 3 * PAGE });
    expect(spares.take(1)).toBeNull();
  });

  it('pages are taken from the smallest run that is large enough', () => {
    const spares = created();
    for (const [begin, pages] of [
      [0, 9],
      [10, 2],
      [20, 1],
      [30, 3],
    ]) {
      spares.give(begin * PAGE, (begin + pages) * PAGE);
    }
    expect(spares.take(2 * PAGE)).toEqual({ begin: 10 * PAGE, end: 12 * PAGE });
    expect(spares.take(2 * PAGE)).toEqual({ begin: 30 * PAGE, end: 33 * PAGE });
    expect(spares.take(2 * PAGE)).toEqual({ begin: 0, end: 9 * PAGE });
    expect(spares.take(2 * PAGE)).toBeNull();
    expect(spares.take(1)).toEqual({ begin: 20 * PAGE, end: 21 * PAGE });
  });

  it('free pages may end at 4 GB, where memory ends', () => {
    const spares = created();
    spares.give(2 ** 32 - PAGE, 2 ** 32);
    expect(spares.take(PAGE)).toEqual({ begin: 2 ** 32 - PAGE, end: 2 ** 32 });
  });

  it('the list holds at most as many runs as it has room for', () => {
    const spares = created();
    for (let i = 0; i < 1000; i++) spares.give(i * PAGE, (i + 1) * PAGE);
    const begins = new Set<number>();
    for (let spare = spares.take(1); spare !== null; spare = spares.take(1)) begins.add(spare.begin);
    expect(begins.size).toBe(SPARE_WORDS / 3);
  });
});

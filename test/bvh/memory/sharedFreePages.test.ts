import { describe, expect, it } from 'vitest';
import { FREE_PAGES_WORDS, SharedFreePages } from '../../../src/bvh/memory/sharedFreePages';

const PAGE = 65_536;

describe('SharedFreePages', () => {
  const created = (): SharedFreePages =>
    new SharedFreePages(new Int32Array(new SharedArrayBuffer(FREE_PAGES_WORDS * 4)));

  it('each run of free pages is taken once, if it is large enough', () => {
    const freePages = created();
    freePages.give(2 * PAGE, 3 * PAGE);
    freePages.give(5 * PAGE, 9 * PAGE);
    expect(freePages.take(2 * PAGE)).toEqual({ begin: 5 * PAGE, end: 9 * PAGE });
    expect(freePages.take(2 * PAGE)).toBeNull();
    expect(freePages.take(1)).toEqual({ begin: 2 * PAGE, end: 3 * PAGE });
    expect(freePages.take(1)).toBeNull();
  });

  it('pages are taken from the smallest run that is large enough', () => {
    const freePages = created();
    for (const [begin, pages] of [
      [0, 9],
      [10, 2],
      [20, 1],
      [30, 3],
    ]) {
      freePages.give(begin * PAGE, (begin + pages) * PAGE);
    }
    expect(freePages.take(2 * PAGE)).toEqual({ begin: 10 * PAGE, end: 12 * PAGE });
    expect(freePages.take(2 * PAGE)).toEqual({ begin: 30 * PAGE, end: 33 * PAGE });
    expect(freePages.take(2 * PAGE)).toEqual({ begin: 0, end: 9 * PAGE });
    expect(freePages.take(2 * PAGE)).toBeNull();
    expect(freePages.take(1)).toEqual({ begin: 20 * PAGE, end: 21 * PAGE });
  });

  it('free pages may end at 4 GB, where memory ends', () => {
    const freePages = created();
    freePages.give(2 ** 32 - PAGE, 2 ** 32);
    expect(freePages.take(PAGE)).toEqual({ begin: 2 ** 32 - PAGE, end: 2 ** 32 });
  });

  it('the list holds at most as many runs as it has room for', () => {
    const freePages = created();
    for (let i = 0; i < 1000; i++) freePages.give(i * PAGE, (i + 1) * PAGE);
    const begins = new Set<number>();
    for (let range = freePages.take(1); range !== null; range = freePages.take(1)) begins.add(range.begin);
    expect(begins.size).toBe(FREE_PAGES_WORDS / 3);
  });
});

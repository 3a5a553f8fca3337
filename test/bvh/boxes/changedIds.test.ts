import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangedIds } from '../../../src/bvh/boxes/changedIds';
import { HeapMemory } from '../../../src/bvh/memory/memory';
import { search } from '../../support/runs';

function changesBelow(limit: number): ChangedIds {
  const changes = new ChangedIds(new HeapMemory());
  changes.reserve(limit);
  return changes;
}

/** The marked ids, found in the words that may have some. */
function idsOf({ words, firstWord, endWord }: ChangedIds): number[] {
  const ids: number[] = [];
  for (let id = firstWord * 32; id < endWord * 32; id++) if (((words[id >>> 5] >>> (id & 31)) & 1) === 1) ids.push(id);
  return ids;
}

describe('ChangedIds', () => {
  it('no ids are changed at first, and they take no bytes', () => {
    const changes = new ChangedIds(new HeapMemory());
    expect([changes.count, changes.byteLength]).toEqual([0, 0]);
    expect(idsOf(changes)).toEqual([]);
  });

  it('each changed id counts once, however often it changes', () => {
    const changes = changesBelow(100);
    for (const id of [31, 64, 31, 32, 31, 64]) changes.mark(id);
    expect(changes.count).toBe(3);
    expect(idsOf(changes)).toEqual([31, 32, 64]);
  });

  it('changed ids are in the words from the first to the last, and in no others', () => {
    const changes = changesBelow(1000);
    changes.mark(500);
    expect([changes.firstWord, changes.endWord]).toEqual([15, 16]);
    changes.mark(31);
    changes.mark(991);
    expect([changes.firstWord, changes.endWord]).toEqual([0, 31]);
  });

  it('changed ids may be consecutive, across words', () => {
    const changes = changesBelow(200);
    const run = Array.from({ length: 100 }, (_, i) => 60 + i);
    for (const id of run) changes.mark(id);
    expect(changes.count).toBe(100);
    expect(idsOf(changes)).toEqual(run);
  });

  it('changed ids can be unmarked one by one', () => {
    const changes = changesBelow(100);
    for (const id of [31, 32, 63]) changes.mark(id);
    changes.unmark(32);
    expect([changes.has(31), changes.has(32), changes.has(63)]).toEqual([true, false, true]);
    expect(changes.count).toBe(2);
    expect(idsOf(changes)).toEqual([31, 63]);
  });

  it('no mark stays when changed ids are cleared', () => {
    const changes = changesBelow(1000);
    for (const id of [0, 31, 500, 999]) changes.mark(id);
    changes.clear();
    expect(changes.count).toBe(0);
    expect(changes.words.every((word) => word === 0)).toBe(true);
    changes.clear();
    changes.mark(700);
    expect(idsOf(changes)).toEqual([700]);
  });

  it('ids stay marked when room is made for more, and new ids are unmarked', () => {
    const changes = changesBelow(40);
    for (const id of [0, 39]) changes.mark(id);
    changes.reserve(5000);
    expect(idsOf(changes)).toEqual([0, 39]);
    changes.mark(4999);
    expect([...changes.words].filter((word) => word !== 0)).toHaveLength(3);
    const bytes = changes.byteLength;
    changes.reserve(5000);
    changes.reserve(1);
    expect(changes.byteLength).toBe(bytes);
  });

  it('released ids return their bytes, and can be marked again', () => {
    const changes = changesBelow(1000);
    changes.mark(999);
    changes.release();
    expect([changes.count, changes.byteLength]).toEqual([0, 0]);
    changes.reserve(1000);
    expect(changes.words.every((word) => word === 0)).toBe(true);
    changes.mark(1);
    expect(idsOf(changes)).toEqual([1]);
  });

  it('changed ids equal a plain set after any operations', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ mark: fc.nat(999) }) },
      { weight: 3, arbitrary: fc.record({ unmark: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ clear: fc.constant(true) }) },
    );
    await search(
      1,
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const changes = new ChangedIds(new HeapMemory());
        const model = new Set<number>();
        for (const step of steps) {
          if ('mark' in step) {
            changes.reserve(step.mark + 1);
            changes.mark(step.mark);
            model.add(step.mark);
          } else if ('clear' in step) {
            changes.clear();
            model.clear();
          } else if (model.size > 0) {
            const id = [...model][step.unmark % model.size];
            changes.unmark(id);
            model.delete(id);
          }
        }
        expect(changes.count).toBe(model.size);
        expect(idsOf(changes)).toEqual([...model].sort((a, b) => a - b));
      }),
    );
  });
});

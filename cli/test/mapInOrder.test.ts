import { describe, expect, it } from 'vitest';
import { mapInOrder } from '../src/mapInOrder';

async function* countTo(limit: number): AsyncGenerator<number> {
  for (let i = 0; i < limit; i++) yield await Promise.resolve(i);
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('mapInOrder', () => {
  it('results come in the order of the items, whichever is ready first', async () => {
    const answers: number[] = [];
    const map = async (item: number) => {
      await after((item * 7) % 5);
      return 10 * item;
    };
    for await (const answer of mapInOrder(countTo(20), 4, map)) answers.push(answer);
    expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => 10 * i));
  });

  it('results wait at most up to the limit until they are taken', async () => {
    let begun = 0;
    const answers = mapInOrder(countTo(20), 4, (item) => Promise.resolve(item + begun++));
    for (let taken = 1; taken < 10; taken++) {
      await answers.next();
      await after(1);
      expect(begun).toBeLessThan(taken + 4);
    }
  });

  it('a result comes at once, even if the next item does not', async () => {
    async function* oneAndNoMore(): AsyncGenerator<number> {
      yield 1;
      await new Promise(() => undefined);
    }
    const answers = mapInOrder(oneAndNoMore(), 4, (item) => Promise.resolve(item));
    expect(await answers.next()).toEqual({ done: false, value: 1 });
  });

  it('results come before the error of a later item, or of the source of the items', async () => {
    async function* threeAndAnError(): AsyncGenerator<number> {
      yield* countTo(3);
      throw new Error('no more');
    }
    const refuse2 = async (item: number) => {
      await after(3 - item);
      if (item === 2) throw new Error('not 2');
      return item;
    };
    const taken = async (answers: AsyncGenerator<number>) => {
      const all: unknown[] = [];
      try {
        for await (const answer of answers) all.push(answer);
      } catch (thrown) {
        all.push((thrown as Error).message);
      }
      return all;
    };
    expect(await taken(mapInOrder(threeAndAnError(), 8, (item) => after(5).then(() => item)))).toEqual([
      0,
      1,
      2,
      'no more',
    ]);
    expect(await taken(mapInOrder(threeAndAnError(), 8, refuse2))).toEqual([0, 1, 'not 2']);
  });
});

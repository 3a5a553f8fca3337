import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Used, UseOrder } from '../../../src/tiles/store/tileCache';
import { search } from '../../support/runs';

class Item implements Used<Item> {
  older: Item | null = null;
  newer: Item | null = null;
}

const steps = fc.array(fc.record({ item: fc.nat(5), isUsed: fc.boolean() }), { maxLength: 40 });

it('the items are in the order of their last use, from both ends, without those taken out', async () => {
  await search(
    10,
    fc.property(steps, (steps) => {
      const order = new UseOrder<Item>();
      const items = Array.from({ length: 6 }, () => new Item());
      let expected: Item[] = [];
      for (const { item: at, isUsed } of steps) {
        const item = items[at];
        expected = expected.filter((each) => each !== item);
        if (isUsed) {
          order.use(item);
          expected.push(item);
        } else {
          order.delete(item);
        }
        const forward: Item[] = [];
        for (let each = order.oldest; each !== null; each = each.newer) forward.push(each);
        expect(forward.map((each) => items.indexOf(each))).toEqual(expected.map((each) => items.indexOf(each)));
        expect(forward.map(({ older }) => older)).toEqual([null, ...forward.slice(0, -1)].slice(0, forward.length));
      }
    }),
  );
});

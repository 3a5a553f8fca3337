import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TileQueues } from '../../../src/tiles/queries/tileQueues';
import { search } from '../../support/runs';

/** A tile to add a ray to, or to take. Null takes the fullest. */
const steps = fc.array(fc.record({ tile: fc.option(fc.nat(20)), isTaken: fc.boolean() }), { maxLength: 120 });

it('the queues return the tile at which most rays wait, and of equals the first', async () => {
  await search(
    10,
    fc.property(steps, (steps) => {
      const queues = new TileQueues();
      const expected = new Map<number, number[]>();
      const fullest = (): number | undefined =>
        [...expected].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]).at(0)?.[0];
      steps.forEach(({ tile, isTaken }, ray) => {
        if (tile !== null && !isTaken) {
          queues.add(tile, ray);
          expected.set(tile, [...(expected.get(tile) ?? []), ray]);
        } else {
          const taken = tile ?? fullest() ?? 0;
          expect(queues.take(taken)).toEqual(expected.get(taken) ?? []);
          expected.delete(taken);
        }
        expect(queues.fullest).toBe(fullest());
        expect(queues.size).toBe(expected.size);
        expect([...Array(21).keys()].filter((each) => queues.has(each))).toEqual(
          [...expected.keys()].sort((a, b) => a - b),
        );
      });
    }),
  );
});

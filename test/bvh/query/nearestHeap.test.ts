import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BY_ID } from '../../../src/bvh/boxes/boxStore';
import { NearestHeap } from '../../../src/bvh/query/nearestHeap';
import { search } from '../../support/runs';

describe('NearestHeap', () => {
  it('the heap keeps the first boxes by distance, then by id, in whatever order they are offered', async () => {
    const offers = fc.uniqueArray(fc.tuple(fc.nat(200), fc.constantFrom(0, 0.5, 1, 2, 3, 4, Infinity)), {
      selector: ([id]) => id,
      maxLength: 60,
    });
    await search(
      5,
      fc.property(
        offers,
        fc.constantFrom(1, 2, 5, 17, Infinity),
        fc.constantFrom(0, 1, 3, Infinity),
        (boxes, count, maxDistance) => {
          const heap = new NearestHeap(count, maxDistance, BY_ID);
          for (const [id, distance] of boxes) if (heap.accepts(id, distance)) heap.add(id, distance);
          const expected = boxes
            .filter(([, distance]) => distance <= maxDistance)
            .sort(([idA, a], [idB, b]) => (a === b ? idA - idB : a < b ? -1 : 1))
            .slice(0, count);
          expect(heap.sorted().map(({ id, distance }) => [id, distance])).toEqual(expected);
          if (expected.length === count) expect(heap.limit).toBe(expected[expected.length - 1][1]);
          else expect(heap.limit).toBe(maxDistance);
        },
      ),
    );
  });
});

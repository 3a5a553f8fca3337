import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerQueue, columnsOf } from '../../../src/command/rays/answerQueue';
import { search } from '../../../../test/support/runs';

/** Answers to `count` rays from a number on, each with numbers of its own. */
function answersFrom(first: number, count: number, isWide: boolean, hasTriangles: boolean) {
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  return {
    ids: isWide ? Float64Array.from(numbers, (n) => n + 2 ** 32) : Int32Array.from(numbers),
    ts: Float64Array.from(numbers, (n) => n / 2),
    ...(hasTriangles && {
      triangles: Int32Array.from(numbers, (n) => -n),
      us: Float64Array.from(numbers, (n) => n / 3),
      vs: Float64Array.from(numbers, (n) => n / 5),
    }),
  };
}

describe('a queue of answers', () => {
  it('a queue returns answers in the order in which they were added, in parts of any size', async () => {
    const sizes = fc.array(fc.nat(7), { maxLength: 10 });
    const kept = fc.property(sizes, sizes, fc.boolean(), fc.boolean(), (added, taken, isWide, hasTriangles) => {
      const queue = new AnswerQueue(hasTriangles);
      let end = 0;
      for (const count of added) {
        queue.add(answersFrom(end, count, isWide, hasTriangles));
        end += count;
      }
      let start = 0;
      for (const wanted of taken) {
        const count = Math.min(wanted, queue.length);
        expect(queue.length).toBe(end - start);
        const answers = queue.take(count);
        if (count > 0) expect(answers).toEqual(answersFrom(start, count, isWide, hasTriangles));
        expect(columnsOf(answers).map(({ length }) => length)).toEqual(Array(hasTriangles ? 5 : 2).fill(count));
        start += count;
      }
    });
    await search(20, kept);
  });
});

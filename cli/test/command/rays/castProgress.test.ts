import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/command/output/progress';
import type { AnsweredBlock } from '../../../src/command/rays/answeredBlock';
import { CastProgress } from '../../../src/command/rays/castProgress';

/** What a cast of two blocks of 70,000 rays shows on a terminal that keeps up with everything. */
async function shown(inputBytes: number, sent: number, isTTY = true, workers?: number): Promise<string> {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const begun = { rays: 1000, place: { byte: 100, line: 8 } };
  const progress = new CastProgress(inputBytes, false, begun, new Progress(stream));
  async function* blocks(): AsyncGenerator<AnsweredBlock> {
    if (sent > 0) progress.send(sent);
    if (workers !== undefined) progress.setWorkers(workers);
    for (const byte of [300, 500]) {
      // The progress is drawn at most ten times a second.
      await new Promise((done) => setTimeout(done, 150));
      yield { bytes: new Uint8Array(1), rayCount: 70_000, end: { byte, line: 9 } };
    }
    await new Promise((done) => setTimeout(done, 150));
  }
  for await (const { rayCount } of progress.watch(blocks())) expect(rayCount).toBe(70_000);
  progress.stop();
  return String(stream.read() ?? '');
}

describe('the progress of a cast', () => {
  it('the progress of a cast has the rays, the rays a second, the blocks and the part of the file', async () => {
    const text = await shown(1000, 0);
    expect(text).toMatch(/casting █+░+ 30% 71,000 rays, [\d,]+\/s, 1 blocks/);
    expect(text).toMatch(/50% 141,000 rays, [\d,]+\/s, 2 blocks/);
    expect(text).not.toContain('under way');
  });

  it('the progress of a cast on a cluster has the blocks that are under way', async () => {
    const text = await shown(0, 270_000);
    expect(text).toMatch(/casting … 71,000 rays, [\d,]+\/s, 1 blocks, 4 under way/);
    expect(text).toMatch(/141,000 rays, [\d,]+\/s, 2 blocks, 2 under way/);
  });

  it.each([
    [1, '1 worker'],
    [12, '12 workers'],
  ])('the progress of a cast on a cluster has the number of workers, %i', async (count, words) => {
    const text = await shown(0, 270_000, true, count);
    expect(text).toMatch(new RegExp(`casting … 71,000 rays, [\\d,]+/s, 1 blocks, 4 under way, ${words}(?!s)`));
    // The workers are shown before a block is answered.
    expect(text).toMatch(new RegExp(`1,000 rays, 0/s, 0 blocks, 5 under way, ${words}(?!s)`));
  });

  it('the progress of a cast is not shown without a terminal', async () => {
    expect(await shown(1000, 0, false)).toBe('');
  });
});

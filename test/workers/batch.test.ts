import { expect, it, onTestFinished, vi } from 'vitest';
import { batchQueryOf } from '../../src/scene/batches/batchQueries';
import { ThreadEndedError } from '../../src/threads/thread';
import { Batch } from '../../src/workers/batch';
import { someRays } from './support/scene';

const reason = new Error('a run failed');

it('a call searches for bad numbers once, even if many runs fail, and not if a thread has ended', async () => {
  const check = vi.spyOn(batchQueryOf('raycastMany'), 'checkNumbers');
  onTestFinished(() => {
    check.mockRestore();
  });
  const batch = new Batch('raycastMany', someRays(10), {}, {});
  const rejected = expect(batch.columns).rejects.toBe(reason);
  await Promise.all([batch.failAtRun(reason), batch.failAtRun(new Error('of another'))]);
  await rejected;
  await batch.failAtRun(reason);
  expect(check).toHaveBeenCalledTimes(1);

  const other = new Batch('raycastMany', someRays(10), {}, {});
  const ended = new ThreadEndedError('exited');
  const otherRejected = expect(other.columns).rejects.toBe(ended);
  await other.failAtRun(ended);
  await otherRejected;
  expect(check).toHaveBeenCalledTimes(1);
});

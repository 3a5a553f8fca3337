import { expect, it } from 'vitest';
import { ChangeLock } from '../../../src/tiles/store/locks';

/** A promise that a test settles. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it('a change runs at once while there are no readers', () => {
  expect(new ChangeLock().change(() => 7)).toBe(7);
});

it('many readers run at a time, a change runs after them, and other readers after it', async () => {
  const lock = new ChangeLock();
  const order: string[] = [];
  const [first, second] = [deferred(), deferred()];
  const reads = [first, second].map(({ promise }, i) => lock.read(() => promise.then(() => order.push(`read ${i}`))));
  const changed = lock.change(() => order.push('change'));
  const late = lock.read(() => Promise.resolve(order.push('late')));
  second.resolve();
  await reads[1];
  expect(order).toEqual(['read 1']);
  first.resolve();
  await Promise.all([...reads, changed, late]);
  expect(order).toEqual(['read 1', 'read 0', 'change', 'late']);
});

it('the lock continues after a reader or a change that fails', async () => {
  const lock = new ChangeLock();
  const end = deferred();
  const read = lock.read(() => end.promise.then(() => Promise.reject(new Error('a read'))));
  const failed = lock.change(() => {
    throw new Error('a change');
  });
  const changed = lock.change(() => 'changed');
  end.resolve();
  await expect(read).rejects.toThrow('a read');
  await expect(failed).rejects.toThrow('a change');
  expect(await changed).toBe('changed');
});

import { expect, it } from 'vitest';
import { oneAtATime } from '../../examples/site/oneAtATime';

it('the function runs once at a time, and once more for all calls during a run', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const ask = oneAtATime(async () => {
    running++;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running--;
  });
  ask();
  ask();
  ask();
  expect(ends.length).toBe(1);
  ends[0]();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]();
  await expect.poll(() => running).toBe(0);
  expect(ends.length).toBe(2);
  ask();
  expect(ends.length).toBe(3);
  ends[2]();
  expect(most).toBe(1);
});

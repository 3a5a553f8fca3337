import { vi } from 'vitest';

/** The address of a script that is loaded, and is not that of this package's threads. */
export const silentScript = 'data:text/javascript,setInterval(() => {}, 1000)';

/** What is there when enough seconds have passed, which are over at once. */
export async function secondsPass<T>(begin: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let isOver = false;
  const result = begin().finally(() => {
    isOver = true;
  });
  // In between, threads start, and so there is something to wait for.
  for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 5))) vi.advanceTimersByTime(1000);
  return result;
}

import { vi } from 'vitest';

/** The address of a script that is loaded, and is not that of this package's threads. */
export const silentScript = 'data:text/javascript,setInterval(() => {}, 1000)';

/** What comes of something that waits for seconds to pass, which are over at once. */
export async function secondsPass<T>(begin: () => Promise<T>): Promise<T> {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // Not all at once: threads start meanwhile, and only then is there something to wait for.
  const seconds = setInterval(() => vi.advanceTimersByTime(1000), 5);
  try {
    return await begin();
  } finally {
    clearInterval(seconds);
  }
}

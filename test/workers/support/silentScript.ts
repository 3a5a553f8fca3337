import { vi } from 'vitest';

/** The address of a script that can be loaded but never answers. */
export const silentScript = 'data:text/javascript,setInterval(() => {}, 1000)';

/** Runs code whose timers count seconds. Here the seconds pass within milliseconds. */
export async function secondsPass<T>(begin: () => Promise<T>): Promise<T> {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // One after the other: threads must have time to start, as the timer begins only then.
  const seconds = setInterval(() => vi.advanceTimersByTime(1000), 5);
  try {
    return await begin();
  } finally {
    clearInterval(seconds);
    vi.useRealTimers();
  }
}

import { afterAll, beforeAll, vi } from 'vitest';

/** Keeps from the console, for a whole file of tests, the warnings that what it tries brings with it. */
export function muteWarnings(): void {
  beforeAll(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
}

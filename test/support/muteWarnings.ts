import { afterAll, beforeAll, vi } from 'vitest';

/** Hides warnings on the console for a whole test file, if the file causes them on purpose. */
export function muteWarnings(): void {
  beforeAll(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
}

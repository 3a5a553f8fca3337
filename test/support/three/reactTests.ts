import { afterAll, beforeAll, vi } from 'vitest';

/** Lets the tests of a file use `act` of React, and mutes warnings: react-three-fiber uses a class that three.js has deprecated. */
export function prepareReactTests(): void {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.spyOn(console, 'warn').mockReturnValue();
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

import { defineConfig } from 'vitest/config';

/** The built site in a browser: accessible, without dead links, and in any folder of a server. */
export default defineConfig({
  test: {
    reporters: ['verbose'],
    include: ['test/site/*.test.ts'],
    globalSetup: ['test/site/support/globalSetup.ts'],
    setupFiles: ['test/browser/support/closeBrowsers.ts'],
    // Lighthouse needs a quiet machine.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});

import { defineConfig } from 'vitest/config';
import { resolve, test } from './vitest.config.ts';

/** What all tests in a browser share. */
export const browserTest = {
  globalSetup: ['test/browser/support/globalSetup.ts'],
  setupFiles: ['test/browser/support/closeBrowsers.ts'],
  // Test files share their imports.
  isolate: false,
  env: test.env,
  // Each file starts a browser that draws on the CPU. More than two would slow one another down.
  maxWorkers: 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Not shorter than a busy machine needs. Shorter than the timeout of a test, so that the error names what did not happen.
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/** The package in a browser, and a look at each example. */
export default defineConfig({
  resolve,
  test: {
    ...browserTest,
    include: ['test/browser/*.test.ts'],
    // Of what npm packs: see vitest.package.config.ts.
    exclude: ['test/browser/bundlers.test.ts'],
  },
});

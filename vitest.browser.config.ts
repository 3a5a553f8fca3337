import { defineConfig } from 'vitest/config';
import { resolve } from './vitest.config';

export default defineConfig({
  resolve,
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/globalSetup.ts'],
    // Each file has a browser of its own, which draws on the CPU: more than two at once make one another slow.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});

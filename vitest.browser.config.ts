import { defineConfig } from 'vitest/config';
import { resolve } from './vitest.config';

export default defineConfig({
  resolve,
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Of what npm packs: see vitest.package.config.ts.
    exclude: ['test/browser/bundlers.test.ts'],
    globalSetup: ['test/browser/support/globalSetup.ts'],
    setupFiles: ['test/browser/support/closeBrowsers.ts'],
    // Test files share their imports.
    isolate: false,
    // Each file starts a browser that draws on the CPU. More than two would slow one another down.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});

import { defineConfig } from 'vitest/config';
import { resolve, server } from './vitest.built.config.ts';
import { test } from './vitest.config.ts';

/** What npm packs: its size, types and snippets, what npm runs before it packs, and what bundlers make of it. */
export default defineConfig({
  resolve,
  test: {
    ...test,
    server,
    include: ['test/package.test.ts', 'test/publish/*.test.ts', 'test/browser/bundlers.test.ts'],
    // Wants the built examples, too.
    globalSetup: ['test/browser/support/globalSetup.ts'],
    setupFiles: ['test/browser/support/closeBrowsers.ts'],
  },
});

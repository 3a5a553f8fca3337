import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^slabtree$/, replacement: source('./src/index.ts') },
      { find: /^slabtree\/three$/, replacement: source('./src/three/index.ts') },
    ],
  },
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

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the packages' names lead: to their sources. */
export const resolve = {
  alias: [
    { find: /^slabtree$/, replacement: source('./src/index.ts') },
    { find: /^slabtree\/three$/, replacement: source('./src/three/index.ts') },
  ],
};

export default defineConfig({
  resolve,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/engines/**', 'test/workers/**', 'test/command/**'],
    // One a core: by itself, vitest leaves one core idle, which is half of a machine that has two.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

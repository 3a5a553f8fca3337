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

export const test = {
  include: ['test/**/*.test.ts'],
  // One a core: by itself, vitest leaves one core idle, which is half of a machine that has two.
  maxWorkers: '100%',
  // Files share what they import, which otherwise takes a tenth of the time. No test may leave anything behind.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** For work on the sources: all tests that can do without the built files. */
export default defineConfig({
  resolve,
  test: {
    ...test,
    exclude: [
      'test/browser/**',
      'test/engines/sameBits.test.ts',
      'test/workers/**',
      'test/command/**',
      'test/publish/**',
      'test/package.test.ts',
    ],
  },
});

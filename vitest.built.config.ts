import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const built = (path: string) => fileURLToPath(new URL(`./dist/${path}`, import.meta.url));

/** Tests of what needs built files: threads load a script, and so they run against the package as it is published. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^slabtree$/, replacement: built('index.js') },
      { find: /^slabtree\/workers$/, replacement: built('workers.js') },
    ],
  },
  test: {
    include: ['test/workers/**/*.test.ts', 'test/command/**/*.test.ts'],
    server: { deps: { external: [/\/dist\//] } },
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});

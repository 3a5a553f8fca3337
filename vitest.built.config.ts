import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const built = (path: string) => fileURLToPath(new URL(`./dist/${path}`, import.meta.url));

/** Where the packages' names lead: to the package as it is published. */
export const resolve = {
  alias: [
    { find: /^slabtree$/, replacement: built('index.js') },
    { find: /^slabtree\/three$/, replacement: built('three.js') },
    { find: /^slabtree\/workers$/, replacement: built('workers.js') },
  ],
};

/** Built files are taken as they are. */
export const server = { deps: { external: [/\/dist\//] } };

/** Tests of what needs built files: threads load a script, and so they run against the package as it is published. */
export default defineConfig({
  resolve,
  test: {
    include: ['test/workers/**/*.test.ts', 'test/command/**/*.test.ts'],
    server,
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { test } from './vitest.config';

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

/**
 * All tests but those in browsers and other engines, against the package as it is published. Threads and the command line need the built files.
 * The others take half as long with them: vitest looks up each import anew whenever it is used, hot loops included.
 */
export default defineConfig({
  resolve,
  test: { ...test, server, exclude: ['test/browser/**', 'test/engines/sameBits.test.ts'] },
});

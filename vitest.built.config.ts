import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { commandProcesses, test } from './vitest.config.ts';

const built = (path: string) => fileURLToPath(new URL(`./dist/${path}`, import.meta.url));

/** The package's names lead to the built package, as it is published. */
export const resolve = {
  alias: [
    { find: /^slabtree$/, replacement: built('index.js') },
    { find: /^slabtree\/three$/, replacement: built('three.js') },
    { find: /^slabtree\/react$/, replacement: built('react.js') },
    { find: /^slabtree\/babylon$/, replacement: built('babylon.js') },
    { find: /^slabtree\/character$/, replacement: built('character.js') },
    { find: /^slabtree\/workers$/, replacement: built('workers.js') },
    { find: /^slabtree\/tiles$/, replacement: built('tiles.js') },
    { find: /^slabtree\/tile-writer$/, replacement: built('tile-writer.js') },
    { find: /^slabtree\/cluster$/, replacement: built('cluster.js') },
  ],
};

/** vitest must not transform the built files. */
export const server = { deps: { external: [/\/dist\//] } };

/**
 * All tests except those in browsers, in other engines, with Redis, of the site, of the command line as a process and of
 * what npm packs, against the package as it is published. Threads need the built files. The other tests take half as long
 * with them: in sources, vitest looks up an import each time it is used, also in hot loops.
 */
export default defineConfig({
  resolve,
  test: {
    ...test,
    server,
    exclude: [
      'test/browser/**',
      'test/engines/sameBits.test.ts',
      'test/cluster/redis/**',
      'test/publish/**',
      'test/site/**',
      ...commandProcesses,
      'test/package.test.ts',
    ],
  },
});

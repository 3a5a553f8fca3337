import { defineConfig } from 'vitest/config';
import { resolve, server } from './vitest.built.config.ts';

/**
 * The cluster, with a Redis of its own and real worker processes: the package as it is published. It needs `redis-server` (Debian:
 * `apt-get install redis-server`; the tests start and end it themselves).
 */
export default defineConfig({
  resolve,
  test: {
    reporters: ['verbose'],
    include: ['test/cluster/redis/**/*.test.ts'],
    server,
    // Each test uses several processes. Side by side, they would wait for one another.
    fileParallelism: false,
    testTimeout: process.env['SLABTREE_CLUSTER_RAYS'] === undefined ? 120_000 : 1_200_000,
    hookTimeout: 600_000,
    // Shorter than the timeout of a test, so that the error names what did not happen. Not shorter than a busy machine needs.
    expect: { poll: { timeout: 60_000 } },
  },
});

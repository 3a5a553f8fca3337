import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The package's names lead to its sources. */
export const resolve = {
  alias: [
    { find: /^slabtree$/, replacement: source('./src/index.ts') },
    { find: /^slabtree\/three$/, replacement: source('./src/three/index.ts') },
    { find: /^slabtree\/react$/, replacement: source('./src/react/index.ts') },
    { find: /^slabtree\/babylon$/, replacement: source('./src/babylon/index.ts') },
    { find: /^slabtree\/character$/, replacement: source('./src/character/index.ts') },
    { find: /^slabtree\/tiles$/, replacement: source('./src/tiles/index.ts') },
    { find: /^slabtree\/tile-writer$/, replacement: source('./src/tileWriter/index.ts') },
    { find: /^slabtree\/workers$/, replacement: source('./src/workers/index.ts') },
    { find: /^slabtree\/cluster$/, replacement: source('./src/cluster/index.ts') },
  ],
};

/** A long search may take as long as it needs: see test/support/runs.ts. */
const isLong = Number(process.env.SLABTREE_RUNS ?? 0) > 100;

/**
 * Returns the seed from which the property tests draw their inputs, a text. It is the commit, so that each run on a commit tries
 * the same inputs. A long search draws a new seed and prints it: `SLABTREE_RUN_SEED=<that seed>` repeats the search.
 */
function runSeed(): string {
  const given = process.env.SLABTREE_RUN_SEED;
  if (given !== undefined && given !== '') return given;
  if (isLong) {
    const drawn = String(randomInt(2 ** 32));
    console.log(`SLABTREE_RUN_SEED=${drawn}`);
    return drawn;
  }
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    // No git, or no repository.
    return 'no commit';
  }
}

/** The environment of test/support/runs.ts. */
const env = { SLABTREE_RUN_SEED: runSeed() };

export const test = {
  include: ['test/**/*.test.ts'],
  // Three workers for two cores, as many tests wait: for a process, a thread or a host. By default vitest leaves one core idle.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Test files share their imports, which would otherwise take a tenth of the time. So no test may leave anything behind.
  setupFiles: ['./test/support/leavesNothing.ts'],
  isolate: false,
  env,
  testTimeout: isLong ? 24 * 3600 * 1000 : 120_000,
  hookTimeout: 120_000,
  // Shorter than the timeout of a test, so that the error names what did not happen. Not shorter than a busy machine needs.
  expect: { poll: { timeout: 100_000 } },
};

/** The tests of the command line that start processes of it: they take a fourth of the time of all. */
export const commandProcesses = ['test/command/index.test.ts', 'test/command/{commands,output}/**/*.test.ts'];

/** For work on the sources: all tests that do not need the built files. */
export default defineConfig({
  resolve,
  test: {
    ...test,
    exclude: [
      'test/browser/**',
      'test/engines/sameBits.test.ts',
      'test/cluster/redis/**',
      'test/workers/**',
      'test/tileWriter/**',
      'test/tiles/threads/**',
      'test/command/**',
      'test/publish/**',
      'test/site/**',
      'test/package.test.ts',
    ],
  },
});

import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { builtAliases, sourceAliases } from './entries.ts';
import { hasMultiplyAdd } from './src/bvh/backend/fuseMultiplyAdd.ts';

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

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

/** What most tests in Node share. */
const common = {
  include: ['test/**/*.test.ts', 'cli/test/**/*.test.ts'],
  // Three workers for two cores, as many tests wait: for a process, a thread or a host. By default vitest leaves one core idle.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Test files share their imports, which would otherwise take a tenth of the time. So no test may leave anything behind.
  setupFiles: ['test/support/leavesNothing.ts'],
  isolate: false,
  // The environment of test/support/runs.ts.
  env: { SLABTREE_RUN_SEED: runSeed() },
  testTimeout: isLong ? 24 * 3600 * 1000 : 120_000,
  hookTimeout: 120_000,
  // Shorter than the timeout of a test, so that the error names what did not happen. Not shorter than a busy machine needs.
  expect: { poll: { timeout: 100_000 } },
} satisfies Settings;

/** What all tests in a browser share. */
const inBrowser = {
  globalSetup: ['test/browser/support/globalSetup.ts'],
  setupFiles: ['test/browser/support/closeBrowsers.ts'],
  // Test files share their imports.
  isolate: false,
  env: common.env,
  // Each file starts a browser that draws on the CPU. More than two would slow one another down, and the tests in Node too: these
  // come first.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
} satisfies Settings;

/** Tests that have projects of their own. */
const apart = [
  'test/browser/**',
  'test/engines/sameBits.test.ts',
  'test/neighbours/**',
  'test/publish/**',
  'test/site/**',
  'test/package.test.ts',
  'cli/test/package.test.ts',
  'cli/test/cluster/redis/**',
];

/** The tests of the command line that start processes of it: they take a fourth of the time of all. */
const commandProcesses = ['cli/test/command/index.test.ts', 'cli/test/command/{commands,output}/**/*.test.ts'];

/** Returns a project in which the package's names lead to the sources. */
const withSources = (name: string, test: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias: sourceAliases },
  test: { ...test, name },
});

/** vitest must not transform the built files. */
const server = { deps: { external: [/\/dist\//] } };

/** Returns a project in which the package's names lead to the built package, as it is published. */
const withBuilt = (name: string, test: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias: builtAliases },
  test: { server, ...test, name },
});

/** Returns the project `three-<revision>`. Its tests import three.js from the package of this name, which package.json installs. */
function withThree(revision: string): TestProjectInlineConfiguration {
  const name = `three-${revision}`;
  return {
    resolve: {
      alias: [
        ...builtAliases,
        { find: /^three$/, replacement: name },
        { find: /^three\/addons\//, replacement: `${name}/addons/` },
      ],
    },
    test: {
      ...common,
      name,
      include: [
        'test/three/copyOfThree.test.ts',
        'test/three/indexRaycaster.equality.test.ts',
        'test/three/rays/*.test.ts',
      ],
      exclude: [
        // Tests without a Raycaster's answers.
        'test/three/rays/{askingFilter,boxIntersection.*,released}.test.ts',
        // three-mesh-bvh imports the newest three.js.
        'test/three/rays/closestIntersection.accelerated.test.ts',
        'test/three/rays/staleScene.test.ts',
        // Up to 0.180 at least, Raycaster.setFromCamera misplaces the ray of an orthographic camera for WebGPU or reversed depth.
        'test/three/rays/inView.test.ts',
      ],
      setupFiles: [...common.setupFiles, 'test/support/three/olderThree.ts'],
      // Node would resolve `three` in these files to the newest three.js. vitest applies the aliases to inlined files.
      server: { deps: { ...server.deps, inline: [/\/dist\/three\.js$/, /\/node_modules\/three-\d+\/examples\//] } },
      // A third of the usual inputs.
      env: { ...common.env, SLABTREE_RUNS: '10', SLABTREE_THREE_REVISION: revision },
    },
  };
}

const hasRelaxedSimd = hasMultiplyAdd();

const projects = [
  // For work on the sources: all tests that do not need the built files.
  withSources('sources', {
    ...common,
    exclude: [...apart, 'test/workers/**', 'test/tileWriter/**', 'test/tiles/threads/**', 'cli/test/command/**'],
  }),
  // All tests that no other project has. Threads need the built files. The other tests take half as long with them: in
  // sources, vitest looks up an import each time it is used, also in hot loops.
  withBuilt('built', { ...common, exclude: [...apart, ...commandProcesses] }),
  // Rays in older versions of three.js equal the Raycaster of the same version. Their arithmetic differs in the last bits.
  withThree('171'),
  withThree('180'),
  // The package in a browser, and a look at each example.
  withSources('browser', {
    ...inBrowser,
    include: ['test/browser/*.test.ts'],
    // Of what npm packs.
    exclude: ['test/browser/bundlers.test.ts'],
  }),
  // Each example, used as a person would.
  withSources('examples', { ...inBrowser, include: ['test/browser/examples/*.test.ts'] }),
  // What npm packs: its size, types and snippets, what npm runs before it packs, and what bundlers make of it.
  withBuilt('package', {
    ...common,
    include: [
      'test/package.test.ts',
      'cli/test/package.test.ts',
      'test/publish/*.test.ts',
      'test/browser/bundlers.test.ts',
    ],
    globalSetup: ['test/support/packOnce.ts', ...inBrowser.globalSetup],
    setupFiles: inBrowser.setupFiles,
  }),
  // What the docs say of other packages, and what tests expect of them. A new version of one of them may make this untrue, so it
  // runs at releases, and not with every commit.
  withSources('neighbours', { ...common, include: ['test/neighbours/*.test.ts'] }),
  // The command line as people run it: each test starts processes of the built program.
  withBuilt('command', { ...common, include: commandProcesses }),
  // The built site: accessible, without dead links, and in any folder of a server.
  withSources('site', {
    ...inBrowser,
    include: ['test/site/*.test.ts'],
    globalSetup: ['test/site/support/globalSetup.ts'],
    testTimeout: 600_000,
    hookTimeout: 240_000,
  }),
  // The tests of rays, shapes and characters with the other form of the kernel: with relaxed SIMD in a Node that has it only behind a
  // flag, and without it in a Node that has it.
  withBuilt('relaxed', {
    ...common,
    include: [
      'test/bvh/backend/*.test.ts',
      'test/scene/boxScene.{backends,raycast,raycastMany,changes,large,meshes,sweep}.test.ts',
      'test/character/moveAndSlide.test.ts',
    ],
    execArgv: hasRelaxedSimd ? [] : ['--experimental-wasm-relaxed-simd'],
    setupFiles: hasRelaxedSimd ? ['test/support/withoutRelaxedSimd.ts'] : [],
    env: { ...common.env, SLABTREE_RELAXED: hasRelaxedSimd ? 'no' : 'yes' },
  }),
  // The same answers in this Node and in all installed browsers.
  withBuilt('engines', {
    include: ['test/engines/**/*.test.ts'],
    testTimeout: 60_000,
    // If a browser does not answer, the hook itself reports it after two minutes.
    hookTimeout: 180_000,
  }),
  // The cluster, with real worker processes and a Redis of its own, which the tests start and end (Debian:
  // `apt-get install redis-server`).
  withBuilt('cluster', {
    include: ['cli/test/cluster/redis/**/*.test.ts'],
    // Each test uses several processes and a Redis of its own, and mostly waits: for a timeout, or for a worker that is gone. More
    // than two files side by side would wait for one another.
    maxWorkers: 2,
    testTimeout: process.env.SLABTREE_CLUSTER_RAYS === undefined ? 120_000 : 1_200_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  }),
];

/** The types list `project` only as an option of the command line, so this object is not a literal argument. */
const test = { project: 'sources', projects };

/** `vitest --project <name>` runs one of the projects. Without a name, vitest runs the tests of the sources. */
export default defineConfig({ test });

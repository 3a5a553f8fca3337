import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { powersOfTwoFolded } from './build/foldPowersOfTwo';
import { thirdPartyNotices } from './build/thirdPartyNotices';

// Here and not by tsup's `clean`: the two builds run side by side, and each would delete what the other has written.
rmSync('dist', { recursive: true, force: true });

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** What starts a thread is a file of its own, which is loaded by the first that wants one. */
const startWorkerApart: Plugin = {
  name: 'startWorker apart',
  setup(build) {
    build.onResolve({ filter: /\/startWorker\.js$/ }, () => ({ path: './startWorker.js', external: true }));
  },
};

/** A thread starts no others: bundlers would go round and round, and most want its script in one piece. */
const noStartWorker: Plugin = {
  name: 'no startWorker',
  setup(build) {
    build.onLoad({ filter: /\/startWorker\.ts$/ }, () => ({ contents: '' }));
  },
};

/** Of all bundles. */
const plugins = [powersOfTwoFolded, thirdPartyNotices('dist/THIRD-PARTY.txt')];

const common: Options = {
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  sourcemap: true,
  esbuildPlugins: plugins,
  esbuildOptions(options) {
    // Puts constants where they are used, as no later step can: the bundle has them as variables.
    options.minifySyntax = true;
  },
};

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts'],
    // The kernel's text first: gzip looks back no further than it is long, and so sees all other code in one run.
    inject: ['src/kernel/binary.ts'],
    esbuildPlugins: [startWorkerApart, ...plugins],
  },
  {
    ...common,
    entry: { three: 'src/three/index.ts' },
    // So that a page that imports both has one core.
    external: ['slabtree', 'three'],
    // By Rollup, which writes one import of three where esbuild leaves one a file.
    treeshake: true,
  },
  {
    ...common,
    entry: { workers: 'src/workers/index.ts' },
    external: ['slabtree'],
    esbuildPlugins: [startWorkerApart, ...plugins],
  },
  // Modules in both builds: workers are, and import() takes them anywhere.
  { ...common, entry: ['src/scene/threads/startWorker.ts'], format: 'esm', dts: false },
  {
    ...common,
    entry: ['src/scene/threads/worker.ts'],
    format: 'esm',
    dts: false,
    splitting: false,
    esbuildPlugins: [noStartWorker, ...plugins],
  },
  {
    ...common,
    // The program, and the script of its threads.
    entry: { command: 'src/command/index.ts', castThread: 'src/command/rays/castThread.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    sourcemap: false,
    minify: true,
    splitting: false,
    external: ['slabtree'],
    // Some of the libraries are CommonJS, and ask for Node's modules in its way.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    // Papa Parse looks for streams of Node, which are not used here, unless it finds itself on a page.
    define: { PAPA_BROWSER_CONTEXT: 'true' },
  },
]);

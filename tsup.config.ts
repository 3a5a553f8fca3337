import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { classesNamed } from './build/classNames';
import { powersOfTwoFolded } from './build/foldPowersOfTwo';
import { thirdPartyNotices } from './build/thirdPartyNotices';
import cliManifest from './cli/package.json';
import {
  bundleOf,
  declarationsOf,
  type Entry,
  type EntryName,
  entries,
  entryNames,
  packageFolders,
  packageOf,
  sourceOf,
} from './entries';

// tsup's `clean` will not do: the builds run side by side, and each would delete what the others have written.
for (const folder of Object.values(packageFolders)) rmSync(join(folder, 'dist'), { recursive: true, force: true });

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Keeps startWorker in a file of its own. It is loaded when the first thread is needed. */
const startWorkerApart: Plugin = {
  name: 'startWorker apart',
  setup(build) {
    build.onResolve({ filter: /\/startWorker\.js$/ }, () => ({ path: './startWorker.js', external: true }));
  },
};

/** Leaves startWorker out of the threads' script. A thread starts no others, and most bundlers want its script in one file. */
const noStartWorker: Plugin = {
  name: 'no startWorker',
  setup(build) {
    build.onLoad({ filter: /\/startWorker\.ts$/ }, () => ({ contents: '' }));
  },
};

/** The plugins of all bundles. */
const plugins = [powersOfTwoFolded, thirdPartyNotices('dist/THIRD-PARTY.txt')];

const common: Options = {
  format: ['esm', 'cjs'],
  target: 'es2022',
  // No source maps: the bundles are not minified, and name the file of each part.
  esbuildPlugins: plugins,
  plugins: [classesNamed],
  esbuildOptions(options) {
    // Inlines constants. No later step can, as they are variables in the bundle.
    options.minifySyntax = true;
  },
};

/** What the bundles of single entry points need besides. */
const more: Partial<Record<EntryName, Options>> = {
  slabtree: {
    // The kernel's text comes first. It is longer than gzip looks back: in the middle, it would separate the other code.
    inject: ['src/kernel/binary.ts'],
    esbuildPlugins: [startWorkerApart, ...plugins],
  },
  // Rollup writes one import of three, and of each file of Babylon.js. esbuild alone would write one for each source file.
  'slabtree/three': { treeshake: true },
  'slabtree/babylon': { treeshake: true },
  'slabtree/workers': { esbuildPlugins: [startWorkerApart, ...plugins] },
  'slabtree/tiles': { esbuildPlugins: [startWorkerApart, ...plugins] },
  // For import.meta.url in CommonJS.
  'slabtree/tile-writer': { shims: true },
};

/**
 * Bundles an entry point with its types. The types come from the declarations that `tsc` has written for all sources at once: from
 * sources, each bundle of types would check all of them again.
 */
function entryPoint(name: EntryName): Options {
  const { external, platform }: Entry = entries[name];
  return {
    ...common,
    outDir: join(packageFolders[packageOf(name)], 'dist'),
    entry: { [bundleOf(name)]: sourceOf(name) },
    dts: { entry: { [bundleOf(name)]: declarationsOf(name) } },
    external,
    ...(platform === undefined ? {} : { platform }),
    ...more[name],
  };
}

export default defineConfig([
  ...entryNames.map(entryPoint),
  {
    ...common,
    entry: { tileThread: 'src/tileWriter/build/tileThread.ts' },
    format: 'esm',
    platform: 'node',
    external: ['slabtree'],
    splitting: false,
  },
  // Only as ES modules: workers are modules, and import() loads a module from CommonJS too.
  { ...common, entry: ['src/scene/startWorker.ts'], format: 'esm' },
  {
    ...common,
    entry: ['src/scene/worker.ts'],
    // It exports nothing. Its types say so.
    dts: { entry: { worker: 'dist-types/src/scene/worker.d.ts' } },
    format: 'esm',
    splitting: false,
    esbuildPlugins: [noStartWorker, ...plugins],
  },
  {
    ...common,
    outDir: 'cli/dist',
    // The program and the scripts of its threads. A module that it imports when needed gets a file of its own.
    entry: {
      command: 'cli/src/command/index.ts',
      castThread: 'cli/src/command/rays/castThread.ts',
      rowThread: 'cli/src/command/queries/rowThread.ts',
    },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Its libraries are dependencies, which npm installs.
    external: [/^slabtree/, ...Object.keys(cliManifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`))],
  },
]);

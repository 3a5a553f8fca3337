import { fileURLToPath } from 'node:url';

/**
 * The entry points of the package, by the names that users import, in the order of the reference. The build, the aliases of Vite
 * and the reference read this list. `package.json`, the tsconfigs and ESLint cannot: `test/entries.test.ts` compares them with it.
 */
export const entries = {
  slabtree: {
    about: 'A scene of boxes and triangles with all queries, and functions for single shapes. Needs no renderer.',
    folder: '',
    external: [],
  },
  'slabtree/three': {
    about: 'An index of a three.js scene: picks, rays, culling, selections and snapping.',
    folder: 'three',
    external: ['slabtree', 'three'],
  },
  'slabtree/react': {
    about: 'Pointer events of react-three-fiber by an index, and hooks.',
    folder: 'react',
    external: ['slabtree', 'slabtree/three', 'three', 'react', '@react-three/fiber'],
  },
  'slabtree/babylon': {
    about: 'An index of the meshes of a Babylon.js scene.',
    folder: 'babylon',
    external: ['slabtree', /^@babylonjs\/core/],
  },
  'slabtree/character': {
    about: 'A character that walks through a scene, and a camera that stays out of walls.',
    folder: 'character',
    external: ['slabtree'],
  },
  'slabtree/workers': {
    about: 'Batches of rays and of other queries, answered by threads.',
    folder: 'workers',
    external: ['slabtree'],
  },
  'slabtree/tiles': {
    about: 'Queries of a scene in a file of tiles, which may be larger than memory.',
    folder: 'tiles',
    external: ['slabtree'],
  },
  'slabtree/tile-writer': {
    about: 'Writes files of tiles, in Node.',
    folder: 'tileWriter',
    external: ['slabtree'],
    platform: 'node',
  },
  // Whoever uses no cluster installs no package for it.
  'slabtree/cluster': {
    about: 'Batches of rays, answered by workers on several machines.',
    folder: 'cluster',
    external: ['slabtree', 'slabtree/tiles', 'slabtree/workers', 'bullmq', 'ioredis'],
    platform: 'node',
  },
} satisfies Record<string, Entry>;

export interface Entry {
  /** A sentence for the reference. */
  readonly about: string;
  /** In `src`. Its `index.ts` has what the entry point exports. */
  readonly folder: string;
  /** What the bundle imports by name, not contains. A page that imports two entry points must have one core. */
  readonly external: (string | RegExp)[];
  /** Where it runs only in Node. */
  readonly platform?: 'node';
}

export type EntryName = keyof typeof entries;

export const entryNames = Object.keys(entries) as EntryName[];

/** Returns the path of an entry point's source, from the root of the project. */
export const sourceOf = (name: EntryName) => `src/${indexOf(name)}.ts`;

/** Returns the path of an entry point's declarations as `tsc` writes them for tsup, one file for each source. */
export const declarationsOf = (name: EntryName) => `dist-types/${indexOf(name)}.d.ts`;

/** Returns the name of an entry point's bundles in `dist`, without an ending. */
export const bundleOf = (name: EntryName) => (name === 'slabtree' ? 'index' : name.replace('slabtree/', ''));

/** Aliases by which Vite finds the entry points in the sources. */
export const sourceAliases = aliases(sourceOf);

/** Aliases by which Vite finds the entry points in the built package. */
export const builtAliases = aliases((name) => `dist/${bundleOf(name)}.js`);

function indexOf(name: EntryName): string {
  return `${entries[name].folder}/index`.replace(/^\//, '');
}

function aliases(pathOf: (name: EntryName) => string): { find: RegExp; replacement: string }[] {
  return entryNames.map((name) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(new URL(pathOf(name), import.meta.url)),
  }));
}

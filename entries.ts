import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

/**
 * The entry points of both packages, slabtree and slabtree-cli (in cli), by the names that users import, in the order of the
 * reference. The build, the aliases of Vite and the reference read this list. The manifests and the tsconfigs cannot:
 * `test/entries.test.ts` compares them with it.
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
  'slabtree-cli/cluster': {
    about: 'Batches of rays, answered by workers on several machines.',
    folder: 'cluster',
    external: ['slabtree', 'slabtree/tiles', 'slabtree/workers', 'bullmq', 'ioredis'],
    platform: 'node',
  },
} satisfies Record<string, Entry>;

export interface Entry {
  /** A sentence for the reference. */
  readonly about: string;
  /** In the `src` of its package. Its `index.ts` has what the entry point exports. */
  readonly folder: string;
  /** What the bundle imports by name, not contains. A page that imports two entry points must have one core. */
  readonly external: (string | RegExp)[];
  /** Where it runs only in Node. */
  readonly platform?: 'node';
}

export type EntryName = keyof typeof entries;

export const entryNames = Object.keys(entries) as EntryName[];

/** The folder of each package, from the root of the project. */
export const packageFolders = { slabtree: '.', 'slabtree-cli': 'cli' };

export type PackageName = keyof typeof packageFolders;

/** Returns the package of an entry point. */
export const packageOf = (name: EntryName) => name.split('/')[0] as PackageName;

/** Returns the entry points of a package. */
export const entryNamesOf = (owner: PackageName) => entryNames.filter((name) => packageOf(name) === owner);

/** Returns the path of an entry point's source, from the root of the project. */
export const sourceOf = (name: EntryName) => join(folderOf(name), 'src', entries[name].folder, 'index.ts');

/** Returns the path of an entry point's declarations as `tsc` writes them for tsup, one file for each source. */
export const declarationsOf = (name: EntryName) => join('dist-types', sourceOf(name).replace(/ts$/, 'd.ts'));

/** Returns the name of an entry point's bundles in the `dist` of its package, without an ending. */
export const bundleOf = (name: EntryName) => name.split('/')[1] ?? 'index';

/** Aliases by which Vite finds the entry points in the sources. */
export const sourceAliases = aliases(sourceOf);

/** Aliases by which Vite finds the entry points in the built packages. */
export const builtAliases = aliases((name) => join(folderOf(name), 'dist', `${bundleOf(name)}.js`));

function folderOf(name: EntryName): string {
  return packageFolders[packageOf(name)];
}

function aliases(pathOf: (name: EntryName) => string): { find: RegExp; replacement: string }[] {
  return entryNames.map((name) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(new URL(pathOf(name), import.meta.url)),
  }));
}

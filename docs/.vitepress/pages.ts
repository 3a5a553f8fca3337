import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A page of the site: its name in the menus, and its Markdown file in the repository. */
export interface Page {
  readonly name: string;
  readonly file: string;
}

/** Pages that are listed together in the menus. */
export interface Section {
  readonly name: string;
  readonly pages: readonly Page[];
}

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '../..');

const page = (name: string, file: string): Page => ({ name, file });

/** All pages but the front page and the reference, in the order of the menus. */
export const sections: readonly Section[] = [
  {
    name: 'Begin',
    pages: [
      // 'Start' alone does not describe a page: Lighthouse takes points for it.
      page('Getting started', 'docs/start.md'),
      page('Guide', 'docs/guide.md'),
      page('Recipes', 'docs/recipes.md'),
      page('How it stays exact', 'docs/exactness.md'),
      page('FAQ', 'docs/faq.md'),
      page('Limits', 'docs/limits.md'),
    ],
  },
  {
    name: 'Coming from',
    pages: [
      page('THREE.Raycaster', 'docs/coming-from/three-raycaster.md'),
      page('three-mesh-bvh', 'docs/coming-from/three-mesh-bvh.md'),
      page('bvh.js and InstancedMesh2', 'docs/coming-from/bvh-js.md'),
      page('Rapier', 'docs/coming-from/rapier.md'),
      page('flatbush and rbush-3d', 'docs/coming-from/flatbush-rbush.md'),
    ],
  },
  {
    name: 'Renderers',
    pages: [
      page('three.js', 'docs/three.md'),
      page('react-three-fiber', 'docs/react-three-fiber.md'),
      page('Threlte and TresJS', 'docs/frameworks.md'),
      page('Babylon.js', 'docs/babylon.md'),
    ],
  },
  {
    name: 'Shapes',
    pages: [
      page('Shapes', 'docs/shapes.md'),
      page('Meshes', 'docs/meshes.md'),
      page('Between meshes', 'docs/between-meshes.md'),
      page('Queries of your own', 'docs/queries.md'),
      page('Characters and cameras', 'docs/characters.md'),
    ],
  },
  {
    name: 'Large scenes',
    pages: [
      page('Threads', 'docs/threads.md'),
      page('Sharing', 'docs/sharing.md'),
      page('Tiles', 'docs/tiles.md'),
      page('Cluster', 'docs/cluster.md'),
    ],
  },
  {
    name: 'Node and files',
    pages: [
      page('Node', 'docs/node.md'),
      page('Command line', 'docs/command-line.md'),
      page('File format', 'docs/format.md'),
      page('Security', 'docs/security.md'),
    ],
  },
  {
    name: 'Project',
    pages: [
      page('Performance', 'docs/performance.md'),
      page('Benchmarks', 'bench/README.md'),
      page('Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    name: 'For engineers',
    pages: [
      page('Contributing', 'CONTRIBUTING.md'),
      page('The sources', 'src/README.md'),
      page('Exact geometry', 'src/primitives/README.md'),
      page('The tree', 'src/bvh/README.md'),
      page('The kernel', 'src/kernel/README.md'),
      page('The scene', 'src/scene/README.md'),
      page('Inside threads', 'src/threads/README.md'),
      page('Inside characters', 'src/character/README.md'),
      page('Inside three.js', 'src/three/README.md'),
      page('Inside react-three-fiber', 'src/react/README.md'),
      page('Inside Babylon.js', 'src/babylon/README.md'),
      page('Inside tiles', 'src/tiles/README.md'),
      page('The writer of tiles', 'src/tileWriter/README.md'),
      page('Inside the cluster', 'cli/src/cluster/README.md'),
      page('Inside the command line', 'cli/src/command/README.md'),
    ],
  },
];

/** The example on the first screen. Its pictures, in light and dark, are shown until it runs. */
export const DEMO = 'front';

/** The pages of documents that are not where the pages are. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/.vitepress/front.md': 'index.md',
  'bench/README.md': 'benchmarks.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'src/README.md': 'sources/index.md',
};

/** Returns the path of the page of a Markdown file on the site, as 'guide.md'. Null if the file has no page. */
export function pageOf(file: string): string | null {
  const [, folder] = /^(?:cli\/)?src\/(\w+)\/README\.md$/.exec(file) ?? [];
  if (folder !== undefined) return `sources/${folder}.md`;
  return elsewhere[file] ?? (/^docs\/(?!\.).*\.md$/.test(file) ? file.slice('docs/'.length) : null);
}

/** Returns all Markdown files that have a page. */
export function documents(): string[] {
  const files = ['docs', 'src', 'cli/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const inFolders = files.map((file) => file.replaceAll('\\', '/')).filter((file) => pageOf(file) !== null);
  return [...new Set([...Object.keys(elsewhere), ...inFolders])];
}

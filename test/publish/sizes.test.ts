import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { gzippedSize } from '../support/gzippedSize';

const root = resolve(import.meta.dirname, '../..');
const dist = resolve(root, 'dist');

/** In bytes. */
const KB = 1024;

interface Budget {
  /** What a page imports. */
  readonly code: string;
  /** What is not counted: other entry points, and the code that starts threads, which is loaded when the first one starts. */
  readonly without?: readonly string[];
  /** The most that it may be, in whole kilobytes: minified and gzipped. */
  readonly most: number;
}

/**
 * How large the parts of the package may be. Each budget has room for a few queries.
 *
 * When one is full: find out what takes the room (`npx esbuild src/index.ts --bundle --minify --platform=node --analyze
 * --outfile=node_modules/.cache/size.js`), and take out what is there twice or not needed. If your code is worth its bytes,
 * raise the budget by one or two whole kilobytes, in a commit that says what they are for.
 */
const budgets: Readonly<Record<string, Budget>> = {
  slabtree: { code: `export * from './index.js'`, without: ['./startWorker.js'], most: 112 },
  'raycastAabb of slabtree': { code: `export { raycastAabb } from './index.js'`, most: 3 },
  'slabtree/three': { code: `export * from './three.js'`, without: ['slabtree', 'three'], most: 40 },
  'SceneIndexHelper of slabtree/three': {
    code: `export { SceneIndexHelper } from './three.js'`,
    without: ['slabtree', 'three'],
    most: 2,
  },
  'VisibleInstances of slabtree/three': {
    code: `export { VisibleInstances } from './three.js'`,
    without: ['slabtree', 'three'],
    most: 5,
  },
  'slabtree/babylon': { code: `export * from './babylon.js'`, without: ['slabtree', '@babylonjs/core/*'], most: 12 },
  'slabtree/react': {
    code: `export * from './react.js'`,
    without: ['slabtree', 'slabtree/three', 'three', 'react', '@react-three/fiber'],
    most: 4,
  },
  'slabtree/character': { code: `export * from './character.js'`, without: ['slabtree'], most: 6 },
  'slabtree/tiles': { code: `export * from './tiles.js'`, without: ['slabtree', './startWorker.js'], most: 30 },
  'slabtree/workers': { code: `export * from './workers.js'`, without: ['slabtree', './startWorker.js'], most: 11 },
};

it.each(Object.entries(budgets))('the size of %s is within its budget', async (name, { code, without, most }) => {
  const size = await gzippedSize(code, dist, without);
  const kilobytes = (size / KB).toFixed(2);
  expect(
    size,
    `${name} has ${kilobytes} KB, and its budget is ${most} KB: take out what it does not need, or raise the budget in ` +
      'test/publish/sizes.test.ts, whose comment says how',
  ).toBeLessThanOrEqual(most * KB);
});

/** The packages beside slabtree, by the names that the docs give them. */
const peers: Readonly<Record<string, { name: string; without?: readonly string[] }>> = {
  'three-mesh-bvh': { name: 'three-mesh-bvh', without: ['three'] },
  'three.js': { name: 'three' },
  Rapier: { name: '@dimforge/rapier3d-simd-compat' },
};

it.each(Object.entries(peers))(
  'README.md and docs/performance.md have the size and the version of %s, to a kilobyte',
  async (title, { name, without }) => {
    const manifest = readFileSync(resolve(root, 'node_modules', name, 'package.json'), 'utf8');
    const [version] = /^\d+\.\d+/.exec((JSON.parse(manifest) as { version: string }).version) ?? [];
    const measured = (await gzippedSize(`export * from '${name}'`, root, without)) / KB;
    const sentence = /three-mesh-bvh has .*\./.exec(readFileSync(resolve(root, 'README.md'), 'utf8'))?.[0] ?? '';
    const [, inReadme] = new RegExp(`${title}(?: has)? ([\\d,]+)`).exec(sentence) ?? [];
    const performance = readFileSync(resolve(root, 'docs/performance.md'), 'utf8');
    const [, inTable] = new RegExp(`^\\| ${title} ${version}\\b.*\\| +([\\d,]+) \\|$`, 'm').exec(performance) ?? [];
    for (const stated of [inReadme, inTable])
      expect(Math.abs(Number(stated.replace(',', '')) - measured), `${measured.toFixed(1)} KB`).toBeLessThan(1);
  },
);

it('README.md and docs/performance.md have the sizes of the package, to a kilobyte', async () => {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
  const [, core, three] =
    /\*\*No dependencies\.\*\* (\d+) KB minified and gzipped, and (\d+) for `slabtree\/three`/.exec(readme) ?? [];
  const [, sizes = ''] = readFileSync(resolve(root, 'docs/performance.md'), 'utf8').split('\n## Sizes\n');
  const rows = Array.from(
    sizes.matchAll(/^\| \*\*(slabtree[^*]*)\*\*(?:, in addition)? +\| +(\d+) \|$/gm),
    ([, name, size]) => [name, size],
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const [name, size] of [['slabtree', core], ['slabtree/three', three], ...rows]) {
    const { code, without } = budgets[name];
    const measured = (await gzippedSize(code, dist, without)) / KB;
    expect(Math.abs(Number(size) - measured), `${name} has ${measured.toFixed(1)} KB, and not ${size}`).toBeLessThan(1);
  }
});

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
  /** What is not counted: other entry points and other packages. Code that is loaded later counts, as for the peers. */
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
  slabtree: { code: `export * from './index.js'`, most: 155 },
  'raycastAabb of slabtree': { code: `export { raycastAabb } from './index.js'`, most: 4 },
  'slabtree/three': { code: `export * from './three.js'`, without: ['slabtree', 'three'], most: 42 },
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
  'slabtree/character': { code: `export * from './character.js'`, without: ['slabtree'], most: 8 },
  'slabtree/tiles': { code: `export * from './tiles.js'`, without: ['slabtree'], most: 38 },
  'slabtree/workers': { code: `export * from './workers.js'`, without: ['slabtree'], most: 20 },
  'what starts threads': { code: `export * from './startWorker.js'`, most: 7 },
  'slabtree/worker': { code: `import './worker.js'`, most: 150 },
};

it.each(Object.entries(budgets))('the size of %s is within its budget', async (name, budget) => {
  const kilobytes = await kilobytesOf(budget);
  expect(
    kilobytes,
    `${name} has ${kilobytes.toFixed(2)} KB, and its budget is ${budget.most} KB: take out what it does not need, or ` +
      'raise the budget in test/publish/sizes.test.ts, whose comment says how',
  ).toBeLessThanOrEqual(budget.most);
});

/** In KB, without what is not counted. */
async function kilobytesOf({ code, without }: Budget): Promise<number> {
  return (await gzippedSize(code, dist, without)) / KB;
}

function read(document: string): string {
  return readFileSync(resolve(root, document), 'utf8');
}

/** What docs/performance.md says about sizes. */
const sizes = read('docs/performance.md').split('\n## Sizes\n')[1];

/** What the documents say: the name of a budget, and its size in KB. */
const stated = [
  ...statements(read('README.md'), {
    slabtree: /\*\*No dependencies\.\*\* (\d+) KB minified and gzipped/,
    'slabtree/three': /and (\d+) more for `slabtree\/three`/,
  }),
  ...statements(sizes, {
    'what starts threads': /What starts threads, (\d+) KB/,
    'slabtree/worker': /`slabtree\/worker`, of (\d+) KB/,
    'raycastAabb of slabtree': /a ray and a box takes (\d+) KB/,
  }),
  ...Array.from(
    sizes.matchAll(/^\| \*\*(slabtree[^*]*)\*\*(?:, in addition[^|]*?)? +\| +(\d+) \|$/gm),
    ([, name, size]) => ({ name, size: Number(size) }),
  ),
];

function statements(text: string, patterns: Readonly<Record<string, RegExp>>): { name: string; size: number }[] {
  return Object.entries(patterns).map(([name, pattern]) => ({ name, size: Number(pattern.exec(text)?.[1]) }));
}

it('the table of sizes in docs/performance.md has every entry point that a page loads', () => {
  const entryPoints = Object.keys(budgets).filter((name) => /^slabtree(?!\/worker$)(?:\/\w+)?$/.test(name));
  const rows = [...sizes.matchAll(/^\| \*\*(slabtree[^*]*)\*\*/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(entryPoints.sort());
});

it.each(stated)('the documents have the size of $name, to a kilobyte: $size KB', async ({ name, size }) => {
  const measured = await kilobytesOf(budgets[name]);
  expect(Math.abs(size - measured), `${name} has ${measured.toFixed(1)} KB, and not ${size}`).toBeLessThan(1);
});

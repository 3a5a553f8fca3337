import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { gzippedSize } from '../support/gzippedSize';

const root = resolve(import.meta.dirname, '../..');

/** In bytes. */
const KB = 1024;

const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

const sizes = read('docs/performance.md').split('\n## Sizes\n')[1];

/** The packages beside slabtree, by the names that the docs give them. They are measured whole, too. */
const peers: Readonly<Record<string, { name: string; without?: readonly string[] }>> = {
  'three-mesh-bvh': { name: 'three-mesh-bvh', without: ['three'] },
  'three.js': { name: 'three' },
  Rapier: { name: '@dimforge/rapier3d-simd-compat' },
};

it.each(Object.entries(peers))(
  'README.md and docs/performance.md have the size and the version of %s, to a kilobyte',
  async (title, { name, without }) => {
    const manifest = read(`node_modules/${name}/package.json`);
    const [version] = /^\d+\.\d+/.exec((JSON.parse(manifest) as { version: string }).version) ?? [];
    const measured = (await gzippedSize(`export * from '${name}'`, root, without)) / KB;
    const sentence = /three-mesh-bvh has .*\./.exec(read('README.md'))?.[0] ?? '';
    const [, inReadme] = new RegExp(`${title}(?: has)? ([\\d,]+)`).exec(sentence) ?? [];
    const [, inTable] = new RegExp(`^\\| ${title} ${version}\\b.*\\| +([\\d,]+) \\|$`, 'm').exec(sizes) ?? [];
    for (const stated of [inReadme, inTable])
      expect(Math.abs(Number(stated.replace(',', '')) - measured), `${measured.toFixed(1)} KB`).toBeLessThan(1);
  },
);

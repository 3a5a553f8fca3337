import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage } from '../support/installPackage';
import { runCommand as run } from '../support/runCommand';

let folder = '';

beforeAll(() => {
  ({ folder } = installPackage());
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file of tiles, and casts a ray at it, at a scene of each backend, and at a scene that threads have built. */
const program = (load: (name: string) => string): string => `
  const { BoxScene } = ${load('slabtree')};
  const { RaycastPool } = ${load('slabtree/workers')};
  const { TiledScene } = ${load('slabtree/tiles')};
  const { TileWriter } = ${load('slabtree/tile-writer')};
  const boxes = Float64Array.from({ length: 6 * 50000 }, (_, i) => Math.floor(i / 6) + (i % 6 < 3 ? 0 : 0.5));
  const ray = { origin: { x: -1, y: 0.25, z: 0.25 }, direction: { x: 1, y: 0, z: 0 } };
  const answer = (hit) => hit.id + ' at ' + hit.t;
  async function main() {
    for (const backend of ['js', 'wasm']) {
      const scene = new BoxScene({ backend });
      scene.addAabbs(boxes);
      console.log(scene.backend, answer(scene.raycast(ray)));
    }
    const built = await BoxScene.buildAsync(boxes, { threads: 2, shared: true });
    console.log('threads', answer(built.raycast(ray)));
    const pool = await RaycastPool.create(built, { threads: 2 });
    const { ids, ts } = await pool.raycastMany(Float64Array.of(-1, 0.25, 0.25, 1, 0, 0));
    console.log('pool', pool.threads, ids[0] + ' at ' + ts[0]);
    await pool.close();
    const writer = await TileWriter.create('scene.slabs', { threads: 1 });
    writer.addAabbs(boxes);
    await writer.finish();
    const tiled = await TiledScene.open('scene.slabs');
    console.log('tiles', answer(await tiled.raycast(ray)));
    await tiled.close();
  }
  main();
`;

test.each([20, 22, 24, 26])('the packed packages work in Node %i, imported, required and as a command', (version) => {
  // npm's package of that Node. npx keeps it.
  const path = run('npx', ['--yes', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], folder).trim();
  const node = (...args: string[]) => run(path, args, folder);
  expect(node('-p', 'process.versions.node.split(".")[0]')).toBe(`${version}\n`);
  writeFileSync(
    join(folder, 'use.mjs'),
    program((name) => `await import('${name}')`),
  );
  writeFileSync(
    join(folder, 'use.cjs'),
    program((name) => `require('${name}')`),
  );
  const lines = ['js 0 at 1', 'wasm 0 at 1', 'threads 0 at 1', 'pool 2 0 at 1', 'tiles 0 at 1', ''];
  expect(node('use.mjs')).toBe(lines.join('\n'));
  expect(node('use.cjs')).toBe(lines.join('\n'));
  const ray = ['--from=-1,0.25,0.25', '--direction', '1,0,0', '--json'];
  const hit = node('node_modules/.bin/slabtree', 'raycast', 'scene.slabs', ...ray);
  expect(JSON.parse(hit)).toMatchObject({ id: 0, t: 1 });
  // Rays of a file are cast in threads.
  writeFileSync(join(folder, 'boxes.csv'), '0,0,0,1,1,1\n');
  writeFileSync(join(folder, 'rays.csv'), '-1,0.25,0.25,1,0,0\n-1,5,5,1,0,0\n');
  node('node_modules/.bin/slabtree', 'build', 'boxes.csv', '-o', 'scene.slab');
  expect(node('node_modules/.bin/slabtree', 'raycast', 'scene.slab', 'rays.csv')).toBe('0,1\n-1,Infinity\n');
});

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');

/** Runs a program in a new process, and returns what it prints. The process must end by itself, also on a busy machine. */
function run(program: string): string {
  return execFileSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 100_000 });
}

const program = `
  const scene = new BoxScene({ shared: true });
  scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  RaycastPool.create(scene, { threads: 2 }).then(async (pool) => {
    const { ids, ts } = await pool.raycastMany(Float64Array.of(0.5, 0.5, -2, 0, 0, 1));
    console.log(pool.threads, ids[0], ts[0]);
  });
`;

it('an idle pool that has not been closed does not keep the process alive', () => {
  const imports = `import { BoxScene } from '${dist}/index.js'; import { RaycastPool } from '${dist}/workers.js';`;
  expect(run(imports + program)).toBe('2 0 2\n');
});

it('buildAsync does not keep the process alive after a build or after an abort', () => {
  const imports = `import { BoxScene } from '${dist}/index.js';`;
  const program = `
    const boxes = new Float32Array(600_000);
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort('enough');
    const aborted = BoxScene.buildAsync(boxes, { signal, onProgress }).catch((reason) => reason);
    const scene = await BoxScene.buildAsync(boxes);
    console.log(scene.size, await aborted);
  `;
  expect(run(imports + program)).toBe('100000 enough\n');
});

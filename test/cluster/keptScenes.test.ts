import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene } from 'slabtree';
import { afterAll, expect, it } from 'vitest';
import { referenceTo } from '../../src/cluster/protocol/sceneReference';
import { KeptScenes } from '../../src/cluster/worker/keptScenes';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slabtree-')));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('a scene that is asked stays open until it has answered, however many others are asked meanwhile', async () => {
  const references = await Promise.all(
    [0, 1, 2, 3, 4].map((i) => {
      const scene = new BoxScene();
      scene.addAabb({ min: { x: i, y: 0, z: 0 }, max: { x: i + 1, y: 1, z: 1 } });
      const path = join(folder, `${i}.slab`);
      writeFileSync(path, new Uint8Array(scene.serialize()));
      return referenceTo(path);
    }),
  );
  const scenes = new KeptScenes([folder], { threads: 2, memory: 2 ** 20 });
  const ray = [-1, 0.5, 0.5, 1, 0, 0];
  const rays = Float64Array.from({ length: 6 * 100_000 }, (_, i) => ray[i % 6]);
  const answers = await Promise.all(
    references.map((reference) => scenes.use(reference, (scene) => scene.answer(rays, {}))),
  );
  answers.forEach(({ ts }, i) => {
    expect(new Set(ts)).toEqual(new Set([i + 1]));
  });
  await scenes.close();
});

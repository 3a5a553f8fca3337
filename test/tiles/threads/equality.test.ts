import fc from 'fast-check';
import type { BoxScene } from 'slabtree';
import { TiledScene, type TiledSceneOptions } from 'slabtree/tiles';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backends, sceneOf } from '../../support/compare';
import type { LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames } from '../../support/scenes';
import { compareQuestion, questionAmong } from '../support/compareTiled';
import { largestTile, sceneOfInstances } from '../support/tiledCases';
import { CountingSource, partsOf, writeTiles } from '../support/writeTiles';

/** A batch that is long enough for threads. */
function batchAmong(random: Random, scene: BoxScene, tiled: TiledScene, boxes: readonly LoopBox[]) {
  const some = Array.from({ length: 40 }, () => rayAmong(random, boxes)).map((ray) => [
    ...ray.origin,
    ...ray.direction,
  ]);
  const wide = Float64Array.from(Array.from({ length: 256 + random.below(2000) }, () => random.pick(some)).flat());
  const narrow = Float32Array.from(wide);
  // A number that is beyond float32, or nothing in it, is no ray.
  const isNarrow = narrow.every((number, i) => Number.isFinite(number) && (number !== 0 || wide[i] === 0));
  const rays = isNarrow && random.chance(0.3) ? narrow : wide;
  const options = {
    ...(random.chance(0.3) ? { mask: random.pick([1, 2, 3]) } : {}),
    ...(random.chance(0.3) ? { solid: true, tMin: -1, tMax: 9 } : {}),
    ...(random.chance(0.2) ? { boxesOnly: true } : {}),
    ...(random.chance(0.2) ? { side: random.pick(['front', 'back'] as const) } : {}),
    triangles: random.chance(0.5) as true,
  };
  return {
    what: { count: rays.length / 6, options },
    one: () => {
      const hits = scene.raycastMany(rays, options);
      return { ...hits, ids: Float64Array.from(hits.ids) };
    },
    tiled: () => tiled.raycastMany(rays, options),
  };
}

async function openInThreads(file: Uint8Array, options: TiledSceneOptions): Promise<TiledScene> {
  const tiled = await TiledScene.open(new CountingSource(file), { threads: 2, ...options });
  expect(tiled.threads).toBe(2);
  onTestFinished(() => tiled.close());
  return tiled;
}

describe('threads and one scene, while tiles come and go', () => {
  it('threads answer like one scene over boxes of all families', async () => {
    const numbers = fc.record({
      family: fc.constantFrom(...familyNames),
      count: fc.integer({ min: 1, max: 600 }),
      tiles: fc.integer({ min: 1, max: 40 }),
      seed: fc.nat(),
    });
    await search(
      0.07,
      fc.asyncProperty(numbers, async ({ family, count, tiles, seed }) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, { count, seed }).map((box) => ({
          ...box,
          mask: random.pick([1, 2, 3, -1 >>> 0]),
        }));
        const file = writeTiles(partsOf(random, boxes, tiles));
        const backend = random.pick(backends);
        const { scene, loop } = sceneOf(boxes, backend);
        const memory = random.pick([1, 2, 4]) * (await largestTile(file));
        const tiled = await openInThreads(file, { backend, memory: random.chance(0.2) ? file.length : memory });
        for (let i = 0; i < 2; i++) {
          const batches = [1, 2].map(() => batchAmong(random, scene, tiled, boxes));
          const others = Array.from({ length: 3 }, () => questionAmong(random, scene, tiled, loop));
          await Promise.all([...batches, ...others].map(compareQuestion));
        }
        await tiled.close();
      }),
      0.06,
    );
  });

  it('threads answer like one scene over instances of meshes', async () => {
    await search(
      0.07,
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 12 }), async (seed, count) => {
        const random = new Random(seed);
        const { whole, parts } = sceneOfInstances(random, count);
        const file = writeTiles(parts);
        const boxes = boxesOf('random boxes', { count: 20, seed });
        const loop = new Map(boxes.map((box, id) => [id, box]));
        const memory = random.pick([await largestTile(file), file.length]);
        const tiled = await openInThreads(file, { memory });
        for (let i = 0; i < 2; i++) {
          const batch = batchAmong(random, whole, tiled, boxes);
          await Promise.all([batch, questionAmong(random, whole, tiled, loop, true)].map(compareQuestion));
        }
        await tiled.close();
      }),
      0.04,
    );
  });
});

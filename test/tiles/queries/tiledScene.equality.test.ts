import fc from 'fast-check';
import { describe, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { backends, sceneOf } from '../../support/compare';
import { meshKinds } from '../../support/meshScenes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { compareQuestion, questionAmong } from '../support/compareTiled';
import { largestTile, sceneOfInstances } from '../support/tiledCases';
import { CountingSource, partsOf, writeTiles } from '../support/writeTiles';

const tileCounts = fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 60 }));

describe('TiledScene and BoxScene', () => {
  it.each(familyNames)('a tiled scene answers like one scene of all its boxes over %s', async (family) => {
    await search(
      0.1,
      fc.asyncProperty(recipes(), tileCounts, fc.nat(), async (recipe, count, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, -1 >>> 0]) }));
        const file = writeTiles(partsOf(random, boxes, count));
        const largest = await largestTile(file);
        for (const backend of backends) {
          const { scene, loop } = sceneOf(boxes, backend);
          // From room for one tile to room for all.
          const memory = random.pick([largest, 2 * largest, 4 * largest, file.length]);
          const tiled = await TiledScene.open(new CountingSource(file), { backend, memory });
          for (let i = 0; i < 6; i++) {
            await compareQuestion(questionAmong(random, scene, tiled, loop));
            if (tiled.loadedBytes > memory) throw new Error(`${tiled.loadedBytes} bytes are in memory of ${memory}`);
          }
          // Several at once.
          const questions = Array.from({ length: 4 }, () => questionAmong(random, scene, tiled, loop));
          await Promise.all(questions.map(compareQuestion));
          await tiled.close();
        }
      }),
      0.15,
    );
  });

  it('a tiled scene answers like one scene over 500 tiles, whatever the memory', async () => {
    await search(
      0.07,
      fc.asyncProperty(fc.constantFrom(...familyNames), fc.nat(), async (family, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, { count: 2000, seed });
        const file = writeTiles(partsOf(random, boxes, 500));
        const { scene, loop } = sceneOf(boxes, 'wasm');
        const memory = random.pick([await largestTile(file), file.length / 10, file.length]);
        const tiled = await TiledScene.open(new CountingSource(file), { memory: Math.ceil(memory) });
        for (let i = 0; i < 5; i++) {
          await Promise.all(
            Array.from({ length: 3 }, () => compareQuestion(questionAmong(random, scene, tiled, loop))),
          );
        }
        await tiled.close();
      }),
      0.04,
    );
  });

  it.each(meshKinds)('a tiled scene answers like one scene over instances of %s', async (kind) => {
    await search(
      0.1,
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 12 }), async (seed, count) => {
        const random = new Random(seed);
        const { whole, parts } = sceneOfInstances(random, count, kind);
        const file = writeTiles(parts);
        const boxes = boxesOf('random boxes', { count: 20, seed });
        const loop = new Map(boxes.map((box, id) => [id, box]));
        const memory = random.pick([await largestTile(file), file.length]);
        for (const backend of backends) {
          const tiled = await TiledScene.open(new CountingSource(file), { backend, memory });
          const one = BoxScene.deserialize(whole.serialize(), { backend });
          for (let i = 0; i < 8; i++) await compareQuestion(questionAmong(random, one, tiled, loop, true));
          await tiled.close();
        }
      }),
      0.15,
    );
  });
});

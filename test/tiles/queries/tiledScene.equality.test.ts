import fc from 'fast-check';
import { describe, it } from 'vitest';
import { TiledScene } from 'slabtree/tiles';
import { backends, sceneOf } from '../../support/compare';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { compareQuestion, questionAmong } from '../support/compareTiled';
import { CountingSource, partsOf, writeTiles } from '../support/writeTiles';

const tileCounts = fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 60 }));

/** The bytes of the largest tile, as a scene with less memory tells. */
async function largestTile(file: Uint8Array): Promise<number> {
  try {
    const scene = await TiledScene.open(new CountingSource(file), { memory: 1 });
    await scene.close();
    return 1;
  } catch (error) {
    return Number(/which has (\d+) bytes/.exec((error as Error).message)?.[1]);
  }
}

describe('a tiled scene answers like one scene of all its boxes', () => {
  it.each(familyNames)('over %s', async (family) => {
    await search(
      0.4,
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
    );
  });
});

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { BoxScene, type Mesh } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { backends, sceneOf } from '../../support/compare';
import { matrixAmong, meshAmong, meshKinds } from '../../support/meshScenes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { vec } from '../../support/triple';
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
      0.15,
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

  it('over 500 tiles, whatever the memory', async () => {
    await search(
      0.04,
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
    );
  });

  it.each(meshKinds)('over instances of %s', async (kind) => {
    await search(
      0.15,
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 12 }), async (seed, count) => {
        const random = new Random(seed);
        const whole = new BoxScene();
        const parts = Array.from({ length: count }, () => ({
          scene: new BoxScene({ backend: 'js' }),
          meshes: new Map<Mesh, Mesh>(),
          ids: [] as number[],
        }));
        const made = Array.from({ length: 1 + random.below(3) }, () => meshAmong(random, kind));
        const meshes = made.map(({ positions, index }) => whole.addMesh(positions, index));
        for (let i = 0; i < 3 * count; i++) {
          const part = parts[i < count ? i : random.below(count)];
          if (random.chance(0.3)) {
            const box = { min: vec([i, 0, 0]), max: vec([i + 1, 1, 1]) };
            part.ids.push(whole.addAabb(box));
            part.scene.addAabb(box);
            continue;
          }
          const which = random.below(made.length);
          const matrix = matrixAmong(random);
          part.ids.push(whole.addInstance(meshes[which], matrix));
          const own = part.meshes.get(meshes[which]) ?? part.scene.addMesh(made[which].positions, made[which].index);
          part.meshes.set(meshes[which], own);
          part.scene.addInstance(own, matrix);
        }
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
    );
  });
});

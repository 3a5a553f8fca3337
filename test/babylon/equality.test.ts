import fc from 'fast-check';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh';
import type { Scene } from '@babylonjs/core/scene';
import type { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { SceneIndex } from 'slabtree/babylon';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { search } from '../support/runs';
import {
  changeFlags,
  fillScene,
  HEIGHT,
  placeMesh,
  randomRay,
  sceneKinds,
  WIDTH,
  withScene,
} from './support/babylonScenes';
import { describePick } from './support/describePick';

type Compare = (index: SceneIndex, scene: Scene, random: Random, middle: Vector3, size: number) => void;

/** Compares an index of a generated scene with Babylon.js, before and after some meshes have changed. */
async function compareOnScenes(compare: Compare): Promise<void> {
  const property = fc.property(fc.integer(), fc.constantFrom(...sceneKinds), fc.boolean(), (seed, kind, isRight) => {
    withScene((scene) => {
      const random = new Random(seed);
      const middle = fillScene(scene, random, kind);
      const index = SceneIndex.from(scene);
      compare(index, scene, random, middle, kind.size);
      for (let i = 0; i < 5; i++) {
        const mesh = random.pick(scene.meshes);
        placeMesh(mesh, random, middle, kind.size);
        changeFlags(mesh, random);
      }
      if (random.chance(0.5)) random.pick(scene.meshes).dispose();
      scene.incrementRenderId();
      index.update();
      compare(index, scene, random, middle, kind.size);
    }, isRight);
  });
  await search(1, property);
}

const everyOther = (mesh: AbstractMesh, thin: number) => (mesh.uniqueId + thin) % 3 !== 0;

describe('SceneIndex of slabtree/babylon, on generated scenes', () => {
  it('pickWithRay returns what scene.pickWithRay returns', async () => {
    await compareOnScenes((index, scene, random, middle, size) => {
      for (let i = 0; i < 10; i++) {
        const ray = randomRay(scene, random, middle, size);
        const predicate = random.chance(0.3) ? everyOther : undefined;
        const options = predicate === undefined ? {} : { predicate };
        const expected = scene.pickWithRay(ray, predicate);
        expect(describePick(index.pickWithRay(ray, options))).toEqual(describePick(expected));
      }
    });
  });

  it('multiPickWithRay returns what scene.multiPickWithRay returns', async () => {
    await compareOnScenes((index, scene, random, middle, size) => {
      for (let i = 0; i < 10; i++) {
        const ray = randomRay(scene, random, middle, size);
        const predicate = random.chance(0.3) ? everyOther : undefined;
        const options = predicate === undefined ? {} : { predicate };
        const expected = scene.multiPickWithRay(ray, predicate) ?? [];
        expect(index.multiPickWithRay(ray, options).map(describePick)).toEqual(expected.map(describePick));
      }
    });
  });

  it('pick returns what scene.pick returns', async () => {
    await compareOnScenes((index, scene, random) => {
      for (let i = 0; i < 10; i++) {
        const x = random.between(0, WIDTH);
        const y = random.between(0, HEIGHT);
        const predicate = random.chance(0.3) ? everyOther : undefined;
        const options = predicate === undefined ? {} : { predicate };
        expect(describePick(index.pick(x, y, options))).toEqual(describePick(scene.pick(x, y, predicate)));
      }
    });
  });

  it('multiPick returns what scene.multiPick returns', async () => {
    await compareOnScenes((index, scene, random) => {
      for (let i = 0; i < 10; i++) {
        const x = random.between(0, WIDTH);
        const y = random.between(0, HEIGHT);
        const expected = scene.multiPick(x, y) ?? [];
        expect(index.multiPick(x, y).map(describePick)).toEqual(expected.map(describePick));
      }
    });
  });
});

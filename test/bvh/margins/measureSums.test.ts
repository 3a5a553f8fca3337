import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { expect, it } from 'vitest';
import { addToSums, createSums, measureOfSums } from '../../../src/bvh/margins/measureScene';
import { MEASURE_NUMBERS, type SceneMeasure, writeMeasure } from '../../../src/bvh/margins/sceneMeasure';
import { INTERNALS } from '../../../src/scene/internals';
import { backends, sceneOf, validateTrees } from '../../support/compare';
import type { LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';

it.each(backends)(
  'parts of a scene together have the measure of the whole, and can be files with it (%s)',
  async (backend) => {
    const property = fc.property(
      fc.constantFrom(...wildFamilyNames),
      recipes(40),
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      (family, recipe, seed, count) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe);
        const parts = Array.from({ length: count }, (): LoopBox[] => []);
        for (const box of boxes) random.pick(parts).push(box);
        const scenes = parts.map((part) => sceneOf(part, backend).scene);
        const sums = createSums();
        for (const scene of scenes) addToSums(scene[INTERNALS].boxes, sums);
        const measure = measureOfSums(sums);
        expect(numbersOf(measure)).toEqual(numbersOf(sceneOf(boxes, backend).scene[INTERNALS].currentTree()));

        const bytes = scenes.map((scene) => scene[INTERNALS].serializeWithin(measure));
        validateTrees(scenes);
        for (const part of bytes) {
          const read = BoxScene.deserialize(part, { backend });
          expect(numbersOf(read[INTERNALS].currentTree())).toEqual(numbersOf(measure));
          expect(read.serialize()).toEqual(new Uint8Array(part));
        }
      },
    );
    await search(1, property);
  },
);

function numbersOf(measure: SceneMeasure): number[] {
  const numbers = new Float64Array(MEASURE_NUMBERS);
  writeMeasure(measure, numbers, 0);
  return [...numbers];
}

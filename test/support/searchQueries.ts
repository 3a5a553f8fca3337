import fc from 'fast-check';
import type { BoxScene } from 'slabtree';
import { scenesOf } from './compare';
import type { Loop, LoopBox } from './loop';
import { Random } from './random';
import { search } from './runs';
import { boxesOf, recipes, type WildFamily } from './scenes';

/** A query that is compared with the loop: what it is given, such as a plane among the boxes, and the comparison. */
export interface ComparedQuery<Given> {
  readonly among: (random: Random, boxes: readonly LoopBox[]) => Given;
  readonly compare: (scenes: readonly BoxScene[], loop: Loop, given: Given, mask?: number) => void;
}

/** Searches a family of boxes for one over which a query differs from the loop. */
export async function searchFamily<Given>(family: WildFamily, { among, compare }: ComparedQuery<Given>): Promise<void> {
  await search(
    0.7,
    fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
      const boxes = boxesOf(family, recipe);
      const { scenes, loop } = scenesOf(boxes, asArrays);
      const random = new Random(seed);
      for (let i = 0; i < 8; i++) compare(scenes, loop, among(random, boxes));
    }),
  );
}

/** Searches larger scenes, each of up to three of the families, with and without a mask. */
export async function searchMixed<Given>(
  families: readonly WildFamily[],
  { among, compare }: ComparedQuery<Given>,
): Promise<void> {
  const part = fc.record({ family: fc.constantFrom(...families), recipe: recipes(400) });
  await search(
    0.5,
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(), (parts, seed) => {
      const random = new Random(seed);
      const boxes = parts.flatMap(({ family, recipe }) =>
        boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0, 0x80000000]) })),
      );
      const { scenes, loop } = scenesOf(boxes);
      for (let i = 0; i < 10; i++) {
        const given = among(random, boxes);
        compare(scenes, loop, given);
        compare(scenes, loop, given, random.pick([0, 1, 2, 3, -1, 0x80000000, 0xffffffff]));
      }
    }),
  );
}

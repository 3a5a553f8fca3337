import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, obbFromCenter } from 'slabtree';
import { backends, comparePairs, scenesOf } from '../support/compare';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../support/scenes';

describe('pairs and the loop', () => {
  it.each(wildFamilyNames)('pairs finds the pairs of a double loop of overlaps over %s', async (family) => {
    await search(
      0.7,
      fc.property(recipes(), fc.boolean(), (recipe, asArrays) => {
        const { scenes, loop } = scenesOf(boxesOf(family, recipe), asArrays);
        comparePairs(scenes, loop);
      }),
    );
  });

  it('pairs finds the pairs of a double loop over larger scenes of several families, with and without a mask', async () => {
    const part = fc.record({ family: fc.constantFrom(...wildFamilyNames), recipe: recipes(120) });
    await search(
      0.3,
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(), (parts, seed) => {
        const random = new Random(seed);
        const boxes = parts.flatMap(({ family, recipe }) =>
          boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0, 0x80000000]) })),
        );
        const { scenes, loop } = scenesOf(boxes);
        comparePairs(scenes, loop);
        comparePairs(scenes, loop, random.pick([0, 1, 2, 3, -1, 0x80000000, 0xffffffff]));
      }),
    );
  });
});

/** A row of boxes that begin one unit apart and have this width. */
function rowOf(backend: 'js' | 'wasm', count: number, width: number): BoxScene {
  const scene = new BoxScene({ backend });
  for (let i = 0; i < count; i++)
    scene.addAabb({ min: { x: i, y: 0, z: 0 }, max: { x: i + width, y: 1, z: 1 } }, 1 + (i % 3));
  return scene;
}

describe.each(backends)('BoxScene.pairs (%s)', (backend) => {
  it('pairs finds boxes that only touch, and returns each pair once with the smaller id first', () => {
    expect([...rowOf(backend, 4, 1).pairs()].sort()).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(rowOf(backend, 4, 0.999).pairs().size).toBe(0);
  });

  it('a set of pairs can be read in three ways', () => {
    const pairs = rowOf(backend, 30, 1.5).pairs();
    const visited: [number, number][] = [];
    pairs.forEach((a, b) => visited.push([a, b]));
    expect(pairs.size).toBe(29);
    expect([...pairs]).toEqual(visited);
    expect([...pairs.toArray()]).toEqual(visited.flat());
  });

  it('pairs finds only pairs whose boxes both share a bit with the mask', () => {
    const scene = rowOf(backend, 6, 1);
    // The masks are 1, 2, 3, 1, 2, 3.
    expect([...scene.pairs({ mask: 1 })].sort()).toEqual([[2, 3]]);
    expect([...scene.pairs({ mask: 2 })].sort()).toEqual([
      [1, 2],
      [4, 5],
    ]);
    expect(scene.pairs({ mask: 4 }).size).toBe(0);
  });

  it('pairs tests rotated boxes themselves, and not the bounds around them', () => {
    const scene = new BoxScene({ backend });
    const turn = { x: 0, y: 0, z: 1, w: 1 + Math.SQRT2 };
    const cube = { x: 1, y: 1, z: 1 };
    const near = scene.addObb(obbFromCenter({ x: 0, y: 0, z: 0 }, cube, turn));
    scene.addObb(obbFromCenter({ x: 1.5, y: 1.5, z: 0 }, cube, turn));
    const touching = scene.addObb(obbFromCenter({ x: 1.4, y: -1.4, z: 0 }, cube, turn));
    scene.addAabb({ min: { x: -2, y: 1, z: 0 }, max: { x: -1, y: 2, z: 0 } });
    const met = scene.addAabb({ min: { x: -2, y: 0.5, z: 0 }, max: { x: -0.8, y: 2, z: 0 } });
    expect([...scene.pairs()].sort()).toEqual([
      [near, touching],
      [near, met],
      [met - 1, met],
    ]);
  });

  it('a set of pairs does not change when the scene changes', () => {
    const scene = rowOf(backend, 4, 1);
    const pairs = scene.pairs();
    scene.clear();
    expect(pairs.size).toBe(3);
    expect([...pairs]).toHaveLength(3);
    expect(scene.pairs().size).toBe(0);
  });

  it('pairs finds nothing in a scene of one box or none', () => {
    expect([...rowOf(backend, 1, 1).pairs()]).toEqual([]);
    expect([...rowOf(backend, 0, 1).pairs()]).toEqual([]);
  });

  it('pairs finds more pairs than the first buffer can hold', () => {
    const count = 600;
    const pairs = rowOf(backend, count, count).pairs();
    expect(pairs.size).toBe((count * (count - 1)) / 2);
    const seen = new Set<number>();
    let inOrder = 0;
    pairs.forEach((a, b) => {
      if (a < b) inOrder++;
      seen.add(a * count + b);
    });
    expect(inOrder).toBe(pairs.size);
    expect(seen.size).toBe(pairs.size);
  });
});

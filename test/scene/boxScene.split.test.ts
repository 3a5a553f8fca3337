import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends, compareSplit, scenesOf } from '../support/compare';
import { planeAmong } from '../support/planes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';

describe('split and the plain loop', () => {
  it.each(familyNames)('split sorts the boxes like the plain loop over %s', async (family) => {
    await search(
      0.7,
      fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
        const boxes = boxesOf(family, recipe);
        const { scenes, loop } = scenesOf(boxes, asArrays);
        const random = new Random(seed);
        for (let i = 0; i < 8; i++) compareSplit(scenes, loop, planeAmong(random, boxes));
      }),
    );
  });

  it('split sorts the boxes like the plain loop over larger scenes, with and without a mask', async () => {
    const part = fc.record({ family: fc.constantFrom(...familyNames), recipe: recipes(400) });
    await search(
      0.5,
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(), (parts, seed) => {
        const random = new Random(seed);
        const boxes = parts.flatMap(({ family, recipe }) =>
          boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0, 0x80000000]) })),
        );
        const { scenes, loop } = scenesOf(boxes);
        for (let i = 0; i < 10; i++) {
          const plane = planeAmong(random, boxes);
          compareSplit(scenes, loop, plane);
          compareSplit(scenes, loop, plane, random.pick([0, 1, 2, 3, -1, 0x80000000, 0xffffffff]));
        }
      }),
    );
  });
});

describe.each(backends)('BoxScene.split (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  const above = scene.addAabb({ min: { x: 0, y: 1, z: 0 }, max: { x: 1, y: 2, z: 1 } }, 0b01);
  const across = scene.addAabb({ min: { x: 0, y: -1, z: 0 }, max: { x: 1, y: 1, z: 1 } }, 0b10);
  const touching = scene.addAabb({ min: { x: 0, y: -1, z: 0 }, max: { x: 1, y: 0, z: 1 } }, 0b01);
  const below = scene.addAabb({ min: { x: 0, y: -3, z: 0 }, max: { x: 1, y: -2, z: 1 } }, 0b10);
  const ground = { normal: { x: 0, y: 1, z: 0 }, constant: 0 };

  it('split counts a box that touches the plane as crossing', () => {
    const { front, crossing, back } = scene.split(ground);
    expect([...front]).toEqual([above]);
    expect([...crossing].sort()).toEqual([across, touching]);
    expect([...back]).toEqual([below]);
  });

  it('split leaves out boxes that share no bit with the mask', () => {
    const { front, crossing, back } = scene.split(ground, { mask: 0b10 });
    expect([front.size, crossing.size, back.size]).toEqual([0, 1, 1]);
    expect([...crossing.toArray()]).toEqual([across]);
    expect([...back]).toEqual([below]);
  });

  it('split swaps front and back if the normal is reversed', () => {
    const { front, crossing, back } = scene.split({ normal: { x: 0, y: -1, z: 0 }, constant: 0 });
    expect([...front]).toEqual([below]);
    expect(crossing.size).toBe(2);
    expect([...back]).toEqual([above]);
  });

  it('split returns three empty sets in a scene without boxes', () => {
    const { front, crossing, back } = new BoxScene({ backend }).split(ground);
    expect([...front, ...crossing, ...back]).toEqual([]);
    expect([front.size, crossing.size, back.size]).toEqual([0, 0, 0]);
  });
});

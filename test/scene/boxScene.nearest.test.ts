import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, closestPoint, type NearestOptions } from 'slabtree';
import { backends, scenesOf } from '../support/compare';
import { expectComplaint, untyped } from '../support/errors';
import { compareNearest, nearestOptionsAmong } from '../support/nearest';
import { pointAmong } from '../support/points';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../support/scenes';
import { vec } from '../support/triple';

describe('nearest and the plain loop', () => {
  it.each(wildFamilyNames)('nearest finds the boxes of the plain loop over %s', async (family) => {
    await search(
      0.7,
      fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
        const boxes = boxesOf(family, recipe);
        const { scenes, loop } = scenesOf(boxes, asArrays);
        const random = new Random(seed);
        for (let i = 0; i < 8; i++) {
          const point = pointAmong(random, boxes);
          compareNearest(scenes, loop, point);
          compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
        }
      }),
    );
  });

  it('nearest finds the boxes of the plain loop over larger scenes of several families', async () => {
    const part = fc.record({ family: fc.constantFrom(...wildFamilyNames), recipe: recipes(400) });
    await search(
      0.5,
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.nat(), (parts, seed) => {
        const random = new Random(seed);
        const boxes = parts.flatMap(({ family, recipe }) =>
          boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0, 0x80000000]) })),
        );
        const { scenes, loop } = scenesOf(boxes);
        for (let i = 0; i < 6; i++) {
          const point = pointAmong(random, boxes);
          compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
        }
      }),
    );
  });

  it('nearest finds the boxes of the plain loop after boxes have moved', async () => {
    await search(
      0.3,
      fc.property(fc.constantFrom(...wildFamilyNames), fc.nat(), (family, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, { count: 50, seed });
        const { scenes, loop } = scenesOf(boxes);
        for (let round = 0; round < 3; round++) {
          const point = pointAmong(random, [...loop.values()]);
          compareNearest(scenes, loop, point, { count: 4 });
          const id = random.below(boxes.length);
          const [box] = boxesOf('random boxes', { count: 1, seed: random.below(1000) });
          for (const scene of scenes) scene.setAabb(id, { min: vec(box.min), max: vec(box.max) });
          loop.set(id, box);
        }
      }),
    );
  });
});

describe.each(backends)('BoxScene.nearest (%s)', (backend) => {
  const cube = (
    x: number,
    size = 1,
  ): { min: { x: number; y: number; z: number }; max: { x: number; y: number; z: number } } => ({
    min: { x, y: 0, z: 0 },
    max: { x: x + size, y: size, z: size },
  });
  const origin = { x: 0, y: 0, z: 0 };
  const ids = (scene: BoxScene, point: { x: number; y: number; z: number }, options?: NearestOptions): number[] =>
    scene.nearest(point, options).map(({ id }) => id);

  function row(): BoxScene {
    const scene = new BoxScene({ backend });
    for (let i = 0; i < 20; i++) scene.addAabb(cube(3 * i), i % 2 === 0 ? 1 : 2);
    return scene;
  }

  it('nearest returns the distance of a box and its nearest point', () => {
    const [{ id, distance, point }] = row().nearest({ x: 9 - 12, y: 5, z: 0.5 });
    expect([id, distance, point]).toEqual([0, 5, { x: 0, y: 1, z: 0.5 }]);
    expect(row().nearest({ x: 6.5, y: -3, z: -4 })).toEqual([
      { id: 2, triangle: -1, distance: 5, point: { x: 6.5, y: 0, z: 0 } },
    ]);
  });

  it('nearest returns distance 0 and the point itself for a point in a box or on it', () => {
    const scene = row();
    for (const point of [
      { x: 3.5, y: 0.5, z: 0.25 },
      { x: 3, y: 0.5, z: 0.5 },
      { x: 4, y: 1, z: 1 },
    ]) {
      expect(scene.nearest(point)).toEqual([{ id: 1, triangle: -1, distance: 0, point }]);
    }
  });

  it('nearest prefers the smaller id at the same distance', () => {
    const scene = row();
    expect(ids(scene, { x: 5, y: 0, z: 0 })).toEqual([1]);
    expect(ids(scene, { x: 5, y: 0, z: 0 }, { count: 2 })).toEqual([1, 2]);
    scene.setAabb(0, cube(6));
    expect(ids(scene, { x: 5, y: 0, z: 0 })).toEqual([0]);
    expect(ids(scene, { x: 5, y: 0, z: 0 }, { count: 3 })).toEqual([0, 1, 2]);
    const heap = new BoxScene({ backend });
    for (let i = 0; i < 500; i++) heap.addAabb(cube(2));
    expect(ids(heap, origin, { count: 30 })).toEqual(Array.from({ length: 30 }, (_, id) => id));
  });

  it('nearest finds the requested number of boxes, or all if there are fewer', () => {
    const scene = row();
    expect(ids(scene, origin, { count: 4 })).toEqual([0, 1, 2, 3]);
    expect(ids(scene, origin, { count: 100 })).toHaveLength(20);
    expect(ids(scene, origin, { count: Infinity })).toEqual(Array.from({ length: 20 }, (_, id) => id));
  });

  it('nearest finds a box at exactly the maximum distance, and none beyond', () => {
    const scene = row();
    expect(ids(scene, { x: -2, y: 0, z: 0 }, { maxDistance: 2 })).toEqual([0]);
    expect(ids(scene, { x: -2, y: 0, z: 0 }, { maxDistance: 1.9999999999999998 })).toEqual([]);
    expect(ids(scene, { x: -2, y: 0, z: 0 }, { maxDistance: 5, count: Infinity })).toEqual([0, 1]);
    expect(ids(scene, { x: 1, y: 1, z: 1 }, { maxDistance: 0 })).toEqual([0]);
    expect(ids(scene, { x: 1, y: 1, z: 1.5 }, { maxDistance: 0 })).toEqual([]);
  });

  it('nearest skips boxes that share no bit with the mask, or for which the filter returns false', () => {
    const scene = row();
    expect(ids(scene, origin, { mask: 2, count: 2 })).toEqual([1, 3]);
    expect(ids(scene, origin, { mask: 4 })).toEqual([]);
    expect(ids(scene, origin, { filter: (id) => id > 4 })).toEqual([5]);
    expect(ids(scene, origin, { filter: (id) => id > 4, mask: 1, count: 2 })).toEqual([6, 8]);
  });

  it('nearest finds nothing in a scene without boxes', () => {
    expect(new BoxScene({ backend }).nearest(origin, { count: Infinity })).toEqual([]);
  });

  it('nearest measures to the faces of oriented boxes, also of sheared ones', () => {
    const scene = new BoxScene({ backend });
    // A cube on its edge, and a cube that leans. Their bounds reach farther than they do.
    const turned = scene.addObb({ ...cube(0), matrix: [1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
    expect(scene.nearest({ x: 1, y: 0, z: 0.5 })).toEqual([
      { id: turned, triangle: -1, distance: Math.SQRT1_2, point: { x: 0.5, y: 0.5, z: 0.5 } },
    ]);
    const leaning = scene.addObb({ ...cube(0), matrix: [1, 0, 0, 0, 4, 2, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] });
    const [{ id, distance, point }] = scene.nearest({ x: 12, y: 2, z: 2 });
    expect(id).toBe(leaning);
    // The leaning edge goes from (10, 0) to (14, 2). (12, 2) is in the bounds, and 2/√5 from that edge.
    expect(point.x).toBeCloseTo(12.4, 14);
    expect(point.y).toBeCloseTo(1.2, 14);
    expect(point.z).toBe(1);
    expect(distance).toBeCloseTo(Math.hypot(0.4, 0.8, 1), 14);
  });

  it('the filter of nearest may query the scene, and may not change it', () => {
    const scene = row();
    const filter = (id: number): boolean => {
      expect(ids(scene, { x: 30, y: 0, z: 0 }, { count: 2, filter: (other) => other !== 10 })).toEqual([9, 11]);
      return id !== 0;
    };
    expect(ids(scene, origin, { filter, count: 3 })).toEqual([1, 2, 3]);
    const change = (): boolean => {
      scene.remove(3);
      return true;
    };
    expect(() => scene.nearest(origin, { filter: change })).toThrow(/cannot be changed/);
    const complaint = new Error('not today');
    const complain = (): boolean => {
      throw complaint;
    };
    expect(() => scene.nearest(origin, { filter: complain })).toThrow(complaint);
    scene.remove(0);
    expect(ids(scene, origin)).toEqual([1]);
  });

  it("nearest returns the right boxes if the filter makes the scene's memory grow", () => {
    const scene = row();
    let rays = 6 * 50;
    const filter = (id: number): boolean => {
      rays *= 2;
      scene.raycastMany(new Float32Array(rays).fill(1));
      return id > 3;
    };
    expect(ids(scene, origin, { filter, count: 2 })).toEqual([4, 5]);
  });

  const bad: [string, (scene: BoxScene) => unknown, typeof TypeError | typeof RangeError, string[]][] = [
    ['no point', (scene) => scene.nearest(untyped(undefined)), TypeError, ['shape', 'undefined']],
    ['NaN in the point', (scene) => scene.nearest({ ...origin, y: NaN }), RangeError, ['shape.y', 'NaN', 'finite']],
    ['a text in the point', (scene) => scene.nearest({ ...origin, z: untyped('1') }), TypeError, ['shape.z', '"1"']],
    ['null for options', (scene) => scene.nearest(origin, untyped(null)), TypeError, ['options', 'null']],
    ['a count of 0', (scene) => scene.nearest(origin, { count: 0 }), RangeError, ['options.count', '0', '1 or more']],
    ['a count of 1.5', (scene) => scene.nearest(origin, { count: 1.5 }), RangeError, ['options.count', '1.5']],
    ['NaN for a count', (scene) => scene.nearest(origin, { count: NaN }), RangeError, ['options.count', 'NaN']],
    [
      'a text for a count',
      (scene) => scene.nearest(origin, { count: untyped('2') }),
      TypeError,
      ['options.count', '"2"'],
    ],
    [
      'a negative distance',
      (scene) => scene.nearest(origin, { maxDistance: -1 }),
      RangeError,
      ['options.maxDistance', '-1', '0 or more'],
    ],
    ['NaN for a distance', (scene) => scene.nearest(origin, { maxDistance: NaN }), RangeError, ['maxDistance', 'NaN']],
    [
      'a text for a distance',
      (scene) => scene.nearest(origin, { maxDistance: untyped('2') }),
      TypeError,
      ['options.maxDistance', '"2"'],
    ],
    ['a bad mask', (scene) => scene.nearest(origin, { mask: 0.5 }), RangeError, ['options.mask', '0.5']],
    ['a bad filter', (scene) => scene.nearest(origin, { filter: untyped(3) }), TypeError, ['options.filter', '3']],
  ];

  it.each(bad)('nearest throws an error for %s', (_, call, kind, names) => {
    const scene = row();
    expectComplaint(() => call(scene), kind, names);
    expect(ids(scene, origin)).toEqual([0]);
  });

  it('nearest never returns -0, even if a box has a corner at -0', () => {
    const box = { min: { x: -0, y: -0, z: -0 }, max: { x: 1, y: 1, z: 1 } };
    for (const backend of backends) {
      const scene = new BoxScene({ backend });
      scene.addAabb(box);
      const [{ point }] = scene.nearest({ x: -1, y: -1, z: -1 });
      expect(Object.is(point.x, 0) && Object.is(point.y, 0) && Object.is(point.z, 0)).toBe(true);
    }
    expect(Object.is(closestPoint(box, { x: -1, y: -1, z: -1 }).x, 0)).toBe(true);
  });
});

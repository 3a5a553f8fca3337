import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends, compareRay, compareTrees, scenesOf } from '../support/compare';
import { aabb, type LoopBox, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { optionsAmong, rangeAmong, rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import type { Triple } from '../support/triple';

const RAYS = 8;

describe('ray queries and the plain loop', () => {
  it.each(familyNames)('every ray query answers like the plain loop over %s', async (family) => {
    await search(
      1,
      fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
        const boxes = boxesOf(family, recipe);
        const { scenes, loop } = scenesOf(boxes, asArrays);
        compareTrees(scenes);
        const random = new Random(seed);
        for (let i = 0; i < RAYS; i++) {
          const ray = rayAmong(random, boxes);
          compareRay(scenes, loop, ray);
          compareRay(scenes, loop, ray, rangeAmong(random, boxes, ray));
        }
      }),
    );
  });

  it.each(familyNames)('every combination of options answers like the plain loop over %s', async (family) => {
    await search(
      0.5,
      fc.property(recipes(), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0x80000000, 0]) }));
        const { scenes, loop } = scenesOf(boxes);
        for (let i = 0; i < RAYS; i++) {
          const ray = rayAmong(random, boxes);
          compareRay(scenes, loop, ray, optionsAmong(random, loop, ray));
        }
      }),
    );
  });

  it('every combination of options answers like the plain loop over a single box', async () => {
    await search(
      2,
      fc.property(fc.constantFrom(...familyNames), fc.nat(), (family, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, { count: 1, seed }).map((box) => ({ ...box, mask: random.pick([1, 2, 0]) }));
        const { scenes, loop } = scenesOf(boxes);
        for (let i = 0; i < RAYS; i++) {
          const ray = rayAmong(random, boxes);
          compareRay(scenes, loop, ray, optionsAmong(random, loop, ray));
        }
      }),
    );
  });

  it('every ray query answers like the plain loop over scenes of several families at once', async () => {
    const part = fc.record({ family: fc.constantFrom(...familyNames), recipe: recipes(20) });
    await search(
      3,
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), fc.nat(), (parts, seed) => {
        const boxes = parts.flatMap(({ family, recipe }) => boxesOf(family, recipe));
        const { scenes, loop } = scenesOf(boxes);
        compareTrees(scenes);
        const random = new Random(seed);
        for (let i = 0; i < RAYS; i++) {
          const ray = rayAmong(random, boxes);
          compareRay(scenes, loop, ray, rangeAmong(random, boxes, ray));
        }
      }),
    );
  });

  it('every ray query answers like the plain loop over trees of several levels', async () => {
    await search(
      0.2,
      fc.property(
        fc.constantFrom(...familyNames),
        fc.integer({ min: 200, max: 1500 }),
        fc.nat(),
        (family, count, seed) => {
          const random = new Random(seed);
          const boxes = boxesOf(family, { count, seed });
          const { scenes, loop } = scenesOf(boxes, true);
          compareTrees(scenes);
          for (let i = 0; i < 20; i++) {
            const ray = rayAmong(random, boxes);
            compareRay(scenes, loop, ray, rangeAmong(random, boxes, ray));
          }
        },
      ),
    );
  });

  it('every ray query answers like the plain loop over boxes and rays made of a few numbers', async () => {
    // So small that fast-check finds the smallest scene that fails.
    const number = fc.oneof(
      fc.constantFrom(0, 1, 2, 3, -1, 0.5, 1e-30, 1e30, 6.4e6, -0, 5e-324, 0.1, 1 / 3),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e200, max: 1e200 }),
    );
    const point: fc.Arbitrary<Triple> = fc.tuple(number, number, number);
    const box: fc.Arbitrary<LoopBox> = fc
      .tuple(point, point)
      .map(([a, b]) =>
        aabb(
          [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])],
          [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])],
        ),
      );
    const ray: fc.Arbitrary<LoopRay> = fc.record({
      origin: point,
      direction: point.filter((direction) => direction.some((value) => value !== 0)),
    });
    const range = fc.record({
      tMin: fc.oneof(fc.constantFrom(0, -Infinity, -1, 1), fc.double({ noNaN: true, max: 0 })),
      tMax: fc.oneof(fc.constantFrom(Infinity, 1, 2), fc.double({ noNaN: true, min: 1 })),
      solid: fc.boolean(),
    });
    await search(
      10,
      fc.property(fc.array(box, { maxLength: 12 }), ray, range, (boxes, ray, range) => {
        const { scenes, loop } = scenesOf(boxes);
        compareRay(scenes, loop, ray, range.tMin < Infinity ? range : {});
      }),
    );
  });
});

describe.each(backends)('BoxScene.raycast (%s)', (backend) => {
  const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };

  it('raycast returns null in a scene without boxes', () => {
    const scene = new BoxScene({ backend });
    const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } };
    expect(scene.raycast(ray)).toBeNull();
    expect(scene.raycastAny(ray)).toBe(false);
    expect(scene.raycastAll(ray)).toEqual([]);
  });

  it('the closest hit is the smallest id among thousands of identical boxes', () => {
    const scene = new BoxScene({ backend });
    for (let i = 0; i < 5000; i++) scene.addAabb(unit);
    const ray = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
    expect(scene.raycast(ray)).toMatchObject({ id: 0, t: 1 });
    expect(scene.raycast(ray, { filter: (id) => id > 3210 })).toMatchObject({ id: 3211, t: 1 });
    expect(scene.raycastAll(ray).map(({ id }) => id)).toEqual(Array.from({ length: 5000 }, (_, id) => id));
    scene.remove(0);
    expect(scene.raycast(ray)).toMatchObject({ id: 1, t: 1 });
  });

  it('the closest hit is the smallest id among equal boxes of different kinds', () => {
    const scene = new BoxScene({ backend });
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const ray = { origin: { x: 0.5, y: 0.5, z: -2 }, direction: { x: 0, y: 0, z: 1 } };
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 0.1, y: 1, z: 1 } });
    const first = scene.addObb({ ...unit, matrix: identity });
    scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1));
    scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1.1));
    expect(scene.raycast(ray)).toMatchObject({ id: first, t: 2 });
    expect(scene.raycastAll(ray).map(({ id }) => id)).toEqual([first, first + 1, first + 2]);
  });

  it('a hit has a t in units of the direction, and a distance in world units', () => {
    const scene = new BoxScene({ backend });
    scene.addAabb({ min: { x: 0.5, y: 0.5, z: 0.5 }, max: { x: 2, y: 2, z: 2 } });
    const hit = scene.raycast({ origin: { x: -2, y: -2, z: -2 }, direction: { x: 2, y: 2, z: 2 } });
    expect(hit).toMatchObject({ t: 1.25, point: { x: 0.5, y: 0.5, z: 0.5 }, inside: false });
    expect(hit?.distance).toBeCloseTo(4.330127, 6);
  });

  it('the distance of a hit is never negative, even behind the origin', () => {
    const scene = new BoxScene({ backend });
    scene.addAabb(unit);
    const ray = { origin: { x: 3, y: 0.5, z: 0.5 }, direction: { x: 2, y: 0, z: 0 } };
    expect(scene.raycast(ray, { tMin: -Infinity })).toMatchObject({ t: -1.5, distance: 3, point: { x: 0 } });
  });

  it.each([
    [1e90, 1e70],
    [1e70, 1e90],
  ])('a filtered ray finds a hit that is too far behind its origin for float32, in boxes of %d and %d', (...sizes) => {
    const scene = new BoxScene({ backend });
    for (let x = 0; x < 20; x++) scene.addAabb({ min: { x, y: -1, z: -1 }, max: { x: x + 0.5, y: 1, z: 1 } });
    const [first, second] = sizes.map((size) =>
      scene.addObb({
        min: { x: -1, y: -1, z: -1 },
        max: { x: 1, y: 1, z: 1 },
        matrix: [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1],
      }),
    );
    const ray = { origin: { x: 0.2, y: 0, z: 0 }, direction: { x: 1, y: 0.3, z: 0.1 } };
    const options = { tMin: -Infinity, tMax: -4, solid: true };
    const expected = { id: sizes[0] === 1e90 ? first : second, t: -1e90 };
    expect(scene.raycast(ray, options)).toMatchObject(expected);
    expect(scene.raycast(ray, { ...options, filter: () => true })).toMatchObject(expected);
  });

  it('a filtered ray that starts in boxes hits the smallest id, at a t that float32 rounds to 0', () => {
    const scene = new BoxScene({ backend });
    for (let id = 0; id < 12; id++) {
      const y = 2 ** (12 - id);
      scene.addAabb({ min: { x: -1, y: -y, z: -1 }, max: { x: 1, y, z: 1 } });
    }
    const ray = { origin: { x: 0.25, y: 0.5, z: 0.25 }, direction: { x: 0, y: 0.01, z: 0 } };
    const options = { tMin: -Number.MIN_VALUE, solid: true };
    const expected = { id: 0, t: -Number.MIN_VALUE };
    expect(scene.raycast(ray, options)).toMatchObject(expected);
    expect(scene.raycast(ray, { ...options, filter: () => true })).toMatchObject(expected);
  });
});

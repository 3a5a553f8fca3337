import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { sceneOf, show } from '../support/compare';
import { closestOf, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { rangeAmong, rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { each } from '../support/triple';

function isRay({ origin, direction }: LoopRay): boolean {
  return [...origin, ...direction].every((value) => Number.isFinite(value)) && direction.some((value) => value !== 0);
}

describe('raycastMany', () => {
  it.each([
    ['Float64Array', (rays: LoopRay[]) => rays, Float64Array],
    [
      'Float32Array',
      (rays: LoopRay[]) =>
        rays
          .map(({ origin, direction }) => ({
            origin: each((k) => Math.fround(origin[k])),
            direction: each((k) => Math.fround(direction[k])),
          }))
          .filter(isRay),
      Float32Array,
    ],
  ] as const)('finds for each ray of a %s what the plain loop finds', async (_, convert, NumbersOf) => {
    await search(
      2,
      fc.property(fc.constantFrom(...familyNames), recipes(), fc.nat(30), fc.nat(), (family, recipe, count, seed) => {
        const boxes = boxesOf(family, recipe);
        const { scene, loop } = sceneOf(boxes);
        const random = new Random(seed);
        const rays = convert(Array.from({ length: count }, () => rayAmong(random, boxes)));
        const options = {
          ...rangeAmong(random, boxes, rays.at(0) ?? rayAmong(random, boxes)),
          ...(random.chance(0.3) ? { mask: random.pick([0, 1, -1]) } : {}),
          ...(random.chance(0.3) ? { filter: (id: number) => id % 3 !== 0 } : {}),
        };
        const { ids, ts } = scene.raycastMany(
          NumbersOf.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction])),
          options,
        );
        expect(ids).toHaveLength(rays.length);
        rays.forEach((ray, i) => {
          const expected = closestOf(loop, ray, options);
          if (ids[i] !== (expected?.id ?? -1) || !Object.is(ts[i], expected?.t ?? Infinity)) {
            throw new Error(show({ id: ids[i], t: ts[i], expected, ray, options, boxes }));
          }
        });
      }),
    );
  });

  const scene = new BoxScene();
  const first = scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } }, 0b01);
  const second = scene.addAabb({ min: { x: 4, y: 0, z: 0 }, max: { x: 5, y: 1, z: 1 } }, 0b10);
  const rays = Float32Array.of(-1, 0.5, 0.5, 1, 0, 0, 7, 0.5, 0.5, -1, 0, 0, 0, 9, 0, 1, 0, 0);

  it('answers with typed arrays: id -1 and t Infinity where nothing is hit', () => {
    const { ids, ts } = scene.raycastMany(rays);
    expect(ids).toEqual(Int32Array.of(first, second, -1));
    expect(ts).toEqual(Float64Array.of(1, 2, Infinity));
  });

  it('takes the options of raycast, for all rays', () => {
    expect(scene.raycastMany(rays, { mask: 0b10 }).ts).toEqual(Float64Array.of(5, 2, Infinity));
    expect(scene.raycastMany(rays, { filter: (id) => id === first }).ids).toEqual(Int32Array.of(first, first, -1));
    expect(scene.raycastMany(rays, { tMin: 1.5, solid: true }).ts).toEqual(Float64Array.of(1.5, 2, Infinity));
    expect(scene.raycastMany(rays, { refine: (id, t) => (id === first ? null : t + 0.5) }).ts).toEqual(
      Float64Array.of(5.5, 2.5, Infinity),
    );
  });

  it('answers no rays with empty arrays', () => {
    const { ids, ts } = scene.raycastMany(new Float64Array(0));
    expect([ids.length, ts.length]).toEqual([0, 0]);
  });

  it('answers as it began where a filter casts rays of its own', () => {
    const filter = (id: number): boolean => {
      scene.raycastMany(rays);
      scene.raycast({ origin: { x: 9, y: 9, z: 9 }, direction: { x: 0, y: 1, z: 0 } });
      return id === second;
    };
    expect(scene.raycastMany(rays, { filter }).ts).toEqual(Float64Array.of(5, 2, Infinity));
  });
});

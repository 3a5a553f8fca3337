import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoxScene, type IdSet, type RaycastOptions } from 'slabtree';
import {
  addBox,
  backends,
  compareCull,
  compareRay,
  compareSplit,
  compareTrees,
  validateTrees,
  sceneOf,
  scenesOf,
  show,
} from '../support/compare';
import { aabb, closestOf, type LoopBox, type LoopOptions } from '../support/loop';
import { planeAmong } from '../support/planes';
import { Random } from '../support/random';
import { rangeAmong, rayAmong } from '../support/rays';
import { runsOf, search } from '../support/runs';
import { boxesOf, familyNames } from '../support/scenes';

const SHARE = 0.042;
const RAYS = 5000;

it(`backends and loop agree on ${runsOf(SHARE) * RAYS} rays over ${runsOf(SHARE)} scenes of 20 to 2000 boxes`, async () => {
  let scenesSeen = 0;
  await search(
    SHARE,
    fc.property(fc.constantFrom(...familyNames), fc.nat(), (family, seed) => {
      scenesSeen++;
      const random = new Random(seed);
      // As many scenes of 20 to 200 boxes as of 200 to 2000, for which the loop takes long.
      const count = Math.round(20 * 100 ** random.next());
      const boxes = boxesOf(family, { count, seed }).map((box, i) => ({ ...box, mask: 1 + (i % 3) }));
      const { scenes, loop } = scenesOf(boxes, true);
      compareTrees(scenes);
      for (const options of [{}, optionsOf(random, boxes)]) {
        const rays = Array.from({ length: RAYS / 2 }, () => rayAmong(random, boxes));
        const numbers = Float64Array.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));
        const answers = scenes.map((scene) => scene.raycastMany(numbers, options));
        rays.forEach((ray, i) => {
          const closest = closestOf(loop, ray, options);
          for (const { ids, ts } of answers) {
            if (ids[i] === (closest?.id ?? -1) && Object.is(ts[i], closest?.t ?? Infinity)) continue;
            throw new Error(show({ family, count, seed, ray, options, id: ids[i], t: ts[i], closest }));
          }
        });
      }
    }),
  );
  expect(scenesSeen).toBeGreaterThanOrEqual(runsOf(SHARE));
});

function optionsOf(random: Random, boxes: readonly LoopBox[]): LoopOptions {
  const range = rangeAmong(random, boxes, rayAmong(random, boxes));
  return { ...range, ...(random.chance(0.5) ? { mask: random.pick([0, 1, 2, 3]) } : {}) };
}

const along = { origin: { x: -50, y: 0.1, z: 0.2 }, direction: { x: 1, y: 0.001, z: 0 } };
const boxes = [
  ...boxesOf('random boxes of float32', { count: 300, seed: 8 }),
  ...boxesOf('random boxes', { count: 300, seed: 9 }),
  ...boxesOf('oriented boxes: rotation', { count: 100, seed: 10 }),
].map((box, i) => ({ ...box, mask: 1 << (i % 3) }));

it('queries answer correctly while boxes of all kinds are added, one by one and many at once', () => {
  const random = new Random(11);
  const { scenes, loop } = scenesOf(boxesOf('boxes of all kinds', { count: 3, seed: 1 }));
  for (const count of [1, 10, 100, 2000, 10, 6000]) {
    const made = boxesOf('boxes of all kinds', { count, seed: count });
    if (count === 6000) {
      // More boxes of one kind than all boxes so far.
      const numbers = Float64Array.from(made.flatMap(() => [...random.triple(-9, 0), ...random.triple(0.1, 9)]));
      const [first] = scenes.map((scene) => scene.addAabbs(numbers));
      made.forEach((_, i) => {
        const [a, b, c, d, e, f] = numbers.subarray(6 * i);
        loop.set(first + i, aabb([a, b, c], [d, e, f]));
      });
    } else {
      for (const box of made) {
        const [id, other] = scenes.map((scene) => addBox(scene, box));
        expect(other).toBe(id);
        loop.set(id, box);
      }
    }
    validateTrees(scenes);
    const list = [...loop.values()];
    for (let i = 0; i < 5; i++) {
      compareRay(scenes, loop, rayAmong(random, list.slice(0, 50)));
      compareSplit(scenes, loop, planeAmong(random, list));
      compareCull(scenes, loop, [planeAmong(random, list), planeAmong(random, list)]);
    }
  }
});

describe.each(backends)('growing memory during a query (%s)', (backend) => {
  /** So many rays that the kernel needs more memory. */
  const random = new Random(1);
  const manyRays = Float64Array.from({ length: 6 * 100_000 }, () => random.between(-12, 12));

  it.each<[string, (scene: BoxScene, options: RaycastOptions) => unknown]>([
    ['raycast', (scene, options) => scene.raycast(along, options)],
    ['raycastAny', (scene, options) => scene.raycastAny(along, options)],
    ['raycastAll', (scene, options) => scene.raycastAll(along, options)],
    ['raycastMany', (scene, options) => scene.raycastMany(Float64Array.of(-50, 0.1, 0.2, 1, 0.001, 0), options)],
  ])('memory may grow in a callback of %s, and the answer is still correct', (_, query) => {
    for (const kind of ['filter', 'refine'] as const) {
      const { scene } = sceneOf(boxes, backend);
      const untouched = sceneOf(boxes, backend).scene;
      let calls = 0;
      /** Each call needs more memory than the last. */
      const disturb = (): void => {
        if (calls < 4) scene.raycastMany(manyRays.subarray(0, 6 * [10, 1100, 20_000, 100_000][calls]));
        if (calls < 2) scene.cull([{ normal: { x: 1, y: 0, z: 0 }, constant: 0 }]);
        calls++;
      };
      const passes = (id: number): boolean => id % 5 !== 0;
      const options =
        kind === 'filter'
          ? (before: () => void): RaycastOptions => ({
              mask: 3,
              filter: (id) => {
                before();
                return passes(id);
              },
            })
          : (before: () => void): RaycastOptions => ({
              mask: 3,
              refine: (id, t) => {
                before();
                return passes(id) ? t : null;
              },
            });
      const expected = query(
        untouched,
        options(() => undefined),
      );
      expect(query(scene, options(disturb))).toEqual(expected);
      expect(calls).toBeGreaterThan(0);
      expect(query(scene, options(disturb))).toEqual(expected);
    }
  });

  it('earlier sets can still be read after memory has grown', () => {
    const { scene } = sceneOf(boxes, backend);
    const plane = { normal: { x: 1, y: 0.5, z: 0.1 }, constant: 1 };
    const { front, crossing, back } = scene.split(plane);
    const { inside } = scene.cull([plane]);
    const sets: IdSet[] = [front, crossing, back, inside];
    const before = sets.map((set) => [...set]);
    expect(before.every((ids) => ids.length > 1)).toBe(true);
    const walk = front[Symbol.iterator]();
    const walked = [walk.next().value];
    scene.raycastMany(manyRays);
    for (let next = walk.next(); next.done !== true; next = walk.next()) walked.push(next.value);
    expect(walked).toEqual(before[0]);
    expect(sets.map((set) => [...set])).toEqual(before);
    expect(sets.map(({ size }) => size)).toEqual(before.map(({ length }) => length));
    // Other plane queries do not change them either.
    scene.split({ normal: { x: 0, y: 1, z: 0 }, constant: 0 });
    expect(sets.map((set) => [...set.toArray()])).toEqual(before);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type RaycastOptions } from 'slabtree';
import { backends, compareRay, compareSplit, sceneOf } from '../support/compare';
import { closestOf, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { vec } from '../support/triple';

const along = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
const loopAlong: LoopRay = { origin: [-1, 0.5, 0.5], direction: [1, 0, 0] };
const twoRays = Float64Array.of(-1, 0.5, 0.5, 1, 0, 0, -1, 0.5, 0.5, 1, 0, 0);
const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };

/** Every ray query with callbacks. */
const queries: [string, (scene: BoxScene, options: RaycastOptions) => unknown][] = [
  ['raycast', (scene, options) => scene.raycast(along, options)],
  ['raycastAny', (scene, options) => scene.raycastAny(along, options)],
  ['raycastAll', (scene, options) => scene.raycastAll(along, options)],
  ['raycastMany', (scene, options) => scene.raycastMany(twoRays, options)],
];

describe.each(backends)('callbacks (%s)', (backend) => {
  function row(count: number): { scene: BoxScene; boxes: ReturnType<typeof boxesOf> } {
    const boxes = boxesOf('an integer grid', { count, seed: 7 });
    return { scene: sceneOf(boxes, backend).scene, boxes };
  }

  describe.each(queries)('a callback of %s', (_, query) => {
    it.each(['filter', 'refine'] as const)(
      'the error of a callback (%s) reaches the caller, and the scene still answers',
      (kind) => {
        const { scene, loop } = sceneOf(boxesOf('an integer grid', { count: 100, seed: 3 }), backend);
        const complaint = new Error('not today');
        const options = {
          [kind]: () => {
            throw complaint;
          },
        };
        for (let i = 0; i < 3; i++) expect(() => query(scene, options)).toThrow(complaint);
        compareRay([scene], loop, loopAlong);
        compareSplit([scene], loop, { normal: [1, 2, 3], constant: -1 });
        const id = scene.addAabb(unit);
        expect(scene.has(id)).toBe(true);
        scene.remove(id);
        compareRay([scene], loop, loopAlong, { solid: true });
      },
    );

    const changes: [string, (scene: BoxScene) => void][] = [
      ['adds a box', (scene) => scene.addAabb(unit)],
      ['adds boxes', (scene) => scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1))],
      [
        'adds an oriented box',
        (scene) => scene.addObb({ ...unit, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
      ],
      [
        'adds oriented boxes',
        (scene) => scene.addObbs(unit, Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)),
      ],
      [
        'moves a box',
        (scene) => {
          scene.setAabb(0, unit);
        },
      ],
      [
        'makes a box oriented',
        (scene) => {
          scene.setObb(0, { ...unit, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
        },
      ],
      [
        'sets a mask',
        (scene) => {
          scene.setMask(0, 1);
        },
      ],
      [
        'removes a box',
        (scene) => {
          scene.remove(0);
        },
      ],
      [
        'removes all boxes',
        (scene) => {
          scene.clear();
        },
      ],
    ];

    it.each(changes)('a callback that %s gets an error, and nothing changes', (_, change) => {
      for (const kind of ['filter', 'refine'] as const) {
        const { scene, loop } = sceneOf(boxesOf('an integer grid', { count: 100, seed: 3 }), backend);
        const set = scene.split({ normal: { x: 1, y: 0, z: 0 }, constant: 0 }).front;
        const before = set.size;
        const options = {
          [kind]: () => {
            change(scene);
            return kind === 'filter';
          },
        };
        expect(() => query(scene, options)).toThrow(/cannot be changed/);
        expect(scene.size).toBe(100);
        expect(set.size).toBe(before);
        compareRay([scene], loop, loopAlong);
        // After the query, the same change works.
        change(scene);
      }
    });

    it('refine must return a number', () => {
      const { scene } = row(100);
      for (const answer of [NaN, undefined, '1', true, {}]) {
        const refine = (): number => answer as number;
        expect(() => query(scene, { refine })).toThrow(TypeError);
        expect(() => query(scene, { refine })).toThrow(/refine must return a t, or null/);
      }
    });

    it('refine must not return a t long before the box', () => {
      const { scene } = row(100);
      expect(() => query(scene, { refine: (_, t) => t - 0.5 })).toThrow(RangeError);
      expect(() => query(scene, { refine: (_, t) => t - 0.5 })).toThrow(/refine must return a t in the box/);
    });
  });

  describe('a callback that casts rays in the same scene', () => {
    it('a nested query returns the right answer, and so does the query that called it', async () => {
      await search(
        0.5,
        fc.property(fc.constantFrom(...familyNames), recipes(40), fc.nat(), (family, recipe, seed) => {
          const boxes = boxesOf(family, recipe);
          const { scene, loop } = sceneOf(boxes, backend);
          const random = new Random(seed);
          const ray = rayAmong(random, boxes);
          const inner = rayAmong(random, boxes);
          const innermost = rayAmong(random, boxes);
          const expected = closestOf(loop, inner, {});
          const filter = (id: number): boolean => {
            const hit = scene.raycast({ origin: vec(inner.origin), direction: vec(inner.direction) });
            if (hit?.id !== expected?.id || hit?.t !== expected?.t)
              throw new Error('a ray within a query gets another answer');
            compareRay([scene], loop, inner, {
              filter: () => scene.raycastAny({ origin: vec(innermost.origin), direction: vec(innermost.direction) }),
            });
            return id % 3 !== 0;
          };
          compareRay([scene], loop, ray, { filter });
        }),
      );
    });

    it('queries may nest to any depth', () => {
      const scene = new BoxScene({ backend });
      for (let i = 0; i < 50; i++) scene.addAabb({ min: { x: i, y: 0, z: 0 }, max: { x: i + 0.5, y: 1, z: 1 } });
      const descend = (depth: number): number =>
        scene.raycast(along, { filter: (id) => (depth === 0 || descend(depth - 1) >= 0) && id >= depth })?.id ?? -1;
      expect(descend(4)).toBe(4);
    });

    it('a callback may commit, split and cull', () => {
      const { scene, boxes } = row(100);
      const ground = { normal: { x: 0, y: 1, z: 0 }, constant: 0 };
      const { front, crossing, back } = scene.split(ground);
      const sizes = [front.size, crossing.size, back.size];
      const filter = (): boolean => {
        scene.commit();
        const again = scene.split(ground);
        expect([again.front.size, again.crossing.size, again.back.size]).toEqual(sizes);
        expect(scene.cull([ground]).inside.size).toBe(sizes[0]);
        expect(scene.bounds).not.toBeNull();
        return true;
      };
      const hits = scene.raycastAll(along, { filter });
      expect(hits).toEqual(scene.raycastAll(along));
      expect(boxes).toHaveLength(100);
    });
  });

  describe('refine', () => {
    it('refine gets the t of the box, and its result is the t of the hit', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb(unit);
      const asked: [number, number][] = [];
      const hit = scene.raycast(along, {
        refine: (id, t) => {
          asked.push([id, t]);
          return t + 0.25;
        },
      });
      expect(asked).toEqual([[0, 1]]);
      expect(hit).toMatchObject({ id: 0, t: 1.25 });
    });

    it('refine can make a box behind the closest one win', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 1, z: 1 } });
      scene.addAabb({ min: { x: 2, y: 0, z: 0 }, max: { x: 3, y: 1, z: 1 } });
      expect(scene.raycast(along, { refine: (id, t) => (id === 0 ? 8 : t) })).toMatchObject({ id: 1, t: 3 });
      expect(scene.raycast(along, { refine: (id) => (id === 0 ? 3 : null) })).toMatchObject({ id: 0, t: 3 });
    });

    it.each(['axis-aligned', 'oriented'])(
      'refine is called if the ray misses an %s box only by rounding, and not if it misses by more',
      (kind) => {
        const scene = new BoxScene({ backend });
        const far = { min: { x: 1e6, y: 0, z: 0 }, max: { x: 1e6 + 1, y: 1, z: 1 } };
        const turned = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1e6, 0, 0, 1];
        if (kind === 'oriented')
          scene.addObb({ min: { x: 0, y: -1, z: 0 }, max: { x: 1, y: 0, z: 1 }, matrix: turned });
        else scene.addAabb(far);
        const above = (gap: number) => ({ origin: { x: 0, y: 1 + gap, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } });
        const refine = (_: number, t: number): number => t;
        expect(scene.raycast(above(1e-13))).toBeNull();
        expect(scene.raycast(above(1e-13), { filter: () => true })).toBeNull();
        expect(scene.raycast(above(1e-13), { refine })?.id).toBe(0);
        expect(scene.raycast(above(1e-13), { refine })?.t).toBeCloseTo(1e6, 4);
        expect(scene.raycast(above(1e-4), { refine })).toBeNull();
      },
    );

    it('refine is called for every small, far box that the ray misses by rounding', () => {
      const scene = new BoxScene({ backend });
      const from = 6.4e6;
      for (let i = 0; i < 40; i++) {
        const min = { x: from + 0.02 * i, y: from, z: from };
        scene.addAabb({ min, max: { x: min.x + 0.01, y: from + 0.01, z: from + 0.01 } });
      }
      const beside = {
        origin: { x: from - 0.05, y: from + 0.01 + 9e-6, z: from + 0.005 },
        direction: { x: 1, y: 0, z: 0 },
      };
      expect(scene.raycastAll(beside)).toEqual([]);
      const asked: number[] = [];
      const refine = (id: number): null => {
        asked.push(id);
        return null;
      };
      expect(scene.raycast(beside, { refine })).toBeNull();
      expect(asked.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, id) => id));
    });

    it('refine is called only for the first boxes along the ray, if it hits what is in them', () => {
      const scene = new BoxScene({ backend });
      for (let i = 0; i < 1000; i++)
        scene.addAabb({ min: { x: 2 * i, y: 0, z: 0 }, max: { x: 2 * i + 1, y: 1, z: 1 } });
      const asked = new Set<number>();
      const refine = (id: number, t: number): number | null => {
        asked.add(id);
        return id < 2 ? null : t;
      };
      expect(scene.raycast(along, { refine })).toMatchObject({ id: 2, t: 5 });
      // JavaScript may call it for more boxes of the nodes that it opens.
      expect(asked.size).toBeLessThan(backend === 'wasm' ? 4 : 65);
    });

    it('refine hits the content of a box around the origin, wherever the box ends', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb({ min: { x: -5, y: 0, z: 0 }, max: { x: 9, y: 1, z: 1 } });
      scene.addAabb({ min: { x: 2, y: 0, z: 0 }, max: { x: 3, y: 1, z: 1 } });
      // The ray starts inside the first box. It leaves that box last, but hits what is in it first.
      const refine = (id: number, t: number): number => (id === 0 ? 1 : t);
      expect(scene.raycast(along, { refine })).toMatchObject({ id: 0, t: 1 });
      expect(scene.raycast(along, { refine, solid: true })).toMatchObject({ id: 0, t: 1 });
      expect(scene.raycast(along, { refine, solid: true, tMax: 2 })).toMatchObject({ id: 0, t: 1 });
    });

    it('a refined t counts only from tMin to tMax', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb(unit);
      expect(scene.raycast(along, { tMax: 1.5, refine: () => 1.75 })).toBeNull();
      expect(scene.raycast(along, { tMax: 1.5, refine: () => 1.5 })).toMatchObject({ t: 1.5 });
      expect(scene.raycast(along, { tMin: 1.25, solid: true, refine: () => 1.25 })).toMatchObject({ t: 1.25 });
      expect(scene.raycastAny(along, { tMax: 1.5, refine: () => 1.75 })).toBe(false);
      expect(scene.raycastAll(along, { tMax: 1.5, refine: () => 1.75 })).toEqual([]);
    });

    it('refine may return -0, which becomes 0', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb({ min: { x: -1, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
      const hit = scene.raycast(along, { refine: () => -0 });
      expect(Object.is(hit?.t, 0)).toBe(true);
    });

    it('refine is not called for boxes that the mask or the filter skips', () => {
      const scene = new BoxScene({ backend });
      scene.addAabb(unit, 1);
      scene.addAabb(unit, 2);
      scene.addAabb(unit, 2);
      const asked: number[] = [];
      scene.raycastAll(along, {
        mask: 2,
        filter: (id) => id !== 1,
        refine: (id, t) => {
          asked.push(id);
          return t;
        },
      });
      expect(asked).toEqual([2]);
    });
  });

  describe('mask', () => {
    const scene = new BoxScene({ backend });
    scene.addAabb(unit, 0x80000000);
    scene.addAabb(unit, 1);
    scene.addAabb(unit, 0);
    scene.addAabb(unit);

    it('the mask has 32 equal bits, and may be a signed or an unsigned number', () => {
      const ids = (mask: number): number[] => scene.raycastAll(along, { mask }).map(({ id }) => id);
      expect(ids(0x80000000)).toEqual([0, 3]);
      expect(ids(-0x80000000)).toEqual([0, 3]);
      expect(ids(1)).toEqual([1, 3]);
      expect(ids(-1)).toEqual([0, 1, 3]);
      expect(ids(0xffffffff)).toEqual([0, 1, 3]);
      expect(ids(0)).toEqual([]);
    });

    it('a mask of 0 hides a box from every query with a mask, and from no other', () => {
      expect(scene.raycastAll(along).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
      const { front } = scene.split({ normal: { x: 1, y: 0, z: 0 }, constant: 5 }, { mask: -1 });
      expect([...front].sort((a, b) => a - b)).toEqual([0, 1, 3]);
    });
  });
});

import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { INTERNALS } from '../../src/scene/internals';
import { backends, sceneOf } from '../support/compare';
import { allOf, type Loop, type LoopBox, type LoopHit, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { rangeAmong, rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { vec } from '../support/triple';

/** Calls what slabtree/three calls: see SceneInternals. */
interface Question {
  readonly ray: LoopRay;
  readonly tMin: number;
  readonly tMax: number;
  readonly mask: number;
}

const BOX = { matrix: null, inverse: null, mask: -1 };
const MASKS = [1, 2, 3, 0x80000000, -1, 0];

describe.each(backends)('candidates along a ray (%s)', (backend) => {
  it.each(familyNames)('candidates are each visited once, at the t of a loop, over %s', async (family) => {
    await search(
      1,
      fc.property(recipes(), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick(MASKS) }));
        const { scene, loop } = sceneOf(boxes, backend);
        for (let i = 0; i < 8; i++) {
          const question = questionAmong(random, boxes);
          const visited = visits(scene, question, () => Infinity);
          requireSame(visited, hitsOf(loop, question), question);
        }
      }),
    );
  });

  it('candidates are visited up to the t that still matters, whatever comes first', async () => {
    await search(
      5,
      fc.property(fc.constantFrom(...familyNames), recipes(), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const count = random.pick([1, 2, 5, recipe.count]);
        const boxes = boxesOf(family, { ...recipe, count }).map((box) => ({ ...box, mask: random.pick(MASKS) }));
        const { scene, loop } = sceneOf(boxes, backend);
        for (let i = 0; i < 8; i++) {
          const question = questionAmong(random, boxes);
          const some = new Set([...loop.keys()].filter(() => random.chance(0.3)));
          let limit = Infinity;
          const visited = visits(scene, question, (id, t) => {
            if (some.has(id)) limit = Math.min(limit, t);
            return limit;
          });
          const all = hitsOf(loop, question);
          const known = new Set(visited.map(({ id }) => id));
          requireSame(
            visited,
            all.filter(({ id }) => known.has(id)),
            question,
          );
          requireSame(
            visited.filter(({ t }) => t <= limit),
            all.filter(({ t }) => t <= limit),
            question,
          );
          expect(limit).toBe(Math.min(Infinity, ...all.filter(({ id }) => some.has(id)).map(({ t }) => t)));
        }
      }),
    );
  });

  it('candidates are the same if a visit casts another ray', async () => {
    await search(
      0.5,
      fc.property(fc.constantFrom(...familyNames), recipes(), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe);
        const { scene, loop } = sceneOf(boxes, backend);
        const [question, other] = [questionAmong(random, boxes), questionAmong(random, boxes)];
        const inner = hitsOf(loop, other);
        const visited = visits(scene, question, () => {
          requireSame(
            visits(scene, other, () => Infinity),
            inner,
            other,
          );
          return Infinity;
        });
        requireSame(visited, hitsOf(loop, question), question);
      }),
    );
  });

  it('candidates are the same if some visits run other queries, or one that throws', async () => {
    await search(
      0.5,
      fc.property(fc.constantFrom(...familyNames), recipes(), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe);
        const { scene, loop } = sceneOf(boxes, backend);
        const asks = asksOf(scene, questionAmong(random, boxes));
        for (let i = 0; i < 4; i++) {
          const question = questionAmong(random, boxes);
          const visited = visits(scene, question, () => {
            if (random.chance(0.5)) random.pick(asks)();
            return Infinity;
          });
          requireSame(visited, hitsOf(loop, question), question);
        }
      }),
    );
  });

  it('candidates are those for refine also if the ray is not solid, or refine queries another scene', async () => {
    await search(
      0.5,
      fc.property(fc.constantFrom(...familyNames), recipes(), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe);
        const { scene, loop } = sceneOf(boxes, backend);
        const { scene: other } = sceneOf(boxes, backend);
        for (let i = 0; i < 4; i++) {
          const { ray, tMin, tMax } = questionAmong(random, boxes);
          const options = { tMin, tMax, solid: random.chance(0.5) };
          const flat = { origin: vec(ray.origin), direction: vec(ray.direction) };
          const refined: LoopHit[] = [];
          scene.raycast(flat, {
            ...options,
            refine: (id, t) => {
              refined.push({ id, t });
              other.raycast(flat, { filter: () => random.chance(0.5) });
              return null;
            },
          });
          refined.sort((a, b) => a.t - b.t || a.id - b.id);
          const expected = allOf(loop, ray, { ...options, refine: (_, t) => t });
          requireSame(refined, expected, { ray, tMin, tMax, mask: -1 });
        }
      }),
    );
  });

  it('candidates include the boxes of instances, whatever is in them', () => {
    const matrix = [2, 0, 0, 0, 0, 0, 3, 0, 0, -1, 0, 0, 5, 0, 0, 1];
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1), Uint32Array.of(0, 1, 2));
    const twin = new BoxScene({ backend });
    for (const x of [0, 5, 9]) {
      matrix[12] = x;
      scene.addInstance(mesh, matrix);
      twin.addObb({ ...mesh.bounds, matrix });
    }
    // It misses the triangles.
    const ray: LoopRay = { origin: [-1, -0.9, 0.1], direction: [1, 0, 0] };
    const question = { ray, tMin: 0, tMax: Infinity, mask: -1 };
    const visited = visits(scene, question, () => Infinity);
    expect(visited.map(({ t }) => t)).toEqual([1, 6, 10]);
    expect(visited).toEqual(visits(twin, question, () => Infinity));
  });

  it('candidates are each visited once where thousands lie ahead at the same time', () => {
    const boxes: LoopBox[] = Array.from({ length: 3000 }, (_, i) => ({
      ...BOX,
      min: [i % 2, 0, 0],
      max: [10 + i, 1, 1],
    }));
    const { scene, loop } = sceneOf(boxes, backend);
    const ray: LoopRay = { origin: [-1, 0.5, 0.5], direction: [1, 0, 0] };
    const question = { ray, tMin: 0, tMax: Infinity, mask: -1 };
    requireSame(
      visits(scene, question, () => Infinity),
      hitsOf(loop, question),
      question,
    );
    const [{ t }] = hitsOf(loop, question);
    const nearest = visits(scene, question, (_, t) => t);
    expect(nearest.filter((hit) => hit.t === t)).toHaveLength(1500);
  });

  it('candidates are each visited once where many lie ahead only after others', () => {
    const row: LoopBox[] = Array.from({ length: 500 }, (_, i) => ({ ...BOX, min: [i, 0, 0], max: [i + 0.5, 1, 1] }));
    const crowd: LoopBox[] = Array.from({ length: 3000 }, (_, i) => ({
      ...BOX,
      min: [500 + (i % 3), 0, 0],
      max: [510 + i, 1, 1],
    }));
    const { scene, loop } = sceneOf([...row, ...crowd], backend);
    const ray: LoopRay = { origin: [-1, 0.5, 0.5], direction: [1, 0, 0] };
    const question = { ray, tMin: 0, tMax: Infinity, mask: -1 };
    const hits = hitsOf(loop, question);
    requireSame(
      visits(scene, question, () => Infinity),
      hits,
      question,
    );
    const visited = visits(scene, question, (_, t) => (t < 501 ? Infinity : 502));
    requireSame(
      visited.filter(({ t }) => t <= 502),
      hits.filter(({ t }) => t <= 502),
      question,
    );
    expect(new Set(visited.map(({ id }) => id)).size).toBe(visited.length);
  });

  it('candidates are visited where a ray enters them widened, also if it lies in a flat box', () => {
    const scene = new BoxScene({ backend });
    const matrix = [
      2 ** -52,
      1,
      -(2 ** -52),
      0,
      0,
      -(2 ** -50),
      -4,
      0,
      1,
      -(2 ** -52),
      2 ** -104,
      0,
      -3,
      -3 - 2 ** -51,
      3 * 2 ** -52,
      1,
    ];
    const flat = scene.addObb({ min: vec([-1, -0.5, 0]), max: vec([1, 0.5, 0]), matrix });
    const before = scene.addAabb({ min: vec([-4, -4.4, 0]), max: vec([-2, -4.2, 2]) });
    const ray: LoopRay = { origin: [-3, -17.5, 1], direction: [0, 1, 0] };
    const question = { ray, tMin: 0, tMax: Infinity, mask: -1 };
    const visited = visits(scene, question, (id) => (id === before ? 14 : Infinity));
    expect(visited.map(({ id }) => id)).toEqual([before, flat]);
    // The ray is in the flat box from 13.5 on.
    expect(visited[1].t).toBeGreaterThan(14);
  });

  it('all candidates are visited where a line has overflowed, although no smaller t can come', () => {
    const scene = new BoxScene({ backend });
    for (let i = 1; i <= 20; i++) scene.addAabb({ min: vec([-i * 1e10, 0, 0]), max: vec([-1, 1, 1]) });
    const ray: LoopRay = { origin: [0, 0.5, 0.5], direction: [1e-300, 0, 0] };
    const question = { ray, tMin: -Infinity, tMax: Infinity, mask: -1 };
    expect(visits(scene, question, (_, t) => t)).toEqual(
      [...Array(20).keys()].map((id) => ({ id, t: -Number.MAX_VALUE })),
    );
  });

  it.each([1, 3, 100])(
    'a visit may not change the scene, which answers again after an error, if there are %d',
    (count) => {
      const { scene, loop } = sceneOf(boxesOf('an integer grid', { count, seed: 3 }), backend);
      const [{ min, max }] = loop.values();
      const ray: LoopRay = { origin: [min[0] - 1, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2], direction: [1, 0, 0] };
      const question = { ray, tMin: 0, tMax: Infinity, mask: -1 };
      const expected = hitsOf(loop, question);
      expect(expected).not.toEqual([]);
      expect(() =>
        visits(scene, question, (id) => {
          scene.remove(id);
          return Infinity;
        }),
      ).toThrow(/cannot be changed/);
      expect(() => visits(scene, { ...question, ray: { ...ray, direction: [0, 0, 0] } }, () => Infinity)).toThrow(
        'ray.direction must not be zero',
      );
      const visited = visits(scene, question, () => Infinity);
      requireSame(visited, expected, question);
      scene.remove(visited[0].id);
      loop.delete(visited[0].id);
      requireSame(
        visits(scene, question, () => Infinity),
        hitsOf(loop, question),
        question,
      );
    },
  );
});

function questionAmong(random: Random, boxes: readonly LoopBox[]): Question {
  const ray = rayAmong(random, boxes);
  const { tMin = 0, tMax = Infinity } = random.chance(0.5) ? rangeAmong(random, boxes, ray) : {};
  return { ray, tMin, tMax, mask: random.pick(MASKS) };
}

/** What a visit may ask of the scene that it is about. */
function asksOf(scene: BoxScene, question: Question): readonly (() => void)[] {
  const { tMin, tMax, mask } = question;
  const ray = { origin: vec(question.ray.origin), direction: vec(question.ray.direction) };
  const box = { min: ray.origin, max: ray.origin };
  return [
    () => scene.raycast(ray, { tMin, tMax }),
    () => scene.raycast(ray, { filter: () => false, mask }),
    () => scene.raycastAny(ray, { tMax: 1 }),
    () => scene.raycastMany(Float64Array.of(0, 0, 0, 1, 1, 1), { mask }),
    () => scene.nearest(ray.origin),
    () => scene.overlap(box),
    () => scene.split({ normal: ray.direction, constant: 0 }),
    () => {
      scene.commit();
    },
    () => {
      const fail = () =>
        visits(scene, question, () => {
          throw new Error('not now');
        });
      if (visits(scene, question, () => Infinity).length > 0) expect(fail).toThrow('not now');
    },
  ];
}

function visits(
  scene: BoxScene,
  { ray, tMin, tMax, mask }: Question,
  visit: (id: number, t: number) => number,
): LoopHit[] {
  const visited: LoopHit[] = [];
  scene[INTERNALS].visitCandidates({ origin: vec(ray.origin), direction: vec(ray.direction) }, tMin, tMax, mask, {
    isFirstEnough: false,
    visit: (id, t) => {
      visited.push({ id, t });
      // -Infinity would end the visits.
      return Math.max(visit(id, t), -Number.MAX_VALUE);
    },
  });
  return visited.sort((a, b) => a.t - b.t || a.id - b.id);
}

/** Boxes are as wide as for `refine`, and solid. */
function hitsOf(loop: Loop, { ray, ...range }: Question): LoopHit[] {
  return allOf(loop, ray, { ...range, solid: true, refine: (_, t) => t });
}

/** `expect` is too slow for so many comparisons. */
function requireSame(visited: readonly LoopHit[], expected: readonly LoopHit[], question: Question): void {
  const isSame = ({ id, t }: LoopHit, i: number) => id === expected[i].id && Object.is(t, expected[i].t);
  if (visited.length === expected.length && visited.every(isSame)) return;
  expect({ visited, question }).toEqual({ visited: expected, question });
}

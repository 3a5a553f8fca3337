import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type FloatArray } from 'slabtree';
import { backends, sceneOf, scenesOf, show } from '../support/compare';
import { expectComplaint } from '../support/errors';
import { aabb, closestOf, type LoopBox, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { rangeAmong, rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { each } from '../support/triple';

function isRay({ origin, direction }: LoopRay): boolean {
  return [...origin, ...direction].every((value) => Number.isFinite(value)) && direction.some((value) => value !== 0);
}

function inFloat32({ origin, direction }: LoopRay): LoopRay {
  return { origin: each((k) => Math.fround(origin[k])), direction: each((k) => Math.fround(direction[k])) };
}

/** Rays that have nothing to do with each other. */
function raysApart(random: Random, boxes: readonly LoopBox[], count: number): LoopRay[] {
  return Array.from({ length: count }, () => rayAmong(random, boxes));
}

/**
 * Rays of which most are near the one before, and go nearly the same way, as in a picture. The kernel casts four of them
 * at a time if they go the same way on each axis. A few go elsewhere, or have other sizes.
 */
function raysSideBySide(random: Random, boxes: readonly LoopBox[], count: number): LoopRay[] {
  let ray = rayAmong(random, boxes);
  return Array.from({ length: count }, () => {
    if (random.chance(0.05)) ray = rayAmong(random, boxes);
    const { origin, direction } = ray;
    const size = random.chance(0.005) ? random.pick([1e-30, 1e-9, 1e9, 1e30]) : 1;
    const step = random.pick([0, 1e-6, 1e-3, 0.1]);
    const near = (value: number): number => value * (1 + step * (random.next() - 0.5));
    return { origin: each((k) => near(origin[k])), direction: each((k) => near(direction[k]) * size) };
  });
}

const numbers32 = (rays: LoopRay[]): LoopRay[] => rays.map(inFloat32).filter(isRay);
const numbers64 = (rays: LoopRay[]): LoopRay[] => rays.filter(isRay);

describe('raycastMany and the plain loop', () => {
  it.each([
    ['a Float64Array', raysApart, 30, numbers64, Float64Array],
    ['a Float32Array', raysApart, 30, numbers32, Float32Array],
    ['a Float64Array, side by side,', raysSideBySide, 60, numbers64, Float64Array],
    ['a Float32Array, side by side,', raysSideBySide, 60, numbers32, Float32Array],
  ] as const)(
    'raycastMany finds for each ray of %s the hit of the plain loop',
    async (_, make, most, convert, NumbersOf) => {
      await search(
        2,
        fc.property(
          fc.constantFrom(...familyNames),
          recipes(),
          fc.nat(most),
          fc.nat(),
          (family, recipe, count, seed) => {
            const boxes = boxesOf(family, recipe);
            const { scenes, loop } = scenesOf(boxes);
            const random = new Random(seed);
            const rays = convert(make(random, boxes, count));
            const options = {
              ...rangeAmong(random, boxes, rays.at(0) ?? rayAmong(random, boxes)),
              ...(random.chance(0.3) ? { mask: random.pick([0, 1, -1]) } : {}),
              ...(random.chance(0.3) ? { filter: (id: number) => id % 3 !== 0 } : {}),
            };
            const numbers = NumbersOf.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));
            const expected = rays.map((ray) => closestOf(loop, ray, options));
            for (const scene of scenes) {
              const { ids, ts } = scene.raycastMany(numbers, options);
              expect(ids).toHaveLength(rays.length);
              expected.forEach((closest, i) => {
                if (ids[i] !== (closest?.id ?? -1) || !Object.is(ts[i], closest?.t ?? Infinity)) {
                  throw new Error(show({ id: ids[i], t: ts[i], closest, ray: rays[i], options, boxes }));
                }
              });
            }
          },
        ),
      );
    },
  );
});

/** Batches of rays: rows of rays from one eye, whose neighbours hit the same boxes, or rays from anywhere. */
const batches = {
  coherent: (random: Random, count: number): LoopRay[] => {
    const width = Math.ceil(Math.sqrt(count));
    const eye = random.triple(12, 14);
    return Array.from({ length: count }, (_, i) => ({
      origin: eye,
      direction: [-1 + (i % width) / width, -1 + Math.floor(i / width) / width, -1],
    }));
  },
  'coherent, through the middle': (random: Random, count: number): LoopRay[] => {
    const width = Math.ceil(Math.sqrt(count)) | 1;
    const eye = random.triple(-1, 1);
    return Array.from({ length: count }, (_, i) => ({
      origin: eye,
      direction: [(i % width) - (width >> 1), Math.floor(i / width) - (width >> 1), width],
    }));
  },
  parallel: (_: Random, count: number): LoopRay[] => {
    const width = Math.ceil(Math.sqrt(count));
    return Array.from({ length: count }, (_, i) => ({
      origin: [-14 + (28 * (i % width)) / width, -14 + (28 * Math.floor(i / width)) / width, 14],
      direction: [0, 0, -1],
    }));
  },
  incoherent: (random: Random, count: number): LoopRay[] =>
    Array.from({ length: count }, () => ({ origin: random.triple(-14, 14), direction: random.direction() })),
  'of all sizes': (random: Random, count: number): LoopRay[] =>
    Array.from({ length: count }, () => {
      const size = random.pick([1, 1, 1, 1e-9, 1e9, 1e-30, 1e30]);
      const direction = random.direction();
      return {
        origin: random.chance(0.1) ? each(() => random.magnitude(1, 1e25)) : random.triple(-14, 14),
        direction: each((k) => (random.chance(0.1) ? 0 : direction[k] * size)),
      };
    }).filter(isRay),
} satisfies Record<string, (random: Random, count: number) => LoopRay[]>;

function numbersOf(rays: readonly LoopRay[], NumbersOf: typeof Float32Array | typeof Float64Array): FloatArray {
  const numbers = new NumbersOf(6 * rays.length);
  rays.forEach(({ origin, direction }, i) => {
    numbers.set(origin, 6 * i);
    numbers.set(direction, 6 * i + 3);
  });
  return numbers;
}

/** The first index at which two arrays differ, or -1. `toEqual` takes too long. */
function differingAt(found: FloatArray | Int32Array, expected: FloatArray | Int32Array): number {
  if (found.length !== expected.length) return Math.min(found.length, expected.length);
  for (let i = 0; i < found.length; i++) if (!Object.is(found[i], expected[i])) return i;
  return -1;
}

/** The ray at an index of a batch, from its numbers. */
function rayAt(numbers: FloatArray, index: number): LoopRay {
  const [x, y, z, u, v, w] = numbers.subarray(6 * index);
  return { origin: [x, y, z], direction: [u, v, w] };
}

describe.each([Float32Array, Float64Array])('raycastMany of many rays in a %o', (NumbersOf) => {
  const boxes = boxesOf('boxes of all kinds', { count: 100, seed: 4 }).map((box, i) => ({ ...box, mask: 1 + (i % 3) }));
  const { scenes, loop } = scenesOf(boxes);

  // The kernel takes 65,536 rays at a time. It puts 1024 or more rays in order if they are incoherent, and casts 256 of these
  // at a time.
  it.each<[number, keyof typeof batches]>([
    [1023, 'incoherent'],
    [1024, 'incoherent'],
    [1279, 'incoherent'],
    [1281, 'incoherent'],
    [65_537, 'incoherent'],
    [140_000, 'incoherent'],
    [1024, 'coherent'],
    [65_537, 'coherent'],
    [1025, 'coherent, through the middle'],
    [1026, 'parallel'],
    [1024, 'of all sizes'],
    [65_537, 'of all sizes'],
  ])('raycastMany answers in the order of the rays: %i of them, %s', (count, kind) => {
    const random = new Random(count);
    const made = batches[kind](random, count);
    const rays = numbersOf(NumbersOf === Float32Array ? made.map(inFloat32).filter(isRay) : made, NumbersOf);
    const options = random.pick([{}, { mask: 2, tMin: -Infinity, tMax: 9, solid: true }]);
    const [js, wasm] = scenes.map((scene) => scene.raycastMany(rays, options));
    expect(js.ids.length).toBe(rays.length / 6);
    expect(differingAt(wasm.ids, js.ids)).toBe(-1);
    expect(differingAt(wasm.ts, js.ts)).toBe(-1);
    expect(new Set(js.ids).size).toBeGreaterThan(1);
    // Compare some rays with the loop, including those on either side of the end of a batch.
    const asked = [0, 1, 1022, 65_535, 65_536, js.ids.length - 1];
    for (let i = 0; i < 500; i++) asked.push(random.below(js.ids.length));
    for (const i of asked) {
      if (i >= js.ids.length) continue;
      const closest = closestOf(loop, rayAt(rays, i), options);
      if (js.ids[i] !== (closest?.id ?? -1) || !Object.is(js.ts[i], closest?.t ?? Infinity)) {
        throw new Error(show({ id: js.ids[i], t: js.ts[i], closest, ray: rayAt(rays, i), options }));
      }
    }
  });

  it('raycastMany does not change the rays', () => {
    const rays = numbersOf(batches.incoherent(new Random(1), 5000), NumbersOf);
    const before = rays.slice();
    for (const scene of scenes) scene.raycastMany(rays);
    expect(differingAt(rays, before)).toBe(-1);
  });

  /** The number of rays, and the index of the bad one. */
  const somewhere = [
    [1, 0],
    [3000, 0],
    [3000, 1500],
    [3000, 2999],
    [70_000, 69_999],
  ];

  const bad: [string, number, number][] = [
    ['NaN in an origin', 1, NaN],
    ['Infinity in an origin', 2, Infinity],
    ['NaN in a direction', 3, NaN],
    ['-Infinity in a direction', 5, -Infinity],
  ];

  const manyRays = numbersOf(batches.incoherent(new Random(2), 70_000), NumbersOf);

  it.each(bad)('the error names the ray with %s, wherever it is', (_, at, value) => {
    for (const [count, index] of somewhere) {
      const rays = manyRays.slice(0, 6 * count);
      const whole = rays[6 * index + at];
      for (const scene of scenes) {
        rays[6 * index + at] = value;
        expectComplaint(() => scene.raycastMany(rays), RangeError, [
          `rays[${6 * index + at}] (ray ${index})`,
          String(value),
        ]);
        // The scene still answers.
        rays[6 * index + at] = whole;
        expect(scene.raycastMany(rays.subarray(0, 6)).ids).toHaveLength(1);
      }
    }
  });

  it('the error names the first ray whose direction is zero, wherever it is', () => {
    for (const [count, index] of somewhere) {
      const rays = manyRays.slice(0, 6 * count);
      rays.fill(-0, 6 * count - 3);
      rays.fill(0, 6 * index + 3, 6 * index + 6);
      for (const scene of scenes) {
        expectComplaint(() => scene.raycastMany(rays), RangeError, [`rays[${6 * index + 3}] (ray ${index})`, 'zero']);
      }
    }
  });
});

describe.each(backends)('BoxScene.raycastMany (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  const first = scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } }, 0b01);
  const second = scene.addAabb({ min: { x: 4, y: 0, z: 0 }, max: { x: 5, y: 1, z: 1 } }, 0b10);
  const rays = Float32Array.of(-1, 0.5, 0.5, 1, 0, 0, 7, 0.5, 0.5, -1, 0, 0, 0, 9, 0, 1, 0, 0);

  it('raycastMany returns typed arrays, with id -1 and t Infinity if nothing is hit', () => {
    const { ids, ts } = scene.raycastMany(rays);
    expect(ids).toEqual(Int32Array.of(first, second, -1));
    expect(ts).toEqual(Float64Array.of(1, 2, Infinity));
  });

  it('raycastMany accepts the options of raycast, for all rays', () => {
    expect(scene.raycastMany(rays, { mask: 0b10 }).ts).toEqual(Float64Array.of(5, 2, Infinity));
    expect(scene.raycastMany(rays, { filter: (id) => id === first }).ids).toEqual(Int32Array.of(first, first, -1));
    expect(scene.raycastMany(rays, { tMin: 1.5, solid: true }).ts).toEqual(Float64Array.of(1.5, 2, Infinity));
    expect(scene.raycastMany(rays, { refine: (id, t) => (id === first ? null : t + 0.5) }).ts).toEqual(
      Float64Array.of(5.5, 2.5, Infinity),
    );
  });

  it.each([undefined, 0b10])(
    'raycastMany finds the closest of thousands of boxes that all rays hit, with mask %s',
    (mask) => {
      // Identical boxes and nested ones, so many that rays which share a walk go on one by one.
      const boxes = Array.from({ length: 6000 }, (_, i) =>
        i % 2 === 0
          ? aabb([0, 0, 0], [1, 1, 1], 1 + (i % 3))
          : aabb([-i / 6000, 0, 0], [1 + i / 6000, 1, 1], 1 + (i % 3)),
      );
      const { scene: duplicates, loop } = sceneOf(boxes, backend);
      const rays: LoopRay[] = Array.from({ length: 13 }, (_, i) => ({
        origin: [-7, 0.4 + i / 100, 0.5],
        direction: [1, 0.001, 0.002],
      }));
      const inside: LoopRay[] = rays.map(({ direction }, i) => ({ origin: [0.5, 0.5, 0.4 + i / 100], direction }));
      for (const batch of [rays, inside]) {
        const { ids, ts } = duplicates.raycastMany(
          Float64Array.from(batch.flatMap(({ origin, direction }) => [...origin, ...direction])),
          mask === undefined ? {} : { mask },
        );
        const expected = batch.map((ray) => closestOf(loop, ray, mask === undefined ? {} : { mask }));
        expect([...ids]).toEqual(expected.map((hit) => hit?.id));
        expect([...ts]).toEqual(expected.map((hit) => hit?.t));
      }
    },
  );

  it('raycastMany returns empty arrays if there are no rays', () => {
    const { ids, ts } = scene.raycastMany(new Float64Array(0));
    expect([ids.length, ts.length]).toEqual([0, 0]);
  });

  it('raycastMany returns the right hits if a filter casts rays of its own', () => {
    const filter = (id: number): boolean => {
      scene.raycastMany(rays);
      scene.raycast({ origin: { x: 9, y: 9, z: 9 }, direction: { x: 0, y: 1, z: 0 } });
      return id === second;
    };
    expect(scene.raycastMany(rays, { filter }).ts).toEqual(Float64Array.of(5, 2, Infinity));
  });
});

import fc from 'fast-check';
import { finish } from '../../../src/bvh/build/buildSteps';
import { describe, expect, it, vi } from 'vitest';
import type { BoxScene } from 'slabtree';
import { tracePaths } from '../../../src/bvh/tree/treePaths';
import { createWasmBackend } from '../../../src/bvh/backend/createBackend';
import { WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';
import { ClosestHit } from '../../../src/bvh/query/raycast';
import { FlatShape } from '../../../src/primitives/query/flatShape';
import { createRayBuffer } from '../../../src/primitives/flat/rayBuffer';
import { compareCull, compareRay, compareSplit, compareTrees, scenesOf } from '../../support/compare';
import { boxStoreOf } from '../../support/boxStoreOf';
import { aabb, type Loop, type LoopBox, type LoopOptions, type LoopPlane, type LoopRay, obb } from '../../support/loop';
import { linearParts, placed } from '../../support/matrices';
import { planeAmong } from '../../support/planes';
import { Random } from '../../support/random';
import { rangeAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { each, type Triple } from '../../support/triple';
import { step } from '../../support/ulps';

// Where the kernel's float32 margins end, and where they are as narrow as they may be: src/kernel/margins/rayMargin.ts and planeMargin.ts.

/** All ranges that matter to a margin. */
const ranges: LoopOptions[] = [
  {},
  { tMin: -Infinity },
  { solid: true },
  { tMin: -Infinity, solid: true },
  { mask: 0 },
  { mask: 2 },
];

function compareRays(scenes: readonly BoxScene[], loop: Loop, rays: Iterable<LoopRay>): void {
  for (const ray of rays) for (const range of ranges) compareRay(scenes, loop, ray, range);
}

/** Cubes in rows, many of which share faces, `size` wide and with the first of them at a corner. */
function blocks(corner: Triple, size: number, count = 4): LoopBox[] {
  const boxes: LoopBox[] = [];
  for (let x = 0; x < count; x++) {
    for (let y = 0; y < count; y++) {
      for (let z = 0; z < count; z++) {
        const min: Triple = [corner[0] + x * size, corner[1] + y * size, corner[2] + z * size];
        boxes.push(
          aabb(
            min,
            each((k) => min[k] + size),
            1 + ((x + y + z) % 3),
          ),
        );
      }
    }
  }
  return boxes;
}

/** Rays along the faces, edges and corners of a box, from outside on both sides and from on it, some ulps beside it. */
function* grazing(
  random: Random,
  { min, max }: LoopBox,
  count: number,
  distances: readonly number[],
): Generator<LoopRay> {
  for (let i = 0; i < count; i++) {
    const along = random.axis();
    const onFace = each((k) => step(random.chance(0.5) ? min[k] : max[k], random.below(7) - 3));
    const within = each((k) => min[k] + random.next() * (max[k] - min[k]));
    const other = (along + 1 + random.below(2)) % 3;
    // On an edge, or on a face.
    const at = each((k) => (k === along || (k === other && random.chance(0.5)) ? within[k] : onFace[k]));
    const distance = random.sign() * random.pick(distances);
    const direction = each((k) => (k === along ? (distance > 0 ? -1 : 1) * random.pick([1, 3, 1e-3]) : 0));
    yield { origin: each((k) => (k === along ? at[k] + distance : at[k])), direction };
    // Nearly along it: so slowly across that the kernel may take it for not at all.
    const slow = random.pick([1e-17, 1e-25, 2 ** -32, step(2 ** -32, 1), 2 ** -31, 1e-9, 1e-300]) * random.sign();
    yield {
      origin: each((k) => (k === along ? at[k] + distance : at[k])),
      direction: each((k) => (k === along ? direction[k] : slow * Math.abs(direction[along]))),
    };
    // To a corner, across it.
    const corner = each((k) => step(random.chance(0.5) ? min[k] : max[k], random.below(3) - 1));
    const across = each(() => random.sign() * random.pick([1, 1, 0.5]));
    const far = Math.abs(distance);
    yield { origin: each((k) => corner[k] - far * across[k]), direction: across };
  }
}

describe('rays that graze boxes', () => {
  it.each<[string, Triple, number]>([
    ['at zero', [-2, -2, -2], 1],
    ['of a third', [-2 / 3, -1 / 3, 1 / 3], 1 / 3],
    ['at 6.4e6, of float32', [6_400_000, -6_400_000, 6_399_998], 1],
    ['at 6.4e6, of float64', [6_400_000.1, -6_400_000.3, 6_400_000.7], 0.3],
    ['at 1e12', [1e12, -1e12, 1e12], 1024],
    ['at 1e12, as small as there', [1e12, -1e12, 1e12], 2 ** -13],
    ['at 1e12 on one axis only', [1e12, 0, -2], 1],
    ['of 1e-12', [-2e-12, 0, 1e-12], 1e-12],
    ['of 1e-17, at zero', [-2e-17, 0, 1e-17], 1e-17],
    ['of 1e17', [-2e17, 0, 1e17], 1e17],
    ['of 1e-25, which are too small for the kernel', [-2e-25, 0, 1e-25], 1e-25],
    ['of 1e25, which are too large for the kernel', [-2e25, 0, 1e25], 1e25],
  ])("both backends return the loop's hits at the faces, edges and corners of cubes %s", (_, corner, size) => {
    const boxes = blocks(corner, size);
    const { scenes, loop } = scenesOf(boxes, true);
    compareTrees(scenes);
    const random = new Random(Math.round(Math.log2(size)));
    const distances = [0, 0.5, 2, 10, 1e3, 1e5, 1e7].map((distance) => distance * size);
    for (let i = 0; i < 12; i++) compareRays(scenes, loop, grazing(random, random.pick(boxes), 2, distances));
  });

  it("both backends return the loop's hits at corners a thousand times as far as the ray's origin", () => {
    const random = new Random(11);
    const boxes = Array.from({ length: 200 }, () => {
      // Such numbers are not rounded outward in a node.
      const min = each(() => Math.fround(random.between(-1000, 1000)));
      return aabb(
        min,
        each((k) => Math.fround(min[k] + random.between(0.5, 2))),
      );
    });
    const { scenes, loop } = scenesOf(boxes);
    for (const { min, max } of boxes) {
      for (let i = 0; i < 4; i++) {
        const corner = each((k) => (random.chance(0.5) ? min[k] : max[k]));
        const origin = random.triple(-1, 1);
        // It reaches all three planes of the corner at the same t.
        const direction = each((k) => corner[k] - origin[k]);
        compareRay(scenes, loop, { origin, direction });
        compareRay(scenes, loop, { origin, direction }, random.pick(ranges));
        compareRay(scenes, loop, { origin, direction: each((k) => -direction[k]) }, random.pick(ranges));
      }
    }
  });

  it("both backends return the loop's hits on boxes of every family, also from far outside", async () => {
    await search(
      1,
      fc.property(fc.constantFrom(...familyNames), recipes(40), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe).filter(({ matrix }) => matrix === null);
        if (boxes.length === 0) return;
        const { scenes, loop } = scenesOf(boxes);
        const box = random.pick(boxes);
        const size = Math.max(...each((k) => box.max[k] - box.min[k])) || 1;
        const distances = [0, 1, 1e3, 1e5, 1e7].map((distance) => distance * size);
        for (const ray of grazing(random, box, 3, distances)) {
          if (![...ray.origin, ...ray.direction].every((value) => Number.isFinite(value))) continue;
          compareRay(scenes, loop, ray);
          compareRay(scenes, loop, ray, rangeAmong(random, boxes, ray));
        }
      }),
    );
  });

  it("both backends return the loop's hits on oriented boxes, also from ten million times the scene", () => {
    const random = new Random(5);
    const boxes = Array.from({ length: 60 }, () =>
      obb(
        [-1, -1, -1],
        [1, 1, 1],
        placed(
          random.pick([linearParts.rotation, linearParts['quarter turn'], linearParts.shear])(random),
          random.triple(-20, 20),
        ),
        1 + random.below(3),
      ),
    ).filter((box) => box !== null);
    const { scenes, loop } = scenesOf(boxes);
    compareTrees(scenes);
    for (let i = 0; i < 150; i++) {
      const { matrix } = random.pick(boxes);
      if (matrix === null) continue;
      const corner = each(
        (k) =>
          matrix[12 + k] + random.sign() * matrix[k] + random.sign() * matrix[4 + k] + random.sign() * matrix[8 + k],
      );
      const direction = random.direction();
      for (const distance of [1, 40, 4e4, 4e6, 4e8]) {
        compareRay(scenes, loop, { origin: each((k) => corner[k] - distance * direction[k]), direction });
      }
    }
  });
});

describe('huge boxes among small ones', () => {
  const small = blocks([100, -50, 0], 2 ** -6);
  const huge = [
    aabb([-1e5, -1e5, -2], [1e5, 1e5, -1]),
    aabb([-3e6, 100, 0], [3e6, 100.001, 5e6]),
    aabb([1e7, 1e7, 1e7], [1e8, 1e8, 1e8]),
  ];

  it.each([1, 2, 3])('rays hit %d huge boxes and the small ones beside them exactly', (count) => {
    const boxes = [...small, ...huge.slice(0, count)];
    const { scenes, loop } = scenesOf(boxes, true);
    compareTrees(scenes);
    const random = new Random(count);
    for (let i = 0; i < 40; i++) {
      const distances = [0, 0.01, 1, 1e3, 1e6, 1e9];
      compareRays(scenes, loop, grazing(random, random.pick(i % 4 === 0 ? boxes.slice(-count) : small), 2, distances));
    }
  });

  it('huge boxes do not prevent the kernel from casting any ray', () => {
    const backend = createWasmBackend();
    const tree = finish(backend.build(boxStoreOf([...small, ...huge], backend.memory)));
    // The walk in JavaScript says in the tree that it is under way.
    const walks = vi.fn();
    Object.defineProperty(tree, 'walks', { get: () => 0, set: walks });
    const ray = createRayBuffer();
    ray.set([100.01, -49.99, -0.5, 1e-3, 1e-3, 1]);
    const hit = new ClosestHit();
    backend.raycast(tree, ray, {}, hit);
    expect(hit.t).toBe(0.5);
    expect(walks).not.toHaveBeenCalled();
  });
});

describe('rays in the plane of all boxes', () => {
  const flat = ([x, y, z]: Triple, across: number, at: number): LoopBox => {
    const min: Triple = [x, y, z];
    return aabb(
      each((k) => (k === across ? at : min[k])),
      each((k) => (k === across ? at : min[k] + 1)),
    );
  };

  // There is nothing then that a margin could be a share of.
  it.each([0, -0, 5, 1e6, 1e-30, 5e-324, 0.1])('rays in the plane at %d hit the boxes, also from its middle', (at) => {
    for (const across of [0, 1, 2]) {
      const boxes = [2, -3, 5, 20, -20].flatMap((x) => [
        flat([x, -0.5, -0.5], across, at),
        flat([-0.5, x, -0.5], across, at),
        flat([-0.5, -0.5, x], across, at),
      ]);
      const { scenes, loop } = scenesOf(boxes, true);
      compareTrees(scenes);
      for (const start of [0, 0.25, 2, -3, 1e-30]) {
        const origin = each((k) => (k === across ? at : start));
        for (const along of [0, 1, 2]) {
          for (const sign of [1, -1]) {
            compareRays(scenes, loop, [
              { origin, direction: each((k) => (k === along ? sign : 0)) },
              { origin, direction: each((k) => (k === along ? sign : 1e-25)) },
              { origin, direction: each((k) => (k === across ? -0 : sign)) },
              {
                origin: each((k) => (k === across ? step(at, sign) : start)),
                direction: each((k) => (k === along ? 1 : 0)),
              },
            ]);
          }
        }
      }
    }
  });
});

describe('rays of all sizes', () => {
  const boxes = boxesOf('boxes of all kinds', { count: 100, seed: 6 }).map((box, i) => ({ ...box, mask: 1 + (i % 3) }));
  const { scenes, loop } = scenesOf(boxes);

  it.each([
    1e-300,
    1e-30,
    1e-10,
    2 ** -30,
    step(2 ** -30, -1),
    1e9,
    2 ** 30,
    step(2 ** 30, 1),
    1e10,
    1e30,
    3e38,
    1e150,
  ])('rays with directions of %d hit as in the loop, in the kernel or in JavaScript', (size) => {
    const random = new Random(1);
    for (let i = 0; i < 20; i++) {
      const direction = random.direction();
      const zero = random.pick([-1, 0, 1, 2]);
      compareRays(scenes, loop, [
        { origin: random.triple(-10, 10), direction: each((k) => (k === zero ? 0 : direction[k] * size)) },
      ]);
    }
  });

  it.each([1e5, 1e9, 1e15, 2 ** 60, 2 ** 61, 1e25, 1e38, 1e39, 1e100])(
    'rays with origins at %d hit as in the loop',
    (distance) => {
      const random = new Random(2);
      for (let i = 0; i < 20; i++) {
        const target = random.triple(-10, 10);
        const [x, y, z] = random.pick<Triple>([[1, 0, 0], [0, -1, 0], [0, 0, 1], random.direction()]);
        const origin: Triple = [target[0] - distance * x, target[1] - distance * y, target[2] - distance * z];
        compareRays(scenes, loop, [{ origin, direction: [x, y, z] }]);
      }
    },
  );
});

describe('a t beyond float64', () => {
  // It is stretched so much that it is never skipped, and the ray is an ordinary one.
  const far = obb([1e107, -1, -1], [1.5e107, 1, 1], placed([1e200, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]));
  if (far === null) throw new Error('the box has no inverse');
  const ray: LoopRay = { origin: [0, 0.5, 0.5], direction: [2 ** -20, 0, 0] };

  it('a ray misses a box whose t is beyond float64, and hits it with a longer direction', () => {
    const near = aabb([5, 0, 0], [6, 1, 1]);
    for (const boxes of [[far], [far, far], [near, far], [far, near, far]]) {
      const { scenes, loop } = scenesOf(boxes);
      compareTrees(scenes);
      for (const options of [{}, { tMin: 7e6 }, { tMin: 7e6, tMax: 1e300 }, { solid: true }]) {
        compareRay(scenes, loop, ray, options);
        compareRay(scenes, loop, { ...ray, direction: [1, 0, 0] }, options);
      }
      compareRay(scenes, loop, { ...ray, direction: [-(2 ** -20), 0, 0] }, { tMin: -Infinity });
      compareRay(scenes, loop, { ...ray, direction: [-1, 0, 0] }, { tMin: -Infinity });
    }
    const rays = Float64Array.of(...ray.origin, ...ray.direction, ...ray.origin, 1, 0, 0);
    for (const scene of scenesOf([far]).scenes) {
      const { ids, ts } = scene.raycastMany(rays);
      expect([...ids]).toEqual([-1, 0]);
      expect([...ts]).toEqual([Infinity, 1e307]);
    }
  });
});

describe('thousands of identical boxes', () => {
  it.each<[string, LoopBox | null]>([
    ['at zero', aabb([0, 0, 0], [1, 1, 1])],
    ['of float64', aabb([0.1, 0.1, 0.1], [0.7, 0.7, 0.7])],
    ['far from zero', aabb([6.4e6, 6.4e6, 6.4e6], [6.4e6 + 1, 6.4e6 + 1, 6.4e6 + 1])],
    ['without a size', aabb([1, 1, 1], [1, 1, 1])],
    ['that are turned', obb([-1, -1, -1], [1, 1, 1], placed([0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1], [3, 4, 5]))],
  ])('a ray hits the smallest id of identical boxes, and a plane has all on one side: %s', (_, box) => {
    if (box === null) throw new Error('the box has no inverse');
    const boxes = Array.from({ length: 3000 }, (_, i) => ({ ...box, mask: 1 + (i % 3) }));
    const { scenes, loop } = scenesOf(boxes, true);
    compareTrees(scenes);
    const random = new Random(3);
    compareRays(scenes, loop, grazing(random, box.matrix === null ? box : aabb([2, 3, 4], [4, 5, 6]), 2, [0, 1, 100]));
    for (let i = 0; i < 6; i++) compareSplit(scenes, loop, planeAmong(random, [box]), random.pick([undefined, 0, 1]));
  });
});

describe('cull and split by planes of all sizes', () => {
  const scales = [
    5e-324, 1e-310, 1e-200, 1e-181, 1e-180, 1e-179, 1e-30, 1, 1e30, 1e100, 1e200, 1e240, 1.1e240, 1e241, 1e300,
  ];

  it.each<[string, LoopBox[]]>([
    ['small integers', blocks([-2, -2, -2], 1)],
    ['thirds', blocks([-2 / 3, -1 / 3, 1 / 3], 1 / 3)],
    ['float64 numbers far from zero', blocks([6_400_000.1, -6_400_000.3, 6_400_000.7], 0.3)],
    ['float32 numbers far from zero', blocks([6_400_000, -6_400_000, 6_399_998], 1)],
    ['1e12', blocks([1e12, -1e12, 1e12], 2 ** -13)],
    ['1e-25', blocks([-2e-25, 0, 1e-25], 1e-25)],
    ["a few of float32's smallest numbers", blocks([-3 * 2 ** -149, 0, 2 ** -149], 2 ** -149)],
    ["parts of float32's smallest number", blocks([-(2 ** -149), 0, 2 ** -151], 0.7 * 2 ** -150)],
    ['1e-38', blocks([-2e-38, 0, 1e-38], 1e-38)],
    ['1e25', blocks([-2e25, 0, 1e25], 1e25)],
    ['1e36 and 1e37', blocks([-1e37, 0, 1e37], 1e36)],
  ])('planes with normals of 5e-324 to 1e300 split boxes of %s at and beside their corners exactly', (_, boxes) => {
    const { scenes, loop } = scenesOf(boxes, true);
    const random = new Random(4);
    for (const scale of scales) {
      for (let i = 0; i < 6; i++) {
        const { min, max } = random.pick(boxes);
        const unit: Triple = random.pick([
          [1, 0, 0],
          [0, -1, 0],
          [1, 1, -1],
          [-1, 1e-9, 0],
          [1, 1e-17, -1e-25],
          random.direction(),
        ]);
        const normal = each((k) => unit[k] * scale);
        if (normal.every((value) => value === 0)) continue;
        const corner = each((k) => (random.chance(0.5) ? min[k] : max[k]));
        const constant = -(normal[0] * corner[0] + normal[1] * corner[1] + normal[2] * corner[2]);
        if (!Number.isFinite(constant)) continue;
        const plane = { normal, constant: step(constant, random.below(7) - 3) };
        compareSplit(scenes, loop, plane, random.pick([undefined, undefined, 0, 2]));
        compareCull(scenes, loop, [plane, { normal: [0, 0, -1], constant: max[2] }], random.pick([undefined, 0, 1]));
      }
    }
  });

  it.each([1e-30, 1e-38, 1e-44, 1e-46, 1e-50, 1e-60])(
    'planes that lean by %d split very wide, very flat boxes exactly',
    (lean) => {
      const boxes = [-1, 1].flatMap((side) =>
        [-1, -0.1, 0, 0.1, 1].map((level) => {
          const [low, high] = side < 0 ? [-1e30, -0.9e30] : [0.9e30, 1e30];
          return aabb([level * 1e-17, low, 0], [level * 1e-17 + 1e-19, high, 1e-17]);
        }),
      );
      const { scenes, loop } = scenesOf(boxes);
      for (const normal of [
        [1, lean, 0],
        [-1, lean, 0],
        [1, -lean, 1],
      ] as const) {
        for (const constant of [0, 1e-18, -1e-17, 1e-16]) {
          compareSplit(scenes, loop, { normal, constant });
          compareCull(scenes, loop, [{ normal, constant }]);
        }
      }
    },
  );

  it.each([0, 1, 2, 31, 32, 33, 64, 100])('%i planes at once cull as in the loop', (count) => {
    const random = new Random(count);
    const boxes = boxesOf('boxes of all kinds', { count: 300, seed: 7 }).map((box, i) => ({
      ...box,
      mask: 1 + (i % 3),
    }));
    const { scenes, loop } = scenesOf(boxes);
    for (let round = 0; round < 10; round++) {
      // A round volume about the middle, that holds something however many planes there are, cut by some boxes.
      const radius = random.between(2, 12);
      const planes = Array.from({ length: count }, (): LoopPlane => {
        const normal = random.direction();
        return { normal, constant: radius };
      });
      compareCull(scenes, loop, planes);
      compareCull(scenes, loop, planes, random.pick([0, 1, 2]));
      // Only the last one cuts.
      if (count > 0)
        compareCull(scenes, loop, [...planes.slice(1).map(({ normal }) => ({ normal, constant: 1e12 })), planes[0]]);
    }
  });
});

describe('the first query of a large scene', () => {
  it.each(['split', 'cull'])("a scene's first %s may open more nodes than its lists had room for", (first) => {
    // A plane through all boxes, along a diagonal of a grid.
    const boxes = Array.from({ length: 20_000 }, (_, i) => {
      const [x, y] = [i % 141, Math.floor(i / 141)];
      return aabb([x, y, 0], [x + 0.9, y + 0.9, 1 + (i % 7)], 1 + (i % 3));
    });
    const { scenes, loop } = scenesOf(boxes, true);
    const ground: LoopPlane = { normal: [1e-9, 0, 1], constant: -0.5 };
    const ceiling: LoopPlane = { normal: [0, 0, -1], constant: 4.5 };
    if (first === 'split') compareSplit(scenes, loop, ground);
    compareCull(scenes, loop, [ground, ceiling]);
    compareSplit(scenes, loop, ceiling, 2);
    const [js, wasm] = scenes.map((scene) => scene.split({ normal: { x: 0, y: 0, z: 1 }, constant: -0.5 }).crossing);
    expect([js.size, wasm.size]).toEqual([20_000, 20_000]);
  });
});

describe('memory of the WebAssembly backend', () => {
  it('memory does not grow as the same tree is built, refitted and queried repeatedly', () => {
    const memory = new WasmAllocator();
    const backend = createWasmBackend(memory);
    const boxes = boxStoreOf(boxesOf('random boxes', { count: 3000, seed: 1 }), backend.memory);
    const rays = new Float64Array(6 * 1100).fill(1);
    const goRound = (): void => {
      const tree = finish(backend.build(boxes));
      tracePaths(tree);
      backend.refit(tree);
      const [ids, ts] = [new Int32Array(1100), new Float64Array(1100)];
      backend.raycastMany(tree, rays, createRayBuffer(), {}, ids, ts, null, () => undefined);
      backend.splitByPlane(tree, 1, 0, 0, 0);
      backend.cullByPlanes(tree, Float64Array.of(1, 0, 0, 0));
      backend.overlap(tree, new FlatShape());
      backend.pairs(tree, undefined);
      tree.nodes.release();
      tree.paths.release();
    };
    const bytes = (): number => memory.memory.buffer.byteLength;
    goRound();
    goRound();
    const before = bytes();
    for (let i = 0; i < 10; i++) goRound();
    expect(bytes()).toBe(before);
  });
});

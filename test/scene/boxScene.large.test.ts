import { beforeAll, describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { MAX_DEPTH } from '../../src/bvh/layout/nodeLayout';
import { backends, compareTrees, show } from '../support/compare';
import { aabb, closestOf, type LoopBox, type LoopPlane, splitOf } from '../support/loop';
import { Random } from '../support/random';
import { rangeAmong, rayAmong } from '../support/rays';
import { type Triple, vec } from '../support/triple';

const COUNT = 30_000;

const numbersOf = {
  'nested boxes around a point, each half the last, then repeated': (i: number) => {
    const size = 2 ** -(i % 1000);
    return [-size, -size, -size, size, size, size];
  },
  'nested boxes that share a corner, each half the last, then repeated': (i: number) => {
    const size = 2 ** -(i % 1000);
    return [0, 0, 0, size, size, size];
  },
  'nested boxes that share a corner far from zero': (i: number) => {
    const size = 2 ** -(i % 40);
    return [6.4e6, 6.4e6, 6.4e6, 6.4e6 + size, 6.4e6 + size, 6.4e6 + size];
  },
  'boxes of 1e-30 to 1e30, each larger than the last': (i: number) => {
    const size = 10 ** (30 - (60 * i) / COUNT);
    return [size, 0, 0, 1.5 * size, size, size];
  },
  'identical boxes': () => [1, 2, 3, 4, 5, 6],
  'identical points': () => [1, 2, 3, 1, 2, 3],
  'boxes on a line': (i: number) => [i, 0, 0, i + 0.5, 1, 1],
  'points on a line': (i: number) => [i / 7, i / 7, i / 7, i / 7, i / 7, i / 7],
  'boxes at two places': (i: number) => (i % 2 === 0 ? [0, 0, 0, 1, 1, 1] : [1e9, 0, 0, 1e9 + 1, 1, 1]),
  'layers of a plane': (i: number) => [-1e6, i % 100, -1e6, 1e6, i % 100, 1e6],
} satisfies Record<string, (i: number) => number[]>;

describe.each(Object.keys(numbersOf) as (keyof typeof numbersOf)[])('thirty thousand %s', (name) => {
  const scenes = backends.map((backend) => new BoxScene({ backend }));
  const loop = new Map<number, LoopBox>();

  beforeAll(() => {
    const numbers = new Float64Array(6 * COUNT);
    for (let id = 0; id < COUNT; id++) {
      const [a, b, c, d, e, f] = numbersOf[name](id);
      numbers.set([a, b, c, d, e, f], 6 * id);
      loop.set(id, aabb([a, b, c], [d, e, f]));
    }
    for (const scene of scenes) scene.addAabbs(numbers);
  });

  /** Boxes from the whole series. */
  function someBoxes(): LoopBox[] {
    const ids = new Set([0, 1, 2, 10, 100, 999, 1000, 21_098, COUNT - 1]);
    return [...loop].filter(([id]) => ids.has(id)).map(([, box]) => box);
  }

  it('the tree is valid and of bounded depth, the same with every backend', () => {
    compareTrees(scenes);
    const { depth, nodes, fill, boxes } = scenes[0].statistics();
    expect(boxes).toBe(COUNT);
    expect(depth).toBeLessThanOrEqual(MAX_DEPTH);
    expect(fill).toBeGreaterThan(0.25);
    expect(nodes).toBeGreaterThanOrEqual(COUNT / 8);
  });

  it('rays hit the boxes of the plain loop', () => {
    const random = new Random(COUNT);
    const few = someBoxes();
    for (let i = 0; i < 8; i++) {
      const ray = rayAmong(random, few);
      const range = rangeAmong(random, few, ray);
      const expected = closestOf(loop, ray, range);
      for (const scene of scenes) {
        const hit = scene.raycast({ origin: vec(ray.origin), direction: vec(ray.direction) }, range);
        const found = hit === null ? null : { id: hit.id, t: hit.t };
        if (show(found) !== show(expected)) throw new Error(show({ found, expected, ray, range }));
      }
    }
  });

  it('split sorts the boxes like the plain loop', () => {
    const random = new Random(COUNT + 1);
    for (let i = 0; i < 2; i++) {
      const [x, y, z] = random.pick(someBoxes()).min;
      const normal: Triple = random.pick([[1, 0, 0], [0, 1, 0], [1, 1, 1], random.direction()]);
      const plane: LoopPlane = { normal, constant: -(normal[0] * x + normal[1] * y + normal[2] * z) };
      const expected = splitOf(loop, plane);
      const isInFront = new Uint8Array(COUNT);
      for (const id of expected.front) isInFront[id] = 1;
      for (const scene of scenes) {
        const { front, crossing, back } = scene.split({ normal: vec(normal), constant: plane.constant });
        expect([front.size, crossing.size, back.size]).toEqual(
          [expected.front, expected.crossing, expected.back].map(({ length }) => length),
        );
        expect(front.toArray().every((id) => isInFront[id] === 1)).toBe(true);
        expect(crossing.toArray().every((id) => isInFront[id] === 0)).toBe(true);
      }
    }
  });
});

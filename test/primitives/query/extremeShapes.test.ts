import {
  BoxScene,
  closestPoints,
  contact,
  distance,
  distanceToBox,
  distanceToTriangle,
  penetration,
  type Shape,
  sweep,
  type Vec3,
} from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../../support/random';

const MOST = Number.MAX_VALUE;
const still = { x: 0, y: 0, z: 0 };
const unit = { min: still, max: { x: 1, y: 1, z: 1 } };

/** All numbers of an answer. */
function numbersOf(answer: unknown): number[] {
  if (typeof answer === 'number') return [answer];
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(numbersOf) : [];
}

/** Shapes of numbers between two powers of ten. Most numbers of a shape are of one size. */
class ExtremeShapes {
  readonly #random: Random;
  readonly #from: number;
  readonly #to: number;
  #size = 0;

  constructor(random: Random, from: number, to: number) {
    this.#random = random;
    this.#from = from;
    this.#to = to;
  }

  begin(): void {
    this.#size = this.#random.between(this.#from, this.#to);
  }

  number(): number {
    const random = this.#random;
    if (random.next() < 0.2) return 0;
    const size = random.next() < 0.3 ? random.between(this.#from, this.#to) : this.#size;
    const share = random.next() < 0.5 ? 1 : random.next();
    return (random.next() < 0.5 ? -1 : 1) * Math.min(10 ** size * share, MOST);
  }

  point(): Vec3 {
    return { x: this.number(), y: this.number(), z: this.number() };
  }

  shape(): Shape {
    const random = this.#random;
    const [a, b, c] = [this.point(), this.point(), this.point()];
    const radius = Math.abs(this.number());
    const min = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) };
    const max = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) };
    const turn = random.between(0, 6);
    const scale = 10 ** random.between(-10, 1);
    const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
    const matrix = [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, scale, 0, c.x, c.y, c.z, 1];
    const shapes: Shape[] = [
      a,
      { center: a, radius },
      { a, b, radius },
      { a, b, c },
      { min, max },
      { min, max, radius },
      { min, max, matrix },
      { min, max, matrix, radius },
    ];
    return shapes[Math.floor(random.next() * shapes.length)];
  }

  /** A shape that float64 can place. */
  valid(): Shape {
    for (;;) {
      const shape = this.shape();
      try {
        distance(still, shape);
        return shape;
      } catch {
        // Its corners are beyond float64.
      }
    }
  }
}

const ranges = [
  ['near the largest number', 300, 308.25],
  ['of all sizes', -320, 308.25],
  ['whose sizes differ by up to 1e220', -110, 110],
  ['near the smallest number', -323, -290],
] as const;

describe.each(ranges)('shapes %s', (_, from, to) => {
  /** Calls a function with many pairs of shapes. */
  function eachPair(visit: (a: Shape, b: Shape, random: Random, shapes: ExtremeShapes) => void): void {
    const random = new Random(41);
    const shapes = new ExtremeShapes(random, from, to);
    for (let i = 0; i < 250; i++) {
      shapes.begin();
      visit(shapes.valid(), shapes.valid(), random, shapes);
    }
  }

  it('no answer has a NaN, and normals have length 1', () => {
    eachPair((a, b, random, shapes) => {
      const options = { tMax: random.next() < 0.5 ? 1 : Infinity, margin: random.next() < 0.7 ? 0 : 1 };
      const met = contact(a, b);
      const hit = sweep(a, shapes.point(), b, options);
      expect(numbersOf([met, hit, closestPoints(a, b), penetration(a, b)]).filter(Number.isNaN)).toEqual([]);
      for (const found of hit === null ? [met] : [met, hit]) {
        const { x, y, z } = found.normal;
        expect(Math.hypot(x, y, z)).toBeCloseTo(1, 9);
      }
      if (hit !== null) expect(hit.t).toBeLessThanOrEqual(MOST);
    });
  });

  it('distance, closestPoints and contact agree', () => {
    eachPair((a, b) => {
      const gap = distance(a, b);
      expect(closestPoints(a, b).distance).toBe(gap);
      if (!('c' in b)) expect(Math.max(0, -contact(a, b).depth)).toBe(gap);
    });
  });

  it('the distance of a point is that of distanceToBox and distanceToTriangle, and of nearest', () => {
    eachPair((_, shape, __, shapes) => {
      const point = shapes.point();
      if ('c' in shape) {
        expect(distance(point, shape)).toBe(distanceToTriangle(shape, point));
        expect(distance(shape, point)).toBe(distanceToTriangle(shape, point));
      }
      if (!('min' in shape) || 'radius' in shape) return;
      expect(distance(point, shape)).toBe(distanceToBox(shape, point));
      expect(distance(shape, point)).toBe(distanceToBox(shape, point));
      const scene = new BoxScene({ backend: 'js' });
      if ('matrix' in shape) scene.addObb(shape);
      else scene.addAabb(shape);
      expect(scene.nearest(point)[0].distance).toBe(distanceToBox(shape, point));
    });
  });
});

describe('the ends of float64', () => {
  it('the distance of a sweep is right although the length of the motion is beyond float64', () => {
    const ball = { center: still, radius: 1 };
    const way = { x: 1.5e308, y: 1.5e308, z: 0 };
    expect(sweep(ball, way, unit)).toMatchObject({ t: 0, distance: 0 });
    const far = { min: { x: 7.5e307, y: 0, z: 0 }, max: { x: 1e308, y: 1e308, z: 0 } };
    const scene = new BoxScene();
    scene.addAabb(far);
    for (const hit of [sweep(still, way, far), scene.sweep(still, way)]) {
      expect(hit?.t).toBe(0.5);
      expect((hit?.distance ?? 0) / 1e307).toBeCloseTo(7.5 * Math.SQRT2, 12);
    }
  });

  it('a shape misses what it would hit at a t beyond float64', () => {
    const far = { min: { x: -2e301, y: -1e300, z: -1e300 }, max: { x: -1e301, y: 1e300, z: 1e300 } };
    const options = { tMax: Infinity };
    const scene = new BoxScene();
    scene.addAabb(far);
    for (const radius of [0, 1]) {
      const ball = { center: still, radius };
      const hits = (speed: number) => {
        const { ids, ts } = scene.sweepMany('sphere', Float64Array.of(0, 0, 0, radius, speed, 0, 0), options);
        const way = { x: speed, y: 0, z: 0 };
        return [sweep(ball, way, far, options)?.t, scene.sweep(ball, way, options)?.t, ids[0] < 0 ? undefined : ts[0]];
      };
      for (const speed of [-1e-8, -1e-11]) expect(hits(speed)).toEqual([undefined, undefined, undefined]);
      for (const t of hits(-0.1)) expect((t ?? 0) / 1e302).toBeCloseTo(1, 9);
    }
  });

  it('a shape misses what it passes, however far its motion goes beyond float64', () => {
    const box = {
      min: { x: 5e45, y: 0, z: 0 },
      max: { x: 1e46, y: 7e45, z: 0 },
      matrix: [-3.6e-6, -6.2e-6, 0, 0, 6.2e-6, -3.6e-6, 0, 0, 0, 0, 7e-6, 0, 1e46, -2e45, 0, 1],
    };
    const capsule = { a: { x: -1e46, y: 0, z: 2e-86 }, b: { x: 2e45, y: -1e46, z: 0 }, radius: 1e46 };
    const across = { x: 1.4e-128, y: 0, z: -3e154 };
    const small = { a: { x: -8e-85, y: -6e-30, z: 4e-85 }, b: { x: 3e-85, y: 0, z: -8e-85 }, radius: 8e-85 };
    const point = { x: 0, y: 5e-85, z: 6e-85 };
    const fast = { x: -1e223, y: 2e-227, z: -5e-235 };
    for (const options of [{ tMax: Infinity }, { tMax: Infinity, margin: 1e45 }]) {
      expect(sweep(capsule, across, box, options)).toBeNull();
      for (const backend of ['auto', 'js'] as const) {
        const scene = new BoxScene({ backend });
        scene.addObb(box);
        expect(scene.sweep(capsule, across, options)).toBeNull();
      }
    }
    expect(sweep(point, fast, small, { tMax: Infinity })).toBeNull();
  });

  it('a sweep of tiny shapes that overlap at the start has the contact of the shapes, to the bit', () => {
    const box = {
      min: { x: -4.662121759111659e-150, y: -8.218348932120982e-150, z: 0 },
      max: { x: 4.662121759111659e-150, y: 8.218348932120982e-150, z: 0 },
      matrix: [
        [0.18597722772894631, 0.5685516094467867, 0.8013498225879407, 0],
        [-0.4420593091398465, -0.6799554727272217, 0.5850163436273399, 0],
        [0.8774941811596572, -0.46304386671650083, 0.12487729788546076, 0],
        [0, 0, 0, 1],
      ].flat(),
      radius: 3.8677320155441777e-150,
    };
    const point = { x: 3.248580697294445e-150, y: 1e-150, z: 0 };
    expect(sweep(box, { x: 1e-150, y: 0, z: 2e-150 }, point)).toMatchObject(contact(box, point));
  });

  it('a shape hits at t 0 what it hits at a t below float64', () => {
    const box = (min: number, max: number) => ({ min: { x: min, y: 0, z: 0 }, max: { x: max, y: 1e-32, z: 1e-32 } });
    expect(sweep(box(-1.2e-32, -1e-32), { x: 5e300, y: 0, z: 0 }, box(0, 1e-32))).toMatchObject({ t: 0, distance: 0 });
  });

  it('the closest points are right although they are farther apart than the largest number', () => {
    const [left, right] = [
      { x: -1.5e308, y: 3, z: 0 },
      { x: 1.5e308, y: 3, z: 0 },
    ];
    expect(closestPoints(left, right)).toEqual({ a: left, b: right, distance: Infinity });
    const { a, b } = closestPoints({ center: left, radius: 1e308 }, { center: right, radius: 1e308 });
    expect([a.x / 1e307, b.x / 1e307].map((x) => x.toFixed(9))).toEqual(['-5.000000000', '5.000000000']);
    const gap = distance({ center: left, radius: 1e308 }, { center: right, radius: 1e308 });
    expect(gap / 1e307).toBeCloseTo(10, 9);
  });

  it('the way out is right although the depth is beyond float64', () => {
    const [left, right] = [
      { center: { x: -1e307, y: 0, z: 0 }, radius: 1e308 },
      { center: { x: 1e307, y: 0, z: 0 }, radius: 1.5e308 },
    ];
    expect(contact(left, right).depth).toBe(Infinity);
    expect(penetration(left, right)).toEqual({ x: -Infinity, y: 0, z: 0 });
  });
});

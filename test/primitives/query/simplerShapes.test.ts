import fc from 'fast-check';
import { contact, distance, distanceToBox, distanceToTriangle, type Shape, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import type { ConvexKind } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { movingPair, numbersOf, stillKinds } from '../../support/shapePairs';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function least(a: Vec3, b: Vec3): Vec3 {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) };
}

function most(a: Vec3, b: Vec3): Vec3 {
  return { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) };
}

/** Shapes and a simpler shape with the same points. */
interface Twins {
  readonly twins: readonly Shape[];
  readonly simple: Shape;
}

/** The twins of a shape that `convexShape` made, by its kind. */
const twinsOf = {
  point(shape: Shape): Twins {
    const point = shape as Vec3;
    const box = { min: point, max: point };
    const twins: Shape[] = [
      { center: point, radius: 0 },
      { a: point, b: point, radius: 0 },
      { a: point, b: point, c: point },
      box,
      { ...box, radius: 0 },
      { ...box, matrix: IDENTITY },
    ];
    return { twins, simple: point };
  },
  sphere(shape: Shape): Twins {
    const { center, radius } = shape as { center: Vec3; radius: number };
    const box = { min: center, max: center, radius };
    return { twins: [{ a: center, b: center, radius }, box, { ...box, matrix: IDENTITY }], simple: { center, radius } };
  },
  /** Along an axis, so that a box without a matrix has the points of the capsule. */
  capsule(shape: Shape): Twins {
    const { a, b, radius } = shape as { a: Vec3; b: Vec3; radius: number };
    const end = { ...a, y: b.y };
    const box = { min: least(a, end), max: most(a, end) };
    const line = { a, b: end, radius: 0 };
    const rounded = radius > 0 ? [] : [{ a, b: end, c: end }, { a: end, b: a, c: end }, box];
    return {
      twins: [{ ...box, radius }, { ...box, matrix: IDENTITY, radius }, ...rounded],
      simple: { ...line, radius },
    };
  },
};

const kinds = Object.keys(twinsOf) as (keyof typeof twinsOf & ConvexKind)[];
const pairs = kinds.flatMap((kind) => stillKinds.map((still) => [kind, still] as const));

describe.each(pairs)('shapes that are a %s, beside a shape of the kind %s', (kind, still) => {
  it('distances, contacts and sweeps are those of the simpler shape, apart from rounding', async () => {
    let hits = 0;
    await search(
      2,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const pair = movingPair(random, kind, still);
        const { twins, simple } = twinsOf[kind](pair.shape);
        const { motion, other } = pair;
        const size = numbersOf({ ...pair, shape: simple });
        const first = sweep(simple, motion, other);
        for (const twin of twins) {
          const trial = JSON.stringify({ twin, simple, motion, other });
          expect(Math.abs(distance(twin, other) - distance(simple, other)), trial).toBeLessThanOrEqual(2 ** -44 * size);
          const depths = contact(twin, other).depth - contact(simple, other).depth;
          expect(Math.abs(depths), trial).toBeLessThanOrEqual(2 ** -44 * size);
          const hit = sweep(twin, motion, other);
          // What grazes may be missed by one of them, and what touches at the start may start a little earlier or later.
          if (first === null || hit === null || first.startsOverlapping || hit.startsOverlapping) continue;
          hits++;
          const { x, y, z } = first.normal;
          const approach = -(x * motion.x + y * motion.y + z * motion.z);
          expect(Math.abs(hit.t - first.t) * approach, trial).toBeLessThanOrEqual(2 ** -24 * size);
        }
      }),
      20,
    );
    expect(hits).toBeGreaterThan(5);
  });
});

describe.each(stillKinds)('a point and a shape of the kind %s', (still) => {
  it('their distance has the bits of distanceToBox or distanceToTriangle, in both orders', async () => {
    await search(
      3,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const { shape, other } = movingPair(new Random(seed), 'point', still);
        const point = shape as Vec3;
        const expected = 'c' in other ? distanceToTriangle(other, point) : distanceToBox(other as never, point);
        for (const found of [
          distance(point, other),
          distance(other, point),
          distance({ center: point, radius: 0 }, other),
        ]) {
          expect(found).toBe(expected);
        }
      }),
      20,
    );
  });
});

it('a capsule and a rounded box without length have the answers of a sphere, to the bit', async () => {
  await search(
    5,
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const random = new Random(seed);
      const { shape, motion, other } = movingPair(random, 'sphere', random.pick(stillKinds));
      const { center, radius } = shape as { center: Vec3; radius: number };
      const box = { min: center, max: center };
      const twins: Shape[] = [{ a: center, b: center, radius }];
      if (radius > 0) twins.push({ ...box, radius }, { ...box, matrix: IDENTITY, radius });
      for (const twin of twins) expectSame(twin, shape, motion, other);
    }),
    20,
  );
});

it('a rounded box that is a line has the answers of a capsule, to the bit', async () => {
  await search(
    5,
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const random = new Random(seed);
      const { shape, motion, other } = movingPair(random, 'capsule', random.pick(stillKinds));
      const { a, b } = shape as { a: Vec3; b: Vec3 };
      const axis = random.pick(['x', 'y', 'z'] as const);
      const end = { ...a, [axis]: b[axis] };
      const [min, max] = [least(a, end), most(a, end)];
      const radius = random.pick([0.3, 1, 1e-9]);
      const capsule = { a: min, b: max, radius };
      for (const box of [
        { min, max, radius },
        { min, max, matrix: IDENTITY, radius },
      ])
        expectSame(box, capsule, motion, other);
    }),
    20,
  );
});

/** Throws unless two shapes have the same answers beside another one, in both places. */
function expectSame(twin: Shape, simple: Shape, motion: Vec3, other: Shape): void {
  const trial = JSON.stringify({ twin, simple, motion, other });
  expect(contact(twin, other), trial).toEqual(contact(simple, other));
  expect(contact(other, twin), trial).toEqual(contact(other, simple));
  expect(sweep(twin, motion, other), trial).toEqual(sweep(simple, motion, other));
  expect(sweep(other, motion, twin), trial).toEqual(sweep(other, motion, simple));
}

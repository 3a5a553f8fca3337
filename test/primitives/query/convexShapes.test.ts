import fc from 'fast-check';
import { closestPoints, contact, distance, overlaps, penetration, type Shape, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, coreOf, extentAlong, gapAlong, moved, shapeKinds, sizeOf } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, type Triple, vec } from '../../support/triple';

/** Two shapes beside each other, in each other, or touching, and how far rounding may be off. */
interface Pair {
  readonly a: Shape;
  readonly b: Shape;
  readonly tolerance: number;
}

function pairOf(random: Random): Pair {
  const size = random.pick([1, 1, 1, 1e-5, 1e5, 1e-80, 1e80, 1e150, 1e-150]);
  const far = random.pick([0, 0, 1, 1e4]) * size;
  const middle: Triple = each(() => random.pick([0, far]));
  const kind = random.pick(shapeKinds);
  const other = random.pick(shapeKinds);
  const way = each(() => random.pick([0, 0, 1, 2, -3, random.between(-3, 3)]) * size);
  const a = convexShape(random, kind, middle, size * random.pick([1, 1, 1, 1e-3, 10]));
  const b = convexShape(
    random,
    other,
    each((k) => middle[k] + way[k]),
    size,
  );
  return { a, b, tolerance: 1e-11 * Math.max(sizeOf(a), sizeOf(b)) };
}

/** Directions along the axes, and others. */
function directions(random: Random): Vec3[] {
  const axes: Triple[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ];
  return [...axes, ...Array.from({ length: 40 }, () => random.direction())].map(vec);
}

function expectOn(point: Vec3, shape: Shape, tolerance: number, random: Random): void {
  const beyond = directions(random).map(
    ({ x, y, z }) => point.x * x + point.y * y + point.z * z - extentAlong(shape, { x, y, z }).most,
  );
  expect(Math.max(...beyond)).toBeLessThanOrEqual(tolerance);
}

function pairs(check: (pair: Pair, random: Random) => void): fc.IProperty<[number]> {
  return fc.property(fc.noShrink(fc.nat()), (seed) => {
    const random = new Random(seed);
    for (let i = 0; i < 20; i++) {
      const pair = pairOf(random);
      try {
        check(pair, random);
      } catch (cause) {
        throw new Error(`shapes ${JSON.stringify(pair)}`, { cause });
      }
    }
  });
}

describe('two convex shapes', () => {
  it('closest points are on both shapes, and a plane between them proves that no points are closer', async () => {
    let apart = 0;
    await search(
      2,
      pairs(({ a, b, tolerance }, random) => {
        const found = closestPoints(a, b);
        expect(found.distance).toBe(distance(a, b));
        expectOn(found.b, b, tolerance, random);
        if (found.distance > 0) expectOn(found.a, a, tolerance, random);
        if (found.distance <= 1e-3 * Math.max(sizeOf(a), sizeOf(b))) return;
        apart++;
        const { normal, depth } = contact(a, b);
        expect(depth).toBe(-found.distance);
        expect(Math.abs(gapAlong(a, b, normal) - found.distance)).toBeLessThanOrEqual(tolerance);
      }),
      10,
    );
    expect(apart).toBeGreaterThan(50);
  });

  it('distance and overlaps do not depend on the order of the shapes, and say the same', async () => {
    await search(
      1,
      pairs(({ a, b, tolerance }) => {
        expect(Math.abs(distance(a, b) - distance(b, a))).toBeLessThanOrEqual(tolerance);
        expect(overlaps(a, b)).toBe(overlaps(b, a));
        if (distance(a, b) > tolerance) expect(overlaps(a, b)).toBe(false);
        if (contact(a, b).depth > tolerance) expect(overlaps(a, b)).toBe(true);
      }),
      10,
    );
  });

  it('a penetration parts the shapes, and no other direction needs a shorter way', async () => {
    let deep = 0;
    await search(
      2,
      pairs(({ a, b, tolerance }, random) => {
        const way = penetration(a, b);
        expect(way === null).toBe(distance(a, b) > 0);
        if (way === null) return;
        const { depth } = contact(a, b);
        const after = moved(a, way, 1);
        expect(distance(after, b)).toBeLessThanOrEqual(tolerance);
        if (depth <= tolerance) return;
        deep++;
        const scale = Math.max(Math.abs(way.x), Math.abs(way.y), Math.abs(way.z));
        const [x, y, z] = [way.x / scale, way.y / scale, way.z / scale];
        const length = Math.sqrt(x * x + y * y + z * z);
        // A direction is off by the rounding of the closest points of the cores, divided by their distance.
        const size = Math.max(sizeOf(a), sizeOf(b));
        const cores = coreOf(a).radius + coreOf(b).radius - depth;
        const turned = cores > 0 ? (2 ** -49 * size * size) / cores : 0;
        const gap = gapAlong(after, b, { x: x / length, y: y / length, z: z / length });
        expect(gap).toBeGreaterThan(-tolerance - turned);
        const ways = directions(random).map((direction) => -gapAlong(a, b, direction));
        expect(Math.min(...ways)).toBeGreaterThanOrEqual(length * scale - tolerance);
      }),
      10,
    );
    expect(deep).toBeGreaterThan(20);
  });

  it('a contact is on the surface of the other shape, with a normal of length 1', async () => {
    await search(
      1,
      pairs(({ a, b, tolerance }, random) => {
        const { point, normal } = contact(a, b);
        expect(Math.abs(normal.x ** 2 + normal.y ** 2 + normal.z ** 2 - 1)).toBeLessThan(1e-12);
        expectOn(point, b, tolerance, random);
      }),
      10,
    );
  });

  it('a sweep ends where the shapes touch, and a plane across its normal proves that they do not touch before', async () => {
    const counts = { hits: 0, starts: 0, misses: 0 };
    await search(
      2,
      pairs(({ a, b, tolerance }, random) => {
        const size = Math.max(sizeOf(a), sizeOf(b));
        const motion = vec(
          each(() => random.pick([0, 1, -1, 4, random.between(-4, 4)]) * size * random.pick([1, 1, 1e6])),
        );
        const found = sweep(a, motion, b);
        const startsOverlapping = contact(a, b).depth >= 0;
        expect(found?.startsOverlapping ?? false).toBe(startsOverlapping);
        if (found === null) {
          counts.misses++;
          for (let i = 0; i <= 20; i++) {
            const { depth } = contact(moved(a, motion, i / 20), b);
            expect(depth).toBeLessThanOrEqual(tolerance * 1e6);
          }
          return;
        }
        if (startsOverlapping) {
          counts.starts++;
          expect(found.t).toBe(0);
          expect(found).toMatchObject(contact(a, b));
          return;
        }
        counts.hits++;
        const { t, point, normal } = found;
        expect(t).toBeGreaterThanOrEqual(0);
        expect(t).toBeLessThanOrEqual(1);
        const at = moved(a, motion, t);
        const reach = tolerance + 1e-14 * Math.max(Math.abs(motion.x), Math.abs(motion.y), Math.abs(motion.z));
        expect(distance(at, b)).toBeLessThanOrEqual(reach);
        expectOn(point, b, reach, random);
        expectOn(point, at, reach, random);
        expect(motion.x * normal.x + motion.y * normal.y + motion.z * normal.z).toBeLessThan(0);
      }),
      10,
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });

  it('before a sweep hits, the shapes are apart', async () => {
    await search(
      2,
      pairs(({ a, b, tolerance }, random) => {
        const size = Math.max(sizeOf(a), sizeOf(b));
        const motion = vec(each(() => random.between(-4, 4) * size));
        const found = sweep(a, motion, b);
        if (found === null || found.startsOverlapping) return;
        for (const share of [0, 0.3, 0.9]) {
          const { depth } = contact(moved(a, motion, share * found.t), b);
          expect(depth).toBeLessThanOrEqual(tolerance);
        }
      }),
      10,
    );
  });
});

import fc from 'fast-check';
import { type Aabb, type Shape, type Sweep, sweep, type Triangle, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, coreOf, gapAlong, moved } from '../../support/convexShapes';
import { exactGap } from '../../support/exactGap';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { type MovingPair, numbersOf } from '../../support/shapePairs';
import { each, type Triple, triple, vec } from '../../support/triple';

/** A gap within this share of the numbers involved is a touch. */
const TOUCHING = 2 ** -46;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Turned by 45° about z or x, and larger by √2 across it: the corners of a cube are at whole numbers. */
const DIAMOND = [1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const ABOUT_X = [1, 0, 0, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 1];

const box = (min: Triple, max: Triple): Aabb => ({ min: vec(min), max: vec(max) });
const cube = box([-1, -1, -1], [1, 1, 1]);
const at = (shape: Shape, place: Triple) => moved(shape, vec(place), 1);

describe('two axis-aligned boxes', () => {
  const down = vec([0, -8, 0]);
  const floor = box([-5, -1, -5], [5, 0, 5]);

  it('the point is in the middle of what touches of their faces', () => {
    expect(sweep(at(cube, [5, 5, -5]), down, floor)).toMatchObject({
      t: 0.5,
      distance: 4,
      point: vec([4.5, 0, -4.5]),
      normal: vec([0, 1, 0]),
      startsOverlapping: false,
      depth: 0,
    });
  });

  it('edges and corners that meet count as touching', () => {
    expect(sweep(at(cube, [6, 5, 0]), down, floor)).toMatchObject({ t: 0.5, point: vec([5, 0, 0]) });
    expect(sweep(at(cube, [6, 5, -6]), down, floor)).toMatchObject({ t: 0.5, point: vec([5, 0, -5]) });
    expect(sweep(at(cube, [6.001, 5, 0]), down, floor)).toBeNull();
    const diagonal = sweep(at(cube, [-6, -6, -6]), vec([8, 8, 8]), cube);
    expect(diagonal).toMatchObject({ t: 0.5, point: vec([-1, -1, -1]), normal: vec([-1, 0, 0]) });
  });

  it('boxes that are flat, lines or points touch like any other', () => {
    const flats = [box([-1, 0, -1], [1, 0, 1]), box([-1, 0, 0], [1, 0, 0]), box([0, 0, 0], [0, 0, 0])];
    for (const a of flats) {
      for (const b of flats) {
        expect(sweep(at(a, [0, 4, 0]), down, b)).toMatchObject({
          t: 0.5,
          point: vec([0, 0, 0]),
          normal: vec([0, 1, 0]),
        });
        expect(sweep(at(a, [0, 4, 2.5]), down, b)).toBeNull();
      }
    }
  });

  it('a start that touches, or that is ignored', () => {
    const standing = at(cube, [0, 1, 0]);
    expect(sweep(standing, down, floor)).toMatchObject({ t: 0, startsOverlapping: true, depth: 0 });
    expect(sweep(standing, down, floor, { ignoreStart: true })?.t).toBe(0);
    expect(sweep(standing, vec([9, 0, 0]), floor, { ignoreStart: true })).toBeNull();
    expect(sweep(standing, vec([9, 8, 0]), floor, { ignoreStart: true })).toBeNull();
  });

  it('all numbers of a hit are finite for the largest and the smallest boxes', () => {
    for (const scale of [1e-300, 1e-50, 1e50, 1e300]) {
      const scaled = ({ min, max }: Aabb) =>
        box(
          each((k) => triple(min)[k] * scale),
          each((k) => triple(max)[k] * scale),
        );
      const hit = sweep(scaled(at(cube, [0, 5, 0]) as Aabb), vec([0, -8 * scale, 0]), scaled(floor));
      expect(hit?.t).toBeCloseTo(0.5, 14);
      expect(hit?.point.y).toBe(0);
      expect(Object.values(hit?.point ?? {}).every(Number.isFinite)).toBe(true);
    }
  });
});

describe('a box and a box that is turned', () => {
  it('an edge touches a face in the middle of the edge', () => {
    const diamond = { ...cube, matrix: DIAMOND };
    expect(sweep(at(diamond, [0.5, 7, 0]), vec([0, -8, 0]), cube)).toMatchObject({
      t: 0.5,
      point: vec([0.5, 1, 0]),
      normal: vec([0, 1, 0]),
    });
    const onSide = sweep(at(cube, [2, 6, 0]), vec([0, -8, 0]), diamond);
    expect(onSide).toMatchObject({ t: 0.5, feature: 'face' });
    expect(onSide?.normal.x).toBeCloseTo(Math.SQRT1_2, 15);
  });

  it('edges touch where they cross', () => {
    const ridge = { ...cube, matrix: ABOUT_X };
    const hit = sweep(at({ ...cube, matrix: DIAMOND }, [0.25, 12, 0.5]), vec([0, -16, 0]), ridge);
    expect(hit).toMatchObject({ t: 0.5, point: vec([0.25, 2, 0]), normal: vec([0, 1, 0]), feature: 'edge' });
  });

  it('faces that are parallel touch as axis-aligned ones do', () => {
    const turned = { ...cube, matrix: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] };
    for (const other of [turned, { ...cube, matrix: IDENTITY }]) {
      expect(sweep(at(cube, [0, 6, 0]), vec([0, -8, 0]), other)).toMatchObject({
        t: 0.5,
        point: vec([0, 1, 0]),
        normal: vec([0, 1, 0]),
        feature: 'face',
      });
    }
  });
});

describe('a box and a triangle', () => {
  const ground: Triangle = { a: vec([-8, 0, -8]), b: vec([8, 0, -8]), c: vec([0, 0, 8]) };
  const down = vec([0, -8, 0]);

  it('a face lands on a face, from either side', () => {
    const hit = { t: 0.5, point: vec([0, 0, 0]), startsOverlapping: false, depth: 0, feature: 'face' };
    expect(sweep(at(cube, [0, 5, 0]), down, ground)).toMatchObject({ ...hit, normal: vec([0, 1, 0]) });
    expect(sweep(at(cube, [0, -5, 0]), vec([0, 8, 0]), ground)).toMatchObject({ ...hit, normal: vec([0, -1, 0]) });
    expect(sweep(at(cube, [0, 5, 0]), down, ground, { side: 'back' })?.t).toBe(0.5);
    expect(sweep(at(cube, [0, 5, 0]), down, ground, { side: 'front' })).toBeNull();
  });

  it('a face lands on a triangle that is smaller, and on one of its corners', () => {
    const small = { a: vec([-0.5, 0, -0.5]), b: vec([0.5, 0, -0.5]), c: vec([0, 0, 0.25]) };
    expect(sweep(at(cube, [0, 5, 0]), down, small)).toMatchObject({ t: 0.5, normal: vec([0, 1, 0]) });
    const spike = { a: vec([0.5, 0, 0.25]), b: vec([0, -3, 0]), c: vec([1, -3, 0]) };
    expect(sweep(at(cube, [0, 5, 0]), down, spike)).toMatchObject({
      t: 0.5,
      point: vec([0.5, 0, 0.25]),
      feature: 'vertex',
    });
  });

  it('an edge of the box lands on a slope', () => {
    const slope = { a: vec([-8, -8, -8]), b: vec([8, 8, -8]), c: vec([0, 0, 8]) };
    const hit = sweep(at(cube, [0, 6, 0]), down, slope);
    expect(hit).toMatchObject({ t: 0.5, feature: 'face' });
    expect(hit?.point.x).toBeCloseTo(1, 14);
    expect(hit?.normal.x).toBeCloseTo(-Math.SQRT1_2, 15);
  });

  it('an edge of the box passes an edge of the triangle, or touches it where they cross', () => {
    const ridge = { a: vec([-8, 0, 0]), b: vec([8, 0, 0]), c: vec([0, -8, 0]) };
    const diamond = { ...cube, matrix: ABOUT_X };
    const across = { ...cube, matrix: DIAMOND };
    expect(sweep(at(across, [0.5, 6, 0.25]), down, ridge)).toMatchObject({ t: 0.5, point: vec([0.5, 0, 0]) });
    expect(sweep(at(across, [0.5, 6, 1.001]), down, ridge)).toBeNull();
    // Here the edges are parallel: they touch as a whole, from -0.5 to 1.5.
    expect(sweep(at(diamond, [0.5, 6, 0]), down, ridge)).toMatchObject({ t: 0.5, point: vec([0.5, 0, 0]) });
  });
});

/** Throws unless a hit, which does not start in touch, is proved by its gap and by the plane across its normal. */
function expectTouch(pair: MovingPair, { t, normal, point }: Sweep): void {
  const { shape, motion, other } = pair;
  const tolerance = TOUCHING * Math.max(numbersOf(pair), numbersOf(pair, t));
  const end = moved(shape, motion, t);
  expect(normal.x * motion.x + normal.y * motion.y + normal.z * motion.z).toBeLessThan(0);
  expect(Math.abs(exactGap(shape, other, { motion, from: t, to: t }))).toBeLessThanOrEqual(tolerance);
  expect(gapAlong(end, other, normal)).toBeGreaterThan(-4 * tolerance);
  expect(exactGap(point, other)).toBeLessThanOrEqual(tolerance);
  expect(exactGap(point, end)).toBeLessThanOrEqual(2 * tolerance);
}

/** Sweeps a pair and checks the answer by exact arithmetic. Returns what the answer is. */
function check(pair: MovingPair): 'start' | 'miss' | 'hit' {
  const { shape, motion, other } = pair;
  const hit = sweep(shape, motion, other);
  if (hit?.startsOverlapping === true) return 'start';
  if (hit === null) {
    // What grazes the other shape within rounding may miss it.
    const least = exactGap(shape, other, { motion, from: 0, to: 1 });
    expect(least).toBeGreaterThanOrEqual(-TOUCHING * Math.max(numbersOf(pair), numbersOf(pair, 1)));
    return 'miss';
  }
  expectTouch(pair, hit);
  // No later end of the motion changes the hit, and no earlier one has it.
  expect(sweep(shape, motion, other, { tMax: hit.t })?.t).toBe(hit.t);
  expect(sweep(shape, motion, other, { tMax: hit.t * (1 - 2 ** -52) })).toBeNull();
  return 'hit';
}

const kinds = [
  ['aabb', 'aabb'],
  ['aabb', 'obb'],
  ['obb', 'aabb'],
  ['obb', 'obb'],
  ['aabb', 'triangle'],
  ['obb', 'triangle'],
] as const;

/** A whole number from -3 to 3, often 0. */
const whole = (random: Random) => random.pick([0, 0, -3, -2, -1, 1, 2, 3]);

/** A box or a triangle whose coordinates are small whole numbers. */
function onGrid(random: Random, kind: 'aabb' | 'obb' | 'triangle', place: Triple): Shape {
  const corner = () => vec(each((k) => place[k] + whole(random)));
  if (kind === 'triangle') return { a: corner(), b: corner(), c: corner() };
  const half = each(() => random.pick([0, 1, 1, 2]));
  if (kind === 'aabb')
    return at(
      box(
        each((k) => -half[k]),
        half,
      ),
      place,
    );
  const matrix = random.pick([
    DIAMOND,
    ABOUT_X,
    [1, 0, 0, 0, 1, 1, 0, 0, 0, -1, 1, 0, 0, 0, 0, 1],
    [2, 1, 2, 0, -2, 2, 1, 0, -1, -2, 2, 0, 0, 0, 0, 1],
  ]);
  return at(
    {
      ...box(
        each((k) => -half[k]),
        half,
      ),
      matrix,
    },
    place,
  );
}

describe.each(kinds)('a %s that moves to a %s', (moving, still) => {
  it('with small whole numbers, where corners, edges and faces meet exactly, exact arithmetic agrees', async () => {
    const counts = { start: 0, miss: 0, hit: 0 };
    await search(
      4,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const place = each(() => 3 * whole(random));
        const shape = onGrid(random, moving, place);
        const motion = vec(each((k) => -random.pick([1, 1, 2]) * place[k] + whole(random)));
        counts[check({ shape, motion, other: onGrid(random, still, [0, 0, 0]) })]++;
      }),
    );
    expect(counts.hit).toBeGreaterThan(5);
  });

  it('edges that are nearly parallel, needles, and shapes far from the origin or of other sizes', async () => {
    const counts = { start: 0, miss: 0, hit: 0 };
    await search(
      4,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const size = random.pick([1, 1, 1e-30, 1e30]);
        const place = each(() => size * random.pick([0, random.between(-1e3, 1e3)]));
        const shape = withVolume(random, moving, size * random.pick([1, 1e-3, 30]));
        const other = nearlyParallel(random, shape, still, place, size);
        const aim = vec(each((k) => pointOf(random, other)[k] - pointOf(random, shape)[k]));
        const motion = vec(each((k) => 50 * size * random.direction()[k]));
        counts[check({ shape: moved(moved(shape, aim, 1), motion, -random.between(0.5, 0.9)), motion, other })]++;
      }),
    );
    expect(counts.hit).toBeGreaterThan(5);
  });
});

/** A box none of whose edges has a length of 0. */
function withVolume(random: Random, kind: 'aabb' | 'obb', size: number): Shape {
  for (;;) {
    const shape = convexShape(random, kind, [0, 0, 0], size) as Aabb;
    if (each((k) => triple(shape.max)[k] - triple(shape.min)[k]).every((width) => width > 0)) return shape;
  }
}

function pointOf(random: Random, shape: Shape): Triple {
  return random.pick(coreOf(shape).points);
}

/** A box or a triangle with an edge that has nearly the direction of an edge of another box. */
function nearlyParallel(
  random: Random,
  shape: Shape,
  kind: 'aabb' | 'obb' | 'triangle',
  place: Triple,
  size: number,
): Shape {
  const { points } = coreOf(shape);
  const edge = each((k) => points[random.pick([1, 2, 4])][k] - points[0][k]);
  const off = size * 10 ** random.between(-17, -2);
  const aside = random.direction();
  const along = each((k) => edge[k] + off * aside[k]);
  if (kind === 'aabb') return convexShape(random, kind, place, size);
  const third = each(() => size * random.pick([random.between(-1, 1), 10 ** random.between(-6, 0)]));
  if (kind === 'triangle') {
    return { a: vec(place), b: vec(each((k) => place[k] + along[k])), c: vec(each((k) => place[k] + third[k])) };
  }
  const other = random.direction();
  const matrix = [...along, 0, ...third, 0, ...each((k) => size * other[k]), 0, ...place, 1];
  return { ...cube, matrix };
}

it('a motion far beyond the other shape finds the touch as exactly as a short one', () => {
  const other: Vec3[] = [vec([-1, 0, -1]), vec([1, 0.5, -1]), vec([0, 0.25, 1])];
  const triangle = { a: other[0], b: other[1], c: other[2] };
  const long = sweep(at(cube, [0, 5, 0]), vec([0, -8e9, 0]), triangle);
  const short = sweep(at(cube, [0, 5, 0]), vec([0, -8, 0]), triangle);
  expect(long?.distance).toBeCloseTo(short?.distance ?? NaN, 13);
});

import fc from 'fast-check';
import { contact, distance, overlaps, penetration, type Shape, sweep, type Triangle } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, coreOf, moved, shapeKinds } from '../../support/convexShapes';
import { exactGap } from '../../support/exactGap';
import { linearParts, type Linear, placed, rotation, transform } from '../../support/matrices';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { stillKinds } from '../../support/shapePairs';
import { each, type Triple, vec } from '../../support/triple';

type Kind = (typeof stillKinds)[number];

/** A shape with flat faces, and a point on it or on one of its edges or corners. */
interface Touched {
  readonly shape: Shape;
  readonly point: Triple;
}

/** A turn about an axis by an angle that people use, a random one, or a shear. */
function linearAmong(random: Random): Linear {
  const angle = (random.pick([15, 30, 45, 60, 90, 120]) * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return random.pick<() => Linear>([
    () => [c, s, 0, -s, c, 0, 0, 0, 1],
    () => [1, 0, 0, 0, c, s, 0, -s, c],
    () => [0.6, 0, -0.8, 0, 1, 0, 0.8, 0, 0.6],
    () => rotation(random),
    () => linearParts.shear(random),
  ])();
}

/** Returns a shape that has a point of its surface at a place, or somewhere. */
function touchedShape(random: Random, kind: Kind, place: Triple | null): Touched {
  if (kind === 'triangle') return touchedTriangle(random, place);
  const min = each(() => random.pick([-1, -2, 0, -0.5]));
  const max = each(() => random.pick([1, 2, 0.5]));
  const share = each(() => random.pick([0, 1, 0, 1, 0.5]));
  const at = each(() => random.pick([0, 1, 0.3, -2, 4e6]));
  const local = each((k) => min[k] + share[k] * (max[k] - min[k]));
  const linear = kind === 'aabb' ? linearParts.identity() : linearAmong(random);
  const offset = transform(placed(linear, [0, 0, 0]), local);
  const to = place === null ? at : each((k) => place[k] - offset[k]);
  const point = each((k) => to[k] + offset[k]);
  if (kind === 'obb') return { shape: { min: vec(min), max: vec(max), matrix: placed(linear, to) }, point };
  return { shape: { min: vec(each((k) => to[k] + min[k])), max: vec(each((k) => to[k] + max[k])) }, point };
}

const SHARES: readonly Triple[] = [
  [1, 0, 0],
  [0.5, 0.5, 0],
  [0, 0.75, 0.25],
  [0.25, 0.25, 0.5],
];

function touchedTriangle(random: Random, place: Triple | null): Touched {
  const corners = [0, 1, 2].map(() => each(() => random.pick([-1, 0, 1, 2, 0.3])));
  const shares = random.pick(SHARES);
  const offset = each((k) => shares.reduce((sum, share, i) => sum + share * corners[i][k], 0));
  const to = place === null ? [0, 0, 0] : each((k) => place[k] - offset[k]);
  const [a, b, c] = corners.map((corner) => vec(each((k) => corner[k] + to[k])));
  const shape: Triangle = { a, b, c };
  return { shape, point: each((k) => to[k] + offset[k]) };
}

const still = vec([0, 0, 0]);

/** What each function says: whether two shapes have a point in common. */
function verdicts(a: Shape, b: Shape): Record<string, boolean> {
  return {
    overlaps: overlaps(a, b),
    distance: distance(a, b) === 0,
    contact: contact(a, b).depth >= 0,
    penetration: penetration(a, b) !== null,
    sweep: sweep(a, still, b)?.startsOverlapping ?? false,
  };
}

const pairs = stillKinds.flatMap((kind) => stillKinds.map((other) => [kind, other] as const));

describe.each(pairs)('a shape of the kind %s that touches one of the kind %s, apart from rounding', (kind, other) => {
  it('all functions agree whether they overlap, in both orders, and none misses an exact touch', async () => {
    const counts = { overlap: 0, touch: 0 };
    await search(
      2,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const { shape: a, point } = touchedShape(random, kind, null);
        const { shape: b } = touchedShape(random, other, point);
        const answers = [verdicts(a, b), verdicts(b, a)].map((answer) => Object.values(answer));
        const expected = overlaps(a, b);
        if (answers.flat().some((answer) => answer !== expected) || (!expected && exactGap(a, b) <= 0)) {
          throw new Error(JSON.stringify({ a, b, forward: verdicts(a, b), backward: verdicts(b, a) }));
        }
        counts.overlap += Number(expected);
        counts.touch += Number(expected && contact(a, b).depth < 1e-8);
      }),
      20,
    );
    expect(counts.overlap).toBeGreaterThan(3);
    expect(counts.touch).toBeGreaterThan(1);
  });
});

it('a turned box touches the corner of another one exactly, although the bounds of both are rounded', () => {
  const [c, s] = [0.5000000000000001, 0.8660254037844386];
  const turned = placed([c, s, 0, -s, c, 0, 0, 0, 1], [0.3, 2, 0]);
  const a = { min: vec([-1, -2, -1]), max: vec([1, 2, 1]), matrix: turned };
  const place = placed(linearParts.identity(), [-0.9320508075688771, 3.866025403784439, -1]);
  const b = { min: vec([-1, 0, -1]), max: vec([1, 1, 1]), matrix: place };
  expect(exactGap(a, b) + 0).toBe(0);
  for (const answer of Object.values({ ...verdicts(a, b), ...verdicts(b, a) })) expect(answer).toBe(true);
});

describe('a sweep from a touch, far more along one axis than along another', () => {
  const motion = vec([1, 1e6, 0]);

  it.each<readonly [string, Shape, Shape]>([
    ['box', { min: vec([-1.8, 0, -1]), max: vec([2, 0, 1.9]) }, vec([2, 0, -1])],
    [
      'capsule',
      { a: vec([0.9, 1, 2]), b: vec([-1.1, 1.6, 1.6]), radius: 0 },
      { min: vec([0.9, 0.4, 1]), max: vec([0.9, 1, 2]) },
    ],
    ['triangle', { a: vec([1, 0, 1.7]), b: vec([-1.8, 1.8, 0.6]), c: vec([0, 1, -1]) }, vec([1, 0, 1.7])],
  ])('a %s hits what it touches at the start, although the middle of its bounds is rounded', (_, shape, other) => {
    expect(distance(shape, other)).toBe(0);
    for (const tMax of [0, 1])
      expect(sweep(shape, motion, other, { tMax })?.startsOverlapping, String(tMax)).toBe(true);
  });

  it('it starts overlapping exactly if the contact does, for all kinds of shapes', async () => {
    let starts = 0;
    await search(
      60,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const { shape, other } = touchingPair(random);
        const way = vec(each(() => random.pick([0, 1, -1, random.between(-1, 1)]) * random.pick([1, 1e6, 1e12])));
        const tMax = random.pick([0, 1, Infinity]);
        const expected = contact(shape, other).depth >= 0;
        const found = sweep(shape, way, other, { tMax });
        if ((found?.startsOverlapping ?? false) !== expected)
          throw new Error(JSON.stringify({ shape, way, other, tMax }));
        starts += Number(expected);
      }),
      20,
    );
    expect(starts).toBeGreaterThan(100);
  });
});

/** Returns two shapes that have vertices as far apart as the sum of their radii. */
function touchingPair(random: Random): { readonly shape: Shape; readonly other: Shape } {
  const [kind, otherKind] = [random.pick(shapeKinds), random.pick(shapeKinds)];
  const shape = convexShape(random, kind, [0, 0, 0], 1);
  const other = convexShape(random, otherKind, random.triple(-2, 2), 1);
  const [from, to] = [coreOf(shape), coreOf(other)];
  const [p, q] = [random.pick(from.points), random.pick(to.points)];
  const direction = random.pick<Triple>([[1, 0, 0], [0, 0, -1], random.direction()]);
  const place = vec(each((k) => q[k] - p[k] + (from.radius + to.radius) * direction[k]));
  return { shape: moved(shape, place, 1), other };
}

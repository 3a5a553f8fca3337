import fc from 'fast-check';
import { closestPoints, contact, distance, overlaps, penetration, type Shape, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { type ConvexKind, convexShape, coreOf, moved, shapeKinds, sizeOf } from '../../support/convexShapes';
import { exactGap } from '../../support/exactGap';
import { placed } from '../../support/matrices';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { movingPair, stillKinds } from '../../support/shapePairs';
import { each, type Triple, vec } from '../../support/triple';

/** How far distances and depths are off, as a share of the numbers involved. */
const ROUNDING = 2 ** -48;
/** Cores that are closer than this share count as touching. So much may points and normals be off, too. */
const TOUCHING = 2 ** -43;

const others = [...stillKinds, 'capsule', 'rounded'] as const;
const pairs = shapeKinds.flatMap((kind) => others.map((other) => [kind, other] as const));

/** Two shapes beside each other, in each other, or near a touch. */
function standingPair(random: Random, kind: ConvexKind, other: ConvexKind): readonly [Shape, Shape] {
  if (random.chance(0.4)) {
    const pair = movingPair(random, kind, other);
    return [moved(pair.shape, pair.motion, random.pick([0, 0.5, 1, random.next()])), pair.other];
  }
  const size = random.pick([1, 1, 1e-5, 1e5]);
  const at = random.pick<Triple>([[0, 0, 0], random.triple(-10 * size, 10 * size)]);
  const way = each(() => size * random.pick([0, 0, 1, 2, -0.5, random.between(-2, 2)]));
  const shape = convexShape(random, kind, at, size * random.pick([1, 1, 0.1, 3]));
  return [
    shape,
    convexShape(
      random,
      other,
      each((k) => at[k] + way[k]),
      size,
    ),
  ];
}

function scaled({ x, y, z }: Vec3, by: number): Vec3 {
  return { x: x * by, y: y * by, z: z * by };
}

describe.each(pairs)('a %s and a %s', (kind, other) => {
  it('their distance, closest points, contact and penetration are right by exact arithmetic', async () => {
    await search(
      1,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const [a, b] = standingPair(new Random(seed), kind, other);
        const gap = exactGap(a, b);
        const size = Math.max(sizeOf(a), sizeOf(b));
        const radii = coreOf(a).radius + coreOf(b).radius;
        const touching = TOUCHING * size;
        const tolerance = Math.abs(gap + radii) <= touching ? touching : ROUNDING * size;
        const trial = JSON.stringify({ a, b });
        const found = closestPoints(a, b);
        expect(found.distance, trial).toBe(distance(a, b));
        expect(Math.abs(found.distance - Math.max(gap, 0)), trial).toBeLessThanOrEqual(tolerance);
        expect(overlaps(a, b), trial).toBe(found.distance === 0);
        const { point, normal, depth } = contact(a, b);
        expect(Math.max(-depth, 0), trial).toBe(found.distance);
        // The way out of a triangle is to the side of the shape's middle, and so not always the shortest.
        if ('c' in b) expect(depth, trial).toBeGreaterThanOrEqual(-gap - tolerance);
        else expect(Math.abs(depth + gap), trial).toBeLessThanOrEqual(tolerance);
        for (const on of [point, found.b]) expect(Math.abs(exactGap(on, b)), trial).toBeLessThanOrEqual(touching);
        if (found.distance > 0) expect(Math.abs(exactGap(found.a, a)), trial).toBeLessThanOrEqual(touching);
        // The normal of the closest points is off by their rounding, divided by the distance of the cores.
        const cores = radii - depth;
        const turned = cores > 0 ? (ROUNDING * size * Math.abs(depth)) / cores : 0;
        const parted = exactGap(moved(a, scaled(normal, depth), 1), b);
        expect(Math.abs(parted), trial).toBeLessThanOrEqual(touching + turned);
        const way = penetration(a, b);
        expect(way === null, trial).toBe(found.distance > 0);
        if (way === null) return;
        const length = Math.sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
        expect(Math.abs(length - Math.max(-gap, 0)), trial).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(exactGap(moved(a, way, 1), b)), trial).toBeLessThanOrEqual(touching + turned);
      }),
      20,
    );
  });
});

it('a contact is on the surface of a rounded shape also where the cores overlap, and its deepest vertex leaves beside it', () => {
  const turned = {
    min: vec([-1, -1, -1]),
    max: vec([1, 1, 1]),
    matrix: placed([0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1], [0, 1.2, 0]),
  };
  const rounded = { min: vec([-0.5, -1, -3]), max: vec([0.5, 1, 3]), radius: 0.5 };
  const { point, normal, depth } = contact(turned, rounded);
  expect([normal.x, normal.y, normal.z, depth].map((value) => Number(value.toFixed(12)))).toEqual([-0.6, 0.8, 0, 1.64]);
  expect([point.x, point.y].map((value) => Number(value.toFixed(12)))).toEqual([-0.8, 1.4]);
  expect(Math.abs(point.z)).toBeLessThanOrEqual(3);
});

it.each<readonly [string, Vec3, Shape]>([
  [
    'capsule',
    vec([-0.4621638356063613, 0.13362752924348342, -0.4262017361055541]),
    {
      a: vec([-0.22057489467468572, 0.765112479076802, -0.3383880721497179]),
      b: vec([-0.7037527765379805, -0.4978574205898312, -0.5140154000612458]),
      radius: 0.6491408467498391,
    },
  ],
  [
    'rounded box',
    vec([-0.9343212386419282, 0.6761012271009577, -0.3732408738836739]),
    {
      min: vec([-1, 0, -0.5]),
      max: vec([1, 0, 0.5]),
      matrix: [
        0.9343212386418537, -0.6761012271009568, 0.3732408738836295, 0, -0.046425658886308806, -0.002028712319943263,
        0.11254090097208429, 0, -0.17696689384309314, -0.28771934737875277, -0.07818939031441637, 0, 0, 0, 0, 1,
      ],
      radius: 0.5,
    },
  ],
])('a contact of a point that nearly touches the core of a %s is on its surface', (_, point, other) => {
  expect(Math.abs(exactGap(contact(point, other).point, other))).toBeLessThan(TOUCHING);
});

describe('two shapes that are lines, the end of one of which nearly touches the other', () => {
  const along = { a: vec([0, 0, 0]), b: vec([0.6, 0.8, 0.3]) };
  const box: Shape = {
    min: vec([0, 0, 0]),
    max: vec([1, 0, 0]),
    matrix: placed([0.6, 0.8, 0.3, 0, 1, 0, 0, 0, 1], [0, 0, 0]),
  };

  it.each([2 ** -42.5, 2 ** -43.5, 2 ** -44.5])('their distance of %s is no touch', (gap) => {
    // Across the line, and not along an axis of the world.
    const start = each((k) => 0.5 * [0.6, 0.8, 0.3][k] + gap * [-0.8, 0.6, 0][k]);
    const across = { a: vec(start), b: vec([start[0] - 0.9, start[1] + 0.7, start[2] + 0.1]) };
    for (const a of [
      { ...across, radius: 0 },
      { ...across, c: across.b },
    ]) {
      for (const b of [{ ...along, radius: 0 }, { ...along, c: along.b }, box]) {
        const expected = exactGap(a, b);
        const trial = JSON.stringify({ a, b });
        expect(expected / gap, trial).toBeCloseTo(1, 2);
        expect(Math.abs(distance(a, b) - expected), trial).toBeLessThanOrEqual(ROUNDING);
        expect(overlaps(a, b), trial).toBe(false);
      }
    }
  });
});

/** The triangles are far longer than wide, and their normals are only rounding. */
it.each<readonly [string, Shape, Shape]>([
  [
    'box that is a point',
    {
      min: vec([-0.587774651213443, 1.9104023498066376, 0.455773590858236]),
      max: vec([-0.587774651213443, 1.9104023498066376, 0.455773590858236]),
    },
    {
      a: vec([-0.70485029801642, 1.8784225136572106, 0.3891346578357906]),
      b: vec([0.14072764776452584, 2.1093966307799774, 0.8704338317684228]),
      c: vec([-0.28206132512594717, 1.993909572218594, 0.6297842448021067]),
    },
  ],
  [
    'needle',
    {
      a: vec([-2.341234235129461, 1.3454695395960268, 2.728639375381996]),
      b: vec([-2.3412400651924696, 1.3454637424673477, 2.7286682267886238]),
      c: vec([-2.3412371501609655, 1.3454666410316873, 2.7286538010853096]),
    },
    {
      a: vec([-1.1798914862553591, 0.6120470519027902, 2.010074179327655]),
      b: vec([-3.427436615919553, 2.031433266927434, 3.400715636648977]),
      c: vec([-2.6782540253764227, 1.5583098119244245, 2.9371645149233374]),
    },
  ],
])('a %s nearly touches a needle, and does not overlap it', (_, shape, needle) => {
  for (const [a, b] of [
    [shape, needle],
    [needle, shape],
  ]) {
    const gap = exactGap(a, b);
    expect(gap).toBeGreaterThan(0);
    expect(overlaps(a, b)).toBe(false);
    expect(Math.abs(distance(a, b) - gap)).toBeLessThanOrEqual(4 * ROUNDING);
    expect(contact(a, b).depth).toBe(-distance(a, b));
  }
});

it('a contact of what touches a needle is no deeper than the needle is wide', async () => {
  await search(
    10,
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const random = new Random(seed);
      const a = random.triple(-1, 1);
      const along = random.direction();
      const aside = random.direction();
      const width = random.magnitude(1e-17, 1e-3);
      const half = each((k) => a[k] + along[k] / 2);
      const needle = {
        a: vec(a),
        b: vec(each((k) => a[k] + along[k])),
        c: vec(each((k) => half[k] + width * aside[k])),
      };
      const at = vec(random.pick([a, half, each((k) => a[k] + 0.3 * along[k])]));
      for (const shape of [at, { center: at, radius: 0 }, { min: at, max: at }]) {
        const trial = JSON.stringify({ shape, needle });
        const most = Math.abs(width) + ROUNDING;
        expect(Math.abs(contact(shape, needle).depth), trial).toBeLessThanOrEqual(most);
        expect(Math.abs(contact(needle, shape).depth), trial).toBeLessThanOrEqual(most);
      }
    }),
    10,
  );
});

describe('the exact gap', () => {
  const box = { min: vec([0, 0, 0]), max: vec([2, 2, 2]) };

  it('it is the distance of features, minus the radii', () => {
    expect(exactGap(vec([3, 4, 2]), box)).toBe(Math.sqrt(5));
    expect(exactGap({ center: vec([5, 6, 1]), radius: 2 }, box)).toBe(3);
    expect(exactGap({ a: vec([-1, 1, 3]), b: vec([1, -1, 3]), radius: 0.5 }, box)).toBe(0.5);
    expect(exactGap(box, { a: vec([3, 3, 0]), b: vec([3, 3, 9]), c: vec([9, 9, 0]) })).toBe(Math.SQRT2);
  });

  it('it is the negative of the depth where the shapes overlap, and 0 where they touch', () => {
    expect(exactGap(vec([1, 0.5, 1]), box)).toBe(-0.5);
    expect(exactGap({ center: vec([1, 0.5, 1]), radius: 1 }, box)).toBe(-1.5);
    expect(exactGap({ min: vec([1, 1.5, 0]), max: vec([3, 3, 2]) }, box)).toBe(-0.5);
    expect(exactGap(vec([2, 1, 1]), box) + 0).toBe(0);
    expect(exactGap({ a: vec([1, -1, 0]), b: vec([-1, 1, 0]), c: vec([-1, -1, 0]) }, box) + 0).toBe(0);
  });

  it('it is the least of a motion', () => {
    const way = { motion: vec([0, 8, 0]), from: 0, to: 1 };
    expect(exactGap({ center: vec([5, -4, 1]), radius: 1 }, box, way)).toBe(2);
    expect(exactGap({ center: vec([5, -4, 1]), radius: 1 }, box, { ...way, to: 0 })).toBe(4);
    expect(exactGap(vec([1.75, -4, 1]), box, way)).toBe(-0.25);
  });
});

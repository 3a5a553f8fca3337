import fc from 'fast-check';
import { contact, type Contact, type Feature, type Shape, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, coreOf, shapeKinds, sizeOf } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, type Triple, triple, vec } from '../../support/triple';

const slab = { min: vec([-5, 0, -5]), max: vec([5, 1, 5]) };
const up = vec([0, 1, 0]);
const ball = (x: number, y: number, z: number, radius = 1) => ({ center: vec([x, y, z]), radius });
const box = (x: number, y: number, z: number, half = 1) => ({
  min: vec([x - half, y - half, z - half]),
  max: vec([x + half, y + half, z + half]),
});
/** Turned by 45° about z: an edge is at the bottom. */
const turned = (x: number, y: number, z: number) => ({
  ...box(0, 0, 0),
  matrix: [Math.SQRT1_2, Math.SQRT1_2, 0, 0, -Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 0, 1, 0, x, y, z, 1],
});

describe('the feature of a box', () => {
  const cases: [string, Shape, Feature, Triple][] = [
    ['a sphere above a face meets the face', ball(1, 3, 2), 'face', [0, 1, 0]],
    ['a sphere in the box leaves across a face', ball(1, 0.75, 2, 0.125), 'face', [0, 1, 0]],
    ['a sphere straight above the edge of a face meets the face', ball(5, 3, 2), 'face', [0, 1, 0]],
    ['a sphere straight above the corner of a face meets the face', ball(-5, 3, 5), 'face', [0, 1, 0]],
    [
      'a sphere beyond an edge meets the edge, and the face that is more along the normal',
      ball(6, 3, 2),
      'edge',
      [0, 1, 0],
    ],
    ['a sphere beyond an edge may be more beside it than above it', ball(7, 2, 2), 'edge', [1, 0, 0]],
    ['a sphere in the plane across the end of an edge meets the edge', ball(6, 3, 5), 'edge', [0, 1, 0]],
    ['a sphere beyond a corner meets the vertex', ball(6, -3, -6), 'vertex', [0, -1, 0]],
    ['a box that rests on a box meets its face', box(0, 2, 0), 'face', [0, 1, 0]],
    ['a box that hangs over the edge meets the face', box(5.5, 2, 5.5), 'face', [0, 1, 0]],
    ['a box whose corner touches the corner meets a face', box(6, 2, 6), 'face', [1, 0, 0]],
    ['a box beyond an edge meets the edge', box(8, 4, 0), 'edge', [1, 0, 0]],
    ['an edge that rests on a face meets the face', turned(0, 1 + Math.SQRT2, 0), 'face', [0, 1, 0]],
    [
      'a capsule across an edge meets the edge',
      { a: vec([6, 0, 0]), b: vec([4, 3, 0]), radius: 0.5 },
      'edge',
      [1, 0, 0],
    ],
    [
      'a triangle in a face meets the face',
      { a: vec([0, 1, 0]), b: vec([9, 1, 0]), c: vec([0, 1, 9]) },
      'face',
      [0, 1, 0],
    ],
    ['a point below a face meets the face', vec([0, -1, 0]), 'face', [0, -1, 0]],
  ];

  it.each(cases)('%s', (_, shape, feature, face) => {
    expect(contact(shape, slab)).toMatchObject({ feature, faceNormal: vec(face) });
    // The same box, as an oriented box, and rounded.
    const oriented = { ...slab, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
    expect(contact(shape, oriented)).toEqual(contact(shape, slab));
    const inner = { min: vec([-4.9, 0.1, -4.9]), max: vec([4.9, 0.9, 4.9]), radius: 0.1 };
    if (feature === 'face' && 'center' in shape && shape.center.x === 1) {
      expect(contact(shape, inner)).toMatchObject({ feature, faceNormal: vec(face) });
    }
  });

  it('a shape that falls on a corner of a rounded box meets the vertex', () => {
    const rounded = { min: vec([0, 0, 0]), max: vec([2, 2, 2]), radius: 0.5 };
    const fall = (x: number, z: number) => sweep(ball(x, 5, z, 0.5), vec([0, -9, 0]), rounded)?.feature;
    expect([fall(1, 1), fall(2.25, 1), fall(2.25, 2.25)]).toEqual(['face', 'edge', 'vertex']);
  });

  it('a sheared box has faces that lean', () => {
    // The normals of its ends are (1, -2, 0) / √5 and the opposite.
    const sheared = {
      min: vec([0, 0, 0]),
      max: vec([1, 1, 1]),
      matrix: [9, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    };
    const below = contact(vec([9.125, -1, 0.5]), sheared);
    expect(below.feature).toBe('edge');
    expect(below.faceNormal).toEqual(vec([0, -1, 0]));
    const beside = contact(vec([11, 0, 0.5]), sheared);
    expect(beside.feature).toBe('face');
    expect(beside.faceNormal.x).toBeCloseTo(1 / Math.sqrt(5), 12);
    expect(beside.faceNormal.y).toBeCloseTo(-2 / Math.sqrt(5), 12);
  });
});

describe('the feature of a triangle', () => {
  const floor = { a: vec([0, 0, 0]), b: vec([4, 0, 0]), c: vec([0, 0, 4]) };
  /** The other way round, as in a mirrored instance. */
  const mirrored = { a: floor.a, b: floor.c, c: floor.b };

  it.each([floor, mirrored])('the normal of the face goes to the side of the shape (%#)', (other) => {
    expect(contact(ball(1, 3, 1), other)).toMatchObject({ feature: 'face', faceNormal: vec([0, 1, 0]) });
    expect(contact(ball(1, -3, 1), other)).toMatchObject({ feature: 'face', faceNormal: vec([0, -1, 0]) });
    expect(contact(ball(1, 0.25, 1), other)).toMatchObject({ feature: 'face', faceNormal: vec([0, 1, 0]) });
    expect(contact(ball(1, 3, -1), other)).toMatchObject({ feature: 'edge', faceNormal: vec([0, 1, 0]) });
    expect(contact(ball(1, -3, -1), other)).toMatchObject({ feature: 'edge', faceNormal: vec([0, -1, 0]) });
    expect(contact(ball(3, 1, 3), other)).toMatchObject({ feature: 'edge', faceNormal: vec([0, 1, 0]) });
    expect(contact(ball(-1, 2, -1), other)).toMatchObject({ feature: 'vertex', faceNormal: vec([0, 1, 0]) });
    expect(contact(ball(5, 2, -0.5), other)).toMatchObject({ feature: 'vertex', faceNormal: vec([0, 1, 0]) });
  });

  it.each([floor, mirrored])('the normal of the face goes against the motion of a sweep (%#)', (other) => {
    const hit = (from: Triple, motion: Triple) => sweep(ball(...from, 0.5), vec(motion), other);
    expect(hit([1, 3, 1], [0, -9, 0])).toMatchObject({ feature: 'face', faceNormal: vec([0, 1, 0]) });
    expect(hit([1, -3, 1], [0, 9, 0])).toMatchObject({ feature: 'face', faceNormal: vec([0, -1, 0]) });
    // The sphere is above the edge when it touches it, and rises.
    const rising = hit([-3, 0.125, 1], [9, 0.25, 0]);
    expect(rising).toMatchObject({ feature: 'edge', faceNormal: vec([0, -1, 0]) });
    expect(rising?.normal.y).toBeGreaterThan(0);
    // At the start, it is the contact that counts.
    expect(hit([1, 0.25, 1], [0, 9, 0])).toMatchObject({ t: 0, feature: 'face', faceNormal: vec([0, 1, 0]) });
  });

  it('a sphere straight above the border or a corner meets the face', () => {
    for (const at of [vec([2, 3, 0]), vec([2, 3, 2]), vec([0, 3, 1]), vec([0, 3, 0]), vec([4, 3, 0]), vec([0, 3, 4])]) {
      expect(contact({ center: at, radius: 1 }, floor)).toMatchObject({ feature: 'face', faceNormal: up });
      expect(sweep({ center: at, radius: 1 }, vec([0, -9, 0]), floor)).toMatchObject({
        feature: 'face',
        faceNormal: up,
      });
    }
  });

  it('a shape in the plane of the triangle meets an edge or a vertex, never the face', () => {
    const front = vec([0, -1, 0]);
    expect(contact(vec([2, 0, -1]), floor)).toMatchObject({ feature: 'edge', faceNormal: front });
    expect(contact(vec([3, 0, 3]), floor)).toMatchObject({ feature: 'edge', faceNormal: front });
    expect(contact(vec([-1, 0, -1]), floor)).toMatchObject({ feature: 'vertex', faceNormal: front });
    expect(contact(vec([6, 0, -1]), floor)).toMatchObject({ feature: 'vertex', faceNormal: front });
  });
});

describe('the feature of a shape without an inside', () => {
  it('a sphere and a point have a vertex, whose face is across the normal', () => {
    for (const other of [ball(0, 0, 0), vec([0, 0, 0]), { a: vec([0, 0, 0]), b: vec([0, 0, 0]), radius: 1 }]) {
      const { feature, normal, faceNormal } = contact(vec([3, 4, 0]), other);
      expect(feature).toBe('vertex');
      expect(faceNormal).toEqual(normal);
    }
  });

  it.each<[string, Shape]>([
    ['a capsule', { a: vec([0, 0, 0]), b: vec([4, 0, 0]), radius: 0.5 }],
    ['a triangle that is a line', { a: vec([0, 0, 0]), b: vec([4, 0, 0]), c: vec([1, 0, 0]) }],
    ['a triangle with two equal corners', { a: vec([0, 0, 0]), b: vec([0, 0, 0]), c: vec([4, 0, 0]) }],
    ['a box that is a line', { min: vec([0, 0, 0]), max: vec([4, 0, 0]) }],
    [
      'an oriented box that is a line',
      { min: vec([0, 0, 0]), max: vec([0, 4, 0]), matrix: [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
    ],
  ])('%s has an edge and two vertices', (_, other) => {
    for (const [at, feature] of [
      [vec([2, 3, 1]), 'edge'],
      [vec([0, 3, 1]), 'edge'],
      [vec([-1, 3, 1]), 'vertex'],
      [vec([5, 3, 1]), 'vertex'],
    ] as const) {
      const found = contact(at, other);
      expect(found.feature).toBe(feature);
      expect(found.faceNormal).toEqual(found.normal);
    }
  });

  it.each<[string, Shape]>([
    ['a flat box', { min: vec([0, 0, 0]), max: vec([4, 0, 4]) }],
    [
      'a flat oriented box',
      { min: vec([0, 0, 0]), max: vec([4, 4, 0]), matrix: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1] },
    ],
  ])('%s has one face with two sides, four edges and four vertices', (_, other) => {
    for (const side of [1, -1]) {
      const faceNormal = vec([0, side, 0]);
      expect(contact(vec([1, side, 1]), other)).toMatchObject({ feature: 'face', faceNormal });
      expect(contact(vec([4, side, 4]), other)).toMatchObject({ feature: 'face', faceNormal });
      expect(contact(vec([5, side, 1]), other)).toMatchObject({ feature: 'edge', faceNormal });
      expect(contact(vec([5, side, 5]), other)).toMatchObject({ feature: 'vertex', faceNormal });
      expect(sweep(ball(1, 3 * side, 1), vec([0, -9 * side, 0]), other)).toMatchObject({ feature: 'face', faceNormal });
    }
    expect(contact(vec([5, 0, 1]), other).feature).toBe('edge');
    expect(sweep(vec([9, 1, 1]), vec([-10, -2, 0]), other)).toMatchObject({ t: 0.5, faceNormal: up });
  });
});

/** The largest angle that counts as none, and how much more or less is certain. */
const LEVEL = 2 ** -20;
const FUZZ = 4;

const minus = (a: Triple, b: Triple) => each((k) => a[k] - b[k]);
const product = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const size = (a: Triple) => Math.sqrt(product(a, a));
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The vertices of a core that are farthest along a normal, up to an angle. */
function farthest(points: readonly Triple[], normal: Triple, angle: number): Triple[] {
  const top = points.reduce((a, b) => (product(b, normal) > product(a, normal) ? b : a));
  return points.filter((point) => -product(minus(point, top), normal) <= angle * size(minus(point, top)));
}

/** How many dimensions some points span. */
function dimensionOf([first, ...others]: readonly Triple[]): number {
  const ways = others.map((point) => minus(point, first)).filter((way) => size(way) > 0);
  if (ways.length === 0) return 0;
  const [longest] = ways.sort((a, b) => size(b) - size(a));
  return ways.some((way) => size(cross(longest, way)) > 1e-9 * size(longest) * size(way)) ? 2 : 1;
}

/** The normals of all planes through three vertices of a core that have the whole core behind them, and contain some points. */
function facesAt(points: readonly Triple[], on: readonly Triple[]): Triple[] {
  const tolerance = 1e-12 * Math.max(...points.flat().map(Math.abs));
  const normals: Triple[] = [];
  for (const a of points) {
    for (const b of points) {
      for (const c of points) {
        const across = cross(minus(b, a), minus(c, a));
        if (!(size(across) > 1e-9 * size(minus(b, a)) * size(minus(c, a)))) continue;
        const normal = each((k) => across[k] / size(across));
        const isBehind = points.every((point) => product(minus(point, a), normal) <= tolerance);
        if (isBehind && on.every((point) => Math.abs(product(minus(point, a), normal)) <= tolerance))
          normals.push(normal);
      }
    }
  }
  return normals;
}

/** Throws unless the feature of a contact with a shape is that of the vertices of its core. Returns whether there was no doubt. */
function expectFeature({ feature, normal, faceNormal }: Contact, other: Shape): boolean {
  const points = coreOf(other).points;
  const across = triple(normal);
  const face = triple(faceNormal);
  expect(Math.abs(size(face) - 1)).toBeLessThan(1e-12);
  const met = farthest(points, across, LEVEL / FUZZ);
  const dimension = dimensionOf(met);
  if (dimension !== dimensionOf(farthest(points, across, LEVEL * FUZZ))) return false;
  expect(feature).toBe((['vertex', 'edge', 'face'] as const)[dimension]);
  const faces = facesAt(points, met);
  const isBeside = faces.some((each) => size(minus(each, face)) < 1e-9);
  expect(faces.length === 0 ? size(minus(across, face)) === 0 : isBeside).toBe(true);
  // A triangle and a flat box have a face with two sides, of which the motion may choose the other one at an edge.
  const isSurface = faces.some((one) => faces.some((each) => product(one, each) < -0.999));
  const most = Math.max(...faces.map((each) => product(each, across)));
  if (dimension === 2 || (faces.length > 0 && !isSurface)) expect(product(face, across)).toBeGreaterThan(most - 1e-9);
  return true;
}

describe('features of all shapes', () => {
  it('are those of the vertices that are farthest along the normal', async () => {
    const counts = { vertex: 0, edge: 0, face: 0, doubt: 0 };
    await search(
      4,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const scale = random.pick([1, 1e-5, 1e5]);
        const at = each(() => random.pick([0, 1, 10]) * scale);
        for (let i = 0; i < 20; i++) {
          const other = convexShape(random, random.pick(shapeKinds), at, scale);
          const from = each((k) => at[k] + scale * random.pick([0, 1, 2, -3, random.between(-3, 3)]));
          const shape = convexShape(random, random.pick(shapeKinds), from, scale);
          const motion = each((k) => at[k] - from[k] + scale * random.pick([0, 0, random.between(-1, 1)]));
          for (const found of [contact(shape, other), sweep(shape, vec(motion), other)]) {
            if (found === null) continue;
            try {
              counts[expectFeature(found, other) ? found.feature : 'doubt']++;
            } catch (cause) {
              throw new Error(JSON.stringify({ shape, motion, other, found }), { cause });
            }
          }
        }
      }),
    );
    const total = counts.vertex + counts.edge + counts.face;
    expect(Math.min(counts.vertex, counts.edge, counts.face)).toBeGreaterThan(total / 20);
    expect(counts.doubt).toBeLessThan(total / 50);
  });

  it('have the point of the contact on them, if the shapes do not overlap', async () => {
    await search(
      4,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        for (let i = 0; i < 20; i++) {
          const other = convexShape(random, random.pick(shapeKinds), [0, 0, 0], 1);
          const shape = convexShape(random, random.pick(shapeKinds), random.triple(-3, 3), 1);
          const { point, normal, depth } = contact(shape, other);
          if (depth > 0) continue;
          const { points, radius } = coreOf(other);
          const across = triple(normal);
          const top = Math.max(...points.map((each) => product(each, across)));
          expect(Math.abs(product(triple(point), across) - radius - top)).toBeLessThan(1e-9 * sizeOf(other) + 1e-12);
        }
      }),
    );
  });

  it('do not depend on the size of the numbers', async () => {
    const scaled = ({ x, y, z }: Vec3, by: number) => vec([x * by, y * by, z * by]);
    await search(
      2,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        for (let i = 0; i < 20; i++) {
          const a = vec(random.triple(-1, 1));
          const b = vec(random.triple(-1, 1));
          const c = vec(random.triple(-1, 1));
          const at = vec(random.triple(-2, 2));
          const found = contact(at, { a, b, c });
          for (const by of [2 ** 500, 2 ** -500]) {
            const large = contact(scaled(at, by), { a: scaled(a, by), b: scaled(b, by), c: scaled(c, by) });
            expect(large.feature).toBe(found.feature);
            expect(large.faceNormal).toEqual(found.faceNormal);
          }
        }
      }),
    );
  });

  it('a box as large as float64 has faces, edges and vertices', () => {
    const most = Number.MAX_VALUE;
    const whole = { min: vec([-most, -most, -most]), max: vec([most, most, most]) };
    expect(contact(vec([0, 0, 0]), whole).feature).toBe('face');
    const half = { min: vec([-most, -most, -most]), max: vec([most, 0, most]) };
    expect(contact(ball(0, 4, 0), half)).toMatchObject({ feature: 'face', faceNormal: up });
  });
});

import fc from 'fast-check';
import { BoxScene, type Capsule, contact, distance, type Shape, type Sphere, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, coreOf, moved, sizeOf } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, type Triple, vec } from '../../support/triple';

const AXES = ['x', 'y', 'z'] as const;

/** Shapes with a face that ends at an edge x = 0, y = 0, and with a corner at 0 from which the face goes to negative x and z. */
const shapes: Record<string, { atEdge: Shape; atCorner: Shape }> = {
  triangle: {
    atEdge: { a: vec([0, 0, -9]), b: vec([0, 0, 9]), c: vec([-9, 0, 0]) },
    atCorner: { a: vec([-9, 0, -1]), b: vec([-1, 0, -9]), c: vec([0, 0, 0]) },
  },
  'axis-aligned box': {
    atEdge: { min: vec([-9, -2, -9]), max: vec([0, 0, 9]) },
    atCorner: { min: vec([-9, -2, -9]), max: vec([0, 0, 0]) },
  },
  'sheared box': {
    atEdge: { min: vec([-9, -2, -9]), max: vec([0, 0, 9]), matrix: shear(-1, 0) },
    atCorner: { min: vec([-9, -2, -9]), max: vec([0, 0, 0]), matrix: shear(-0.25, -0.25) },
  },
  'flat box': {
    atEdge: { min: vec([-9, 0, -9]), max: vec([0, 0, 9]) },
    atCorner: { min: vec([-9, 0, -9]), max: vec([0, 0, 0]) },
  },
  'mirrored box': {
    atEdge: { min: vec([0, -2, -9]), max: vec([9, 0, 9]), matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
    atCorner: { min: vec([0, -2, -9]), max: vec([9, 0, 0]), matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
  },
};

/** A matrix that adds multiples of y to x and z. */
function shear(x: number, z: number): number[] {
  return [1, 0, 0, 0, x, 1, z, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

const down = vec([0, -20, 0]);

describe.each(Object.keys(shapes))('a sphere that falls on a %s', (name) => {
  const { atEdge, atCorner } = shapes[name];

  it('the sphere touches a face at its radius', () => {
    const hit = sweep({ center: vec([-2, 15, 0]), radius: 5 }, down, atEdge);
    expect(hit).toMatchObject({ t: 0.5, distance: 10, depth: 0, point: { x: -2, y: 0, z: 0 } });
    expect(hit?.normal).toEqual(vec([0, 1, 0]));
  });

  it('the sphere touches an edge: 3, 4, 5', () => {
    const hit = sweep({ center: vec([3, 14, 0]), radius: 5 }, down, atEdge);
    expect(hit).toMatchObject({ t: 0.5, distance: 10, point: vec([0, 0, 0]), normal: vec([3 / 5, 4 / 5, 0]) });
    expect(sweep({ center: vec([7.1, 14, 0]), radius: 5 }, down, atEdge)).toBeNull();
  });

  it('the sphere touches a corner: 2, 6, 3, 7', () => {
    const hit = sweep({ center: vec([2, 16, 3]), radius: 7 }, down, atCorner);
    expect(hit).toMatchObject({ t: 0.5, distance: 10, point: vec([0, 0, 0]), normal: vec([2 / 7, 6 / 7, 3 / 7]) });
    expect(sweep({ center: vec([6, 16, 6]), radius: 7 }, down, atCorner)).toBeNull();
  });

  it('a motion along an edge enters its end, or passes it', () => {
    const along = vec([0, 0, 40]);
    expect(sweep({ center: vec([0, 3, -33]), radius: 5 }, along, atEdge)?.t).toBe(0.5);
    expect(sweep({ center: vec([0, 5.001, -33]), radius: 5 }, along, atEdge)).toBeNull();
  });

  it('a point touches the face, and passes beside it', () => {
    expect(sweep(vec([-2, 10, 0]), down, atEdge)).toMatchObject({ t: 0.5, point: vec([-2, 0, 0]) });
    expect(sweep(vec([2.001, 10, 0]), down, atEdge)).toBeNull();
  });

  it('a margin and a rounded other shape count like the radius', () => {
    const ball = { center: vec([3, 14, 0]), radius: 2 };
    expect(sweep(ball, down, atEdge, { margin: 3 })).toMatchObject({ t: 0.5, depth: -3 });
    if ('min' in atEdge) expect(sweep(ball, down, { ...atEdge, radius: 3 })?.t).toBe(0.5);
  });
});

describe.each(Object.keys(shapes))('a capsule that falls on a %s', (name) => {
  const { atEdge, atCorner } = shapes[name];

  it('an upright capsule touches a face with its lower end', () => {
    for (const [a, b] of [
      [15, 18],
      [18, 15],
    ]) {
      const hit = sweep({ a: vec([-2, a, 0]), b: vec([-2, b, 0]), radius: 5 }, down, atEdge);
      expect(hit).toMatchObject({ t: 0.5, distance: 10, depth: 0, point: vec([-2, 0, 0]), normal: vec([0, 1, 0]) });
    }
  });

  it('a lying capsule touches a face along its side', () => {
    const hit = sweep({ a: vec([-3, 15, -1]), b: vec([4, 15, 1]), radius: 5 }, down, atEdge);
    expect(hit).toMatchObject({ t: 0.5, normal: vec([0, 1, 0]) });
    const { x, y, z } = hit?.point ?? vec([NaN, NaN, NaN]);
    expect(y).toBe(0);
    // On the face, below the segment.
    expect(Math.abs(x + 1.5)).toBeLessThan(1.5 + 1e-14);
    expect(Math.abs(z - (x - 0.5) / 3.5)).toBeLessThan(1e-14);
  });

  it('a capsule along an edge, across it and beside it touches the edge: 3, 4, 5', () => {
    const edge = { t: 0.5, normal: vec([3 / 5, 4 / 5, 0]) };
    const along = sweep({ a: vec([3, 14, -3]), b: vec([3, 14, 3]), radius: 5 }, down, atEdge);
    expect(along).toMatchObject({ ...edge, point: { x: 0, y: 0 } });
    expect(Math.abs(along?.point.z ?? NaN)).toBeLessThanOrEqual(3);
    const across = sweep({ a: vec([-1, 17, 0]), b: vec([7, 11, 0]), radius: 5 }, down, atEdge);
    expect(across).toMatchObject({ ...edge, point: vec([0, 0, 0]) });
    const beside = sweep({ a: vec([9, 14, 0]), b: vec([3, 14, 0]), radius: 5 }, down, atEdge);
    expect(beside).toMatchObject({ ...edge, point: vec([0, 0, 0]) });
    expect(sweep({ a: vec([9, 14, 0]), b: vec([7.1, 14, 0]), radius: 5 }, down, atEdge)).toBeNull();
  });

  it('the side of a capsule touches a corner: 2, 6, 3, 7', () => {
    const hit = sweep({ a: vec([5, 16, 1]), b: vec([-1, 16, 5]), radius: 7 }, down, atCorner);
    expect(hit).toMatchObject({ t: 0.5, point: vec([0, 0, 0]) });
    const { x, y, z } = hit?.normal ?? vec([NaN, NaN, NaN]);
    for (const [value, sevenths] of [
      [x, 2],
      [y, 6],
      [z, 3],
    ]) {
      expect(Math.abs(value - sevenths / 7)).toBeLessThan(2 ** -51);
    }
    expect(sweep({ a: vec([8, 16, 4]), b: vec([2, 16, 8]), radius: 7 }, down, atCorner)).toBeNull();
  });
});

/** A sphere whose centre passes an edge of another shape at about its radius, or goes somewhere. */
function passing(random: Random, other: Shape, size: number): { sphere: Sphere; motion: Vec3 } {
  const { points } = coreOf(other);
  const [p, q] = [random.pick(points), random.pick(points)];
  const share = random.pick([0, 1, 0.5, random.next()]);
  const radius = size * random.pick([0, 1e-8, 0.3, 1, random.next()]);
  const direction = random.pick<Triple>([random.direction(), [1, 0, 0], [0, -1, 0]]);
  const aside = random.direction();
  const off = radius * random.pick([0, 0.5, 0.99, 1.01, random.between(-2, 2)]);
  const start = random.pick([2, 5, 1000, 0.2]) * (size + radius);
  const length = random.pick([1, 2, 0.7, 100]) * start;
  const center = vec(each((k) => p[k] + share * (q[k] - p[k]) + off * aside[k] - start * direction[k]));
  return { sphere: { center, radius }, motion: vec(each((k) => length * direction[k])) };
}

/** Returns a capsule of which a sphere is a part: an end, or anywhere between. It may be along an edge of another shape, or the motion. */
function capsuleAround(random: Random, { center, radius }: Sphere, other: Shape, motion: Vec3, size: number): Capsule {
  const { points } = coreOf(other);
  const [p, q] = [random.pick(points), random.pick(points)];
  const { x, y, z } = motion;
  const along = random.pick<Triple>([random.direction(), [0, 0, 1], each((k) => q[k] - p[k]), [x, y, z]]);
  const longest = Math.max(...along.map(Math.abs)) || 1;
  const length = (size * random.pick([0, 1e-9, 1, 1, 30, random.next()])) / longest;
  const share = random.pick([0, 1, random.next()]);
  const c: Triple = [center.x, center.y, center.z];
  return {
    a: vec(each((k) => c[k] - share * length * along[k])),
    b: vec(each((k) => c[k] + (1 - share) * length * along[k])),
    radius,
  };
}

/** Returns the least value of a convex function of t from 0 to 1. */
function leastOf(f: (t: number) => number): number {
  let [from, to] = [0, 1];
  let least = Math.min(f(0), f(1));
  for (let i = 0; i < 120; i++) {
    const [left, right] = [from + (to - from) / 3, to - (to - from) / 3];
    const [atLeft, atRight] = [f(left), f(right)];
    least = Math.min(least, atLeft, atRight);
    if (atLeft <= atRight) to = right;
    else from = left;
  }
  return least;
}

const kinds = ['triangle', 'aabb', 'obb'] as const;

const movers = ['sphere', 'capsule'] as const;
const pairs = movers.flatMap((mover) => kinds.map((kind) => [mover, kind] as const));

function pairOf(random: Random, mover: 'sphere' | 'capsule', other: Shape, size: number) {
  const { sphere, motion } = passing(random, other, size);
  return { shape: mover === 'sphere' ? sphere : capsuleAround(random, sphere, other, motion, size), motion };
}

describe.each(pairs)('a %s that moves past shapes of the kind %s', (mover, kind) => {
  it('the shape hits if its least distance says so, and touches at t within rounding', async () => {
    const counts = { hits: 0, tiny: 0, misses: 0, starts: 0 };
    await search(
      4,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const size = random.pick([1, 1, 1e-5, 1e5]);
        const at = random.pick<Triple>([[0, 0, 0], random.triple(-10 * size, 10 * size)]);
        const other = convexShape(random, kind, at, size);
        const { shape, motion } = pairOf(random, mover, other, size);
        const { radius } = shape;
        const core = { ...shape, radius: 0 };
        const gap = (t: number) => distance(moved(core, motion, t), other) - radius;
        const least = leastOf(gap);
        const numbers = Math.max(sizeOf(shape), sizeOf(other));
        const hit = sweep(shape, motion, other);
        const trial = JSON.stringify({ shape, motion, other });
        if (hit?.startsOverlapping === true) {
          counts.starts++;
          expect(hit, trial).toMatchObject(contact(shape, other));
          return;
        }
        if (least > 2 ** -40 * numbers) expect(hit, trial).toBeNull();
        if (least < -radius / 16) expect(hit, trial).not.toBeNull();
        if (hit === null) counts.misses++;
        // What only grazes the other shape may stop earlier: there, rounding decides.
        if (hit === null || least >= -radius / 16) return;
        if (radius < 1e-6 * size) counts.tiny++;
        else counts.hits++;
        expect(Math.abs(gap(hit.t)), trial).toBeLessThanOrEqual(2 ** -45 * numbers);
        const { x, y, z } = hit.normal;
        expect(x * motion.x + y * motion.y + z * motion.z, trial).toBeLessThan(0);
        expect(sweep(shape, motion, other, { tMax: hit.t })?.t, trial).toBe(hit.t);
        expect(sweep(shape, motion, other, { tMax: hit.t * (1 - 2 ** -52) }), trial).toBeNull();
      }),
      10,
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(1);
  });

  it('a scene finds the first hit of all, at every tMax', async () => {
    await search(
      0.5,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const others = Array.from({ length: 12 }, () => convexShape(random, kind, random.triple(-2, 2), 1));
        const scenes = (['auto', 'js'] as const).map((backend) => sceneOf(new BoxScene({ backend }), others));
        for (let i = 0; i < 6; i++) {
          const { shape, motion } = pairOf(random, mover, random.pick(others), 1);
          const hits = others.map((other) => sweep(shape, motion, other));
          const first = Math.min(...hits.map((hit) => hit?.t ?? Infinity));
          for (const tMax of [1, first < Infinity ? first : 0.5]) {
            for (const scene of scenes) {
              expect(scene.sweep(shape, motion, { tMax })?.t ?? Infinity).toBe(first <= tMax ? first : Infinity);
            }
          }
        }
      }),
      2,
    );
  });
});

function sceneOf(scene: BoxScene, shapes: readonly Shape[]): BoxScene {
  for (const shape of shapes) {
    if ('c' in shape) {
      const corners = [shape.a, shape.b, shape.c].flatMap(({ x, y, z }) => [x, y, z]);
      scene.addInstance(scene.addMesh(Float64Array.from(corners)));
    } else if ('matrix' in shape) scene.addObb(shape);
    else if ('min' in shape) scene.addAabb(shape);
  }
  return scene;
}

describe('capsules and spheres', () => {
  it('a capsule without length hits as a sphere does', async () => {
    await search(
      5,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const other = convexShape(random, random.pick([...kinds, 'sphere', 'capsule']), [0, 0, 0], 1);
        const { sphere, motion } = passing(random, other, 1);
        const { center, radius } = sphere;
        const hit = sweep(sphere, motion, other);
        if (hit?.startsOverlapping !== true)
          expect(sweep({ a: center, b: center, radius }, motion, other)).toEqual(hit);
      }),
    );
  });

  it('a capsule touches no later than each of its spheres, and where one of them touches', async () => {
    let hits = 0;
    await search(
      8,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const other = convexShape(random, random.pick([...kinds, 'sphere', 'capsule']), [0, 0, 0], 1);
        const { sphere, motion } = passing(random, other, 1);
        const capsule = capsuleAround(random, { ...sphere, radius: random.between(0.1, 1) }, other, motion, 1);
        const { a, b, radius } = capsule;
        const at = (share: number) => vec(each((k) => a[AXES[k]] + share * (b[AXES[k]] - a[AXES[k]])));
        const tOf = (share: number) => sweep({ center: at(share), radius }, motion, other)?.t ?? Infinity;
        const hit = sweep(capsule, motion, other);
        if (hit?.startsOverlapping === true) return;
        // What only grazes the other shape may be missed.
        const t = hit?.t ?? Infinity;
        for (let i = 0; i <= 8; i++) if (t === Infinity || t > tOf(i / 8) + 1e-9) expect(tOf(i / 8)).toBe(t);
        if (hit === null) return;
        hits++;
        // The centre of the sphere that touches is over the point, moved back.
        const centre = each((k) => hit.point[AXES[k]] + radius * hit.normal[AXES[k]] - hit.t * motion[AXES[k]]);
        const s = each((k) => b[AXES[k]] - a[AXES[k]]);
        const square = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
        const along = each((k) => s[k] * (centre[k] - a[AXES[k]]));
        const share = square > 0 ? Math.min(Math.max((along[0] + along[1] + along[2]) / square, 0), 1) : 0;
        expect(Math.abs(distance(moved(at(share), motion, hit.t), other) - radius)).toBeLessThan(1e-9);
      }),
      20,
    );
    expect(hits).toBeGreaterThan(5);
  });
});

describe('a sphere and simpler shapes', () => {
  it('a sphere with radius 0 hits as its centre does', async () => {
    await search(
      5,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const other = convexShape(random, random.pick(kinds), [0, 0, 0], 1);
        const { sphere, motion } = passing(random, other, 1);
        const { center } = sphere;
        expect(sweep({ center, radius: 0 }, motion, other)).toEqual(sweep(center, motion, other));
      }),
    );
  });

  it('a flat box is two triangles, and a box and a triangle that are lines are a capsule without a radius', async () => {
    let hits = 0;
    await search(
      5,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const [a, c]: Triple[] = [
          [0, 0, 0],
          [2, 0, random.pick([0, 1])],
        ];
        const [b, d]: Triple[] = [
          [2, 0, 0],
          [0, 0, c[2]],
        ];
        const box = { min: vec(a), max: vec(c) };
        const sphere = { center: vec(random.triple(-3, 4)), radius: random.pick([1e-3, 0.5, 2]) };
        const target = random.triple(-1, 3);
        const { x, y, z } = sphere.center;
        const motion = vec([2 * (target[0] - x), 2 * (target[1] / 4 - y), 2 * (target[2] - z)]);
        const tOf = (other: Shape) => sweep(sphere, motion, other)?.t ?? Infinity;
        const triangles = [
          { a: vec(a), b: vec(b), c: vec(c) },
          { a: vec(a), b: vec(c), c: vec(d) },
        ];
        const t = tOf(box);
        if (t > 0 && t < Infinity) hits++;
        expect(Math.abs(Math.min(...triangles.map(tOf)) - t) < 1e-9 || t === Math.min(...triangles.map(tOf))).toBe(
          true,
        );
        if (c[2] > 0) return;
        const line = tOf({ a: vec(a), b: vec(b), radius: 0 });
        expect(Math.abs(line - t) < 1e-9 || line === t).toBe(true);
      }),
    );
    expect(hits).toBeGreaterThan(5);
  });
});

it.each([0.03, 0.01, 0.001, 1e-4, 1e-5, 1e-6, 3e-7])(
  'a point does not pass through a triangle that is 4 long and %s wide',
  (width) => {
    const needle = { a: vec([0, 0, 0]), b: vec([4, 1, 0]), c: vec([2, 0.5 + width, width / 4]) };
    const inside = vec([2, 0.5 + width / 3, width / 12]);
    for (let i = 0; i < 50; i++) {
      const from = vec([inside.x + 2 * Math.sin(i), inside.y + 2 * Math.cos(3 * i), inside.z + 3]);
      const motion = vec([2 * (inside.x - from.x), 2 * (inside.y - from.y), 2 * (inside.z - from.z)]);
      expect(sweep(from, motion, needle)?.t, String(i)).toBeCloseTo(0.5, 6);
      expect(sweep({ center: from, radius: 1e-9 }, motion, needle)?.t, String(i)).toBeCloseTo(0.5, 6);
    }
  },
);

it('a point that moves a little against the face of a needle does not pass through it', () => {
  const needle = {
    a: vec([-0.02538842559567378, -0.6180053232656781, 0.986732467704361]),
    b: vec([0.30018194983203966, 0.2861824397425574, 4.869572719359072]),
    c: vec([0.14212146514116172, -0.15278974385602162, 2.9845008951993397]),
  };
  const from = vec([2.8207788570944183, -0.8775714590596382, 1.662821634072535]);
  const hit = sweep(from, vec([-5.38954286589199, 1.3600581775485936, 2.2589974436452884]), needle);
  expect(hit?.t).toBeCloseTo(0.5, 6);
  // Far from the corners, whose x are -0.025, 0.3 and 0.142.
  expect(hit?.point.x).toBeCloseTo(0.126, 3);
  expect(hit?.feature).toBe('face');
});

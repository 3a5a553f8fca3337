import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ray, raycastAabb, raycastTriangle, type RaycastTriangleOptions, type Triangle } from 'slabtree';
import * as THREE from 'three';
import { createRayBuffer } from '../../../../src/primitives/flat/rayBuffer';
import { SHEAR_STRIDE, writeShear } from '../../../../src/primitives/flat/shear';
import { HIT_STRIDE, triangleHit } from '../../../../src/primitives/query/triangles/triangleHit';
import { type ClosedMesh, cornersOf, cubes, icosphere, mapped } from '../../../support/closedMeshes';
import { type BadCall, expectComplaint, untyped } from '../../../support/errors';
import { exact } from '../../../support/exact';
import { linearParts, placed, transform } from '../../../support/matrices';
import { Random } from '../../../support/random';
import { search } from '../../../support/runs';
import { type Corners, exactT, volumesOf } from '../../../support/triangles';
import { each, type Triple, vec } from '../../../support/triple';
import { step } from '../../../support/ulps';

function ray(origin: Triple, direction: Triple): Ray {
  return { origin: vec(origin), direction: vec(direction) };
}

function triangle(a: Triple, b: Triple, c: Triple): Triangle {
  return { a: vec(a), b: vec(b), c: vec(c) };
}

const flat = triangle([0, 0, 2], [4, 0, 2], [0, 4, 2]);

describe('raycastTriangle', () => {
  it.each<[string, Ray, RaycastTriangleOptions, ReturnType<typeof raycastTriangle>]>([
    ['through the inside, from the back', ray([1, 2, 0], [0, 0, 1]), {}, { t: 2, u: 0.25, v: 0.5, front: false }],
    ['through the inside, from the front', ray([1, 2, 5], [0, 0, -1]), {}, { t: 3, u: 0.25, v: 0.5, front: true }],
    ['that hits obliquely', ray([-1, 1, 0], [1, 0.5, 1]), {}, { t: 2, u: 0.25, v: 0.5, front: false }],
    ['at an edge', ray([2, 0, 0], [0, 0, 2]), {}, { t: 1, u: 0.5, v: 0, front: false }],
    ['at the long edge', ray([2, 2, 0], [0, 0, 1]), {}, { t: 2, u: 0.5, v: 0.5, front: false }],
    ['at corner a', ray([0, 0, 0], [0, 0, 1]), {}, { t: 2, u: 0, v: 0, front: false }],
    ['at corner b', ray([4, 0, 0], [0, 0, 1]), {}, { t: 2, u: 1, v: 0, front: false }],
    ['at corner c', ray([0, 0, 0], [0, 2, 1]), {}, { t: 2, u: 0, v: 1, front: false }],
    ['past an edge', ray([1, step(0, -1), 0], [0, 0, 1]), {}, null],
    ['past a corner', ray([step(4, 1), 0, 0], [0, 0, 1]), {}, null],
    ['with the triangle behind', ray([1, 1, 3], [0, 0, 1]), {}, null],
    ['as a line', ray([1, 1, 3], [0, 0, 1]), { tMin: -Infinity }, { t: -1, u: 0.25, v: 0.25, front: false }],
    ['parallel to the triangle', ray([1, 1, 0], [1, 0, 0]), {}, null],
    ['within its plane', ray([-1, 1, 2], [1, 0, 0]), {}, null],
    ['that starts on it', ray([1, 1, 2], [0, 0, -1]), {}, { t: 0, u: 0.25, v: 0.25, front: true }],
    ['that hits at tMax', ray([1, 1, 0], [0, 0, 1]), { tMax: 2 }, { t: 2, u: 0.25, v: 0.25, front: false }],
    ['that would hit beyond tMax', ray([1, 1, 0], [0, 0, 1]), { tMax: 1.999 }, null],
    ['that hits at tMin', ray([1, 1, 0], [0, 0, 1]), { tMin: 2 }, { t: 2, u: 0.25, v: 0.25, front: false }],
    ['that would hit before tMin', ray([1, 1, 0], [0, 0, 1]), { tMin: 2.001 }, null],
  ])('raycastTriangle returns the right t, or null, for a ray %s', (_, ray, options, hit) => {
    expect(raycastTriangle(ray, flat, options)).toEqual(hit);
  });

  it('a triangle can be hit on one side only', () => {
    const up = ray([1, 1, 0], [0, 0, 1]);
    const down = ray([1, 1, 5], [0, 0, -1]);
    expect(raycastTriangle(up, flat, { side: 'front' })).toBeNull();
    expect(raycastTriangle(down, flat, { side: 'front' })).toMatchObject({ front: true });
    expect(raycastTriangle(up, flat, { side: 'back' })).toMatchObject({ front: false });
    expect(raycastTriangle(down, flat, { side: 'back' })).toBeNull();
    expect(raycastTriangle(up, flat, { side: 'both' })).not.toBeNull();
  });

  it('the front of a triangle is where three.js has it, on every axis and in every direction', () => {
    const random = new Random(3);
    const target = new THREE.Vector3();
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const corners = [random.triple(-1, 1), random.triple(-1, 1), random.triple(-1, 1)] as const;
      const origin = random.triple(-3, 3);
      const direction = each((k) => (corners[0][k] + corners[1][k] + corners[2][k]) / 3 - origin[k]);
      const hit = raycastTriangle(ray(origin, direction), triangle(...corners));
      const [a, b, c] = corners.map((corner) => new THREE.Vector3(...corner));
      const theirs = new THREE.Ray(new THREE.Vector3(...origin), new THREE.Vector3(...direction).normalize());
      const isFront = theirs.intersectTriangle(a, b, c, true, target) !== null;
      expect(hit).toMatchObject({ front: isFront, t: expect.closeTo(1, 9) as number });
      hits++;
    }
    expect(hits).toBe(500);
  });

  it('a ray never hits a triangle that is a line or a point', async () => {
    const whole = fc.integer({ min: -9, max: 9 });
    const point = fc.tuple(whole, whole, whole);
    await search(
      20,
      fc.property(point, point, whole, fc.nat(), (a, way, times, seed) => {
        const random = new Random(seed);
        const b = each((k) => a[k] + way[k]);
        const c = each((k) => a[k] + times * way[k]);
        const origin = random.triple(-20, 20);
        const s = random.between(-1, 2);
        const direction = each((k) => a[k] + s * way[k] - origin[k]);
        expect(raycastTriangle(ray(origin, direction), triangle(a, b, c))).toBeNull();
        expect(raycastTriangle(ray(origin, direction), triangle(a, b, b))).toBeNull();
      }),
    );
  });

  it('raycastTriangle treats a direction of -0 like 0, and never returns -0', () => {
    const hit = raycastTriangle(ray([0, 0, 2], [-0, -0, -1]), flat);
    expect(hit).toEqual({ t: 0, u: 0, v: 0, front: true });
    expect(raycastTriangle(ray([-0, -0, 2], [-0, 0, 1]), flat)).toEqual({ t: 0, u: 0, v: 0, front: false });
  });

  it('a triangle across an axis has the t of its bounds', async () => {
    await search(
      10,
      fc.property(fc.nat(), fc.constantFrom(0, 1, 2), (seed, axis) => {
        const random = new Random(seed);
        const at = random.magnitude(1e-9, 1e9);
        const corner = () => each((k) => (k === axis ? at : random.between(-1, 1)));
        const corners = [corner(), corner(), corner()] as const;
        const origin = each((k) => (k === axis ? random.magnitude(1e-3, 1e3) : 0));
        const direction = each((k) => (k === axis ? (at - origin[k]) * random.between(0.1, 9) : 0));
        const hit = raycastTriangle(ray(origin, direction), triangle(...corners));
        const [min, max] = [Math.min, Math.max].map((best) => each((k) => best(...corners.map((c) => c[k]))));
        if (hit !== null) expect(hit.t).toBe(raycastAabb(ray(origin, direction), { min: vec(min), max: vec(max) }));
      }),
    );
  });

  it.each([
    ['far from the origin', 1, 1e12],
    ['huge', 2 ** 1000, 0],
    ['tiny', 2 ** -1000, 0],
    ['almost zero', 5e-324, 0],
  ])('a ray hits a triangle that is %s', (_, size, middle) => {
    const at = (x: number, y: number, z: number): Triple => [middle + x * size, middle + y * size, middle + z * size];
    const corners = [at(0, 0, 32), at(64, 0, 32), at(0, 64, 32)] as const;
    const hit = raycastTriangle(ray(at(8, 32, 0), [0, 0, size]), triangle(...corners));
    expect(hit).toEqual({ t: 32, u: 0.125, v: 0.5, front: false });
    expect(raycastTriangle(ray(at(40, 40, 0), [0, 0, size]), triangle(...corners))).toBeNull();
    expect(raycastTriangle(ray(at(-8, 8, 24), [size, 0, size / 2 || size]), triangle(...corners))).toMatchObject({
      t: size / 2 ? 16 : 8,
    });
  });

  it('a ray hits a triangle at the end of float64 although differences of coordinates overflow', () => {
    const most = Number.MAX_VALUE;
    const corners = triangle([-most, -most, most], [most, -most, most], [0, most, most]);
    expect(raycastTriangle(ray([0, 0, 0], [0, 0, 1]), corners)).toEqual({ t: most, u: 0.25, v: 0.5, front: false });
    expect(raycastTriangle(ray([most, 0, -most], [0, 0, 1]), corners)).toBeNull();
    // The distance is beyond float64. Only a longer direction has a t for it.
    expect(raycastTriangle(ray([0, 0, -most], [0, 0, 1]), corners)).toBeNull();
    expect(raycastTriangle(ray([0, 0, -most], [0, 0, 4]), corners)).toMatchObject({ t: most / 2, u: 0.25, v: 0.5 });
    expect(raycastTriangle(ray([most, most, -most], [-most, -most, most]), corners)).toMatchObject({
      t: 2,
      u: 0,
      v: 0,
    });
  });

  it('a ray hits the thin side of a triangle that is far larger on one axis than on another', () => {
    const corners = triangle([0, 0, 0], [1e200, 0, 0], [0, 1e-150, 0]);
    expect(raycastTriangle(ray([1, 1e-151, 1], [0, 0, -1]), corners)).toMatchObject({ t: 1, front: true });
    expect(raycastTriangle(ray([1, 2e-150, 1], [0, 0, -1]), corners)).toBeNull();
  });
});

/** Corners of all kinds: wide, thin, small beside far numbers, and with equal coordinates. */
function cornersAmong(random: Random): Corners {
  const middle = random.triple(-1, 1).map((value) => value * random.pick([0, 1, 1000, 1e9]));
  const size = 10 ** random.between(-3, 3);
  const grid = random.chance(0.3);
  const [a, b, c] = [0, 1, 2].map(() =>
    each((k) => middle[k] + size * (grid ? random.below(5) - 2 : random.between(-1, 1))),
  );
  if (!random.chance(0.2)) return [a, b, c];
  const s = random.next();
  return [a, b, each((k) => step(a[k] + s * (b[k] - a[k]), random.below(9) - 4))];
}

describe('raycastTriangle and exact arithmetic', () => {
  it('a ray hits what exact arithmetic hits, up to rounding', async () => {
    const counts = { hits: 0, misses: 0 };
    await search(
      60,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const corners = cornersAmong(random);
        const weights = each(() => random.pick([0, random.next(), random.next(), -0.1]));
        const sum = weights[0] + weights[1] + weights[2] || 1;
        const target = each(
          (k) => (weights[0] * corners[0][k] + weights[1] * corners[1][k] + weights[2] * corners[2][k]) / sum,
        );
        const origin = each((k) => corners[0][k] + random.magnitude(1e-3, 1e3));
        const direction = each((k) => (random.chance(0.1) ? 0 : target[k] - origin[k]));
        if (direction.every((value) => value === 0)) return;
        const range = { tMin: -Infinity };
        const hit = raycastTriangle(ray(origin, direction), triangle(...corners), range);

        const volumes = volumesOf(origin, direction, corners);
        const reach = Math.max(...corners.flatMap((corner) => each((k) => Math.abs(corner[k] - origin[k]))));
        const along = Math.max(...direction.map(Math.abs));
        // Shearing moves each corner by 4uR, and products of two such numbers round.
        const rounding = exact(2 ** -48 * along) * exact(reach) * exact(reach);
        const isFront = volumes[0] + volumes[1] + volumes[2] > 0n;
        const signed = isFront ? volumes : volumes.map((volume) => -volume);
        if (hit === null) {
          counts.misses++;
          expect(signed.every((volume) => volume > rounding)).toBe(false);
          return;
        }
        counts.hits++;
        // Where every volume is rounding, either side may be hit.
        const others = hit.front ? volumes : volumes.map((volume) => -volume);
        expect(others.every((volume) => volume >= -rounding)).toBe(true);
        expect(hit.u).toBeGreaterThanOrEqual(0);
        expect(hit.v).toBeGreaterThanOrEqual(0);
        expect(hit.u + hit.v).toBeLessThanOrEqual(1 + 2 ** -52);
        // How far t is off depends on how obliquely the plane is met.
        const [ab, ac] = [1, 2].map((i) => each((k) => corners[i][k] - corners[0][k]));
        const normal = [ab[1] * ac[2] - ab[2] * ac[1], ab[2] * ac[0] - ab[0] * ac[2], ab[0] * ac[1] - ab[1] * ac[0]];
        const size = Math.max(...ab.map(Math.abs), ...ac.map(Math.abs));
        const facing = Math.abs(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]);
        const slope = (size * size * along) / facing;
        if (!(slope < 1e6)) return;
        const off = Math.abs(hit.t - exactT(origin, direction, corners)) * along;
        expect(off).toBeLessThanOrEqual(2 ** -46 * reach * slope * Math.max(1, reach / size));
      }),
    );
    expect(Math.min(counts.hits, counts.misses)).toBeGreaterThan(100);
  });

  it('the same ray hits, however large or small a power of two makes all coordinates', async () => {
    const counts = { hits: 0, misses: 0 };
    await search(
      30,
      fc.property(fc.nat(), fc.constantFrom(2 ** 1022, 2 ** 1012, 2 ** 500, 2 ** -500, 2 ** -960), (seed, size) => {
        const random = new Random(seed);
        // From -2 to 2: times 2^1022, that is all of float64.
        const corners = [0, 1, 2].map(() => each(() => random.between(-1.99, 1.99))) as unknown as Corners;
        const origin = each(() => random.between(-1.99, 1.99));
        const weights = each(() => random.pick([random.between(0.1, 1), random.between(0.1, 1), -0.1]));
        const sum = weights[0] + weights[1] + weights[2] || 1;
        const target = each(
          (k) => (weights[0] * corners[0][k] + weights[1] * corners[1][k] + weights[2] * corners[2][k]) / sum,
        );
        const direction = each((k) => 16 * (target[k] - origin[k]));
        const [a, b, c] = corners.map((corner) => each((k) => corner[k] * size));
        const speed = size > 1 ? 1 : size;
        const hit = raycastTriangle(ray(origin, direction), triangle(...corners));
        const scaled = raycastTriangle(
          ray(
            each((k) => origin[k] * size),
            each((k) => direction[k] * speed),
          ),
          triangle(a, b, c),
        );
        if (hit === null) {
          counts.misses++;
          expect(scaled).toBeNull();
          return;
        }
        counts.hits++;
        expect(scaled).toEqual({ ...hit, t: (hit.t * size) / speed });
      }),
    );
    expect(Math.min(counts.hits, counts.misses)).toBeGreaterThan(100);
  });

  it('the t of a hit is in the bounds of the triangle, widened by the pad', async () => {
    await search(
      60,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const corners = cornersAmong(random);
        const origin = random.triple(-1e3, 1e3);
        const towards = corners[random.below(3)];
        const direction = each((k) => towards[k] - origin[k]);
        const hit = raycastTriangle(ray(origin, direction), triangle(...corners), { tMin: -Infinity });
        if (hit === null) return;
        const largest = (values: readonly number[]) => Math.max(...values.map(Math.abs));
        const pad = (largest(origin) + largest(corners.flat())) * 2 ** -50 * (1 + 2 ** -50) + 2 ** -1000;
        for (const k of [0, 1, 2]) {
          const values = corners.map((corner) => exact(corner[k]));
          const [least, most] = [values.reduce((a, b) => (a < b ? a : b)), values.reduce((a, b) => (a > b ? a : b))];
          // The pad, and the roundings of t and of the bound less the origin.
          const slack = exact(
            pad +
              4 * 2 ** -53 * (largest(origin) + largest(corners.flat())) +
              2 ** -52 * Math.abs(hit.t * direction[k]),
          );
          const at = exact(origin[k]) * exact(1) + exact(hit.t) * exact(direction[k]);
          expect(at >= (least - slack) * exact(1)).toBe(true);
          expect(at <= (most + slack) * exact(1)).toBe(true);
        }
      }),
    );
  });
});

/** A caster at one mesh: whether a ray hits any triangle of it. Prepares each ray once, as a tree does. */
function casterAt(mesh: ClosedMesh): (origin: Triple, direction: Triple) => boolean {
  const numbers = Float64Array.from(mesh.vertices.flat());
  const range = createRayBuffer();
  const shear = new Float64Array(SHEAR_STRIDE);
  const hit = new Float64Array(HIT_STRIDE);
  return (origin, direction) => {
    range.set([...origin, ...direction]);
    writeShear(range, 0, shear);
    for (const [a, b, c] of mesh.triangles) {
      if (triangleHit(numbers, 3 * a, 3 * b, 3 * c, shear, range, hit)) return true;
    }
    return false;
  };
}

describe('rays from inside a closed mesh', () => {
  const meshes: [string, (random: Random) => ClosedMesh][] = [
    ['a subdivided icosahedron', (random) => icosphere(random.below(3), random)],
    ['a cube of a lattice', (random) => cubes(1, random)],
    ['some cubes of a lattice, whose squares are seen edge-on', (random) => cubes(2 + random.below(12), random)],
  ];
  const placements: [string, (random: Random) => (point: Triple) => Triple][] = [
    ['as it is', () => (point) => point],
    ['turned and stretched', (random) => mover(random, 0)],
    ['far away', (random) => mover(random, 1e7)],
  ];

  /** Turns, mirrors and stretches: points inside stay inside, far beyond rounding. */
  function mover(random: Random, far: number): (point: Triple) => Triple {
    const kind = random.pick(['quarter turn', 'rotation', 'rotation and scale', 'mirror'] as const);
    const matrix = placed(
      linearParts[kind](random),
      each(() => far * random.between(-1, 1)),
    );
    return (point) => transform(matrix, point);
  }

  describe.each(meshes)('%s', (_, make) => {
    it.each(placements)('no ray escapes from inside the mesh, placed %s', async (_, place) => {
      await search(
        1,
        fc.property(fc.nat(), (seed) => {
          const random = new Random(seed);
          const mesh = mapped(make(random), place(random));
          const casts = casterAt(mesh);
          const corners = cornersOf(mesh);
          for (let i = 0; i < 60; i++) {
            const origin = random.pick(mesh.inside);
            const [a, b, c] = random.pick(corners);
            const s = random.pick([0, 0.5, random.next()]);
            const inside = random.pick(mesh.inside);
            const target = random.pick([
              a,
              each((k) => a[k] + s * (b[k] - a[k])),
              each((k) => a[k] + s * (c[k] - a[k])),
              inside,
            ]);
            const direction = each((k) => target[k] - origin[k]);
            if (direction.every((value) => value === 0)) continue;
            if (!casts(origin, direction)) throw new Error(`escapes: ${JSON.stringify({ seed, origin, direction })}`);
          }
        }),
      );
    });
  });

  it('no ray escapes past a triangle so nearly edge-on that the products of its corners round alike', () => {
    // The strip between two walls of a step is thinner than the rounding of its corners, and only it closes the gap.
    const random = new Random(11);
    let thin = 0;
    for (let i = 0; i < 3000; i++) {
      const a: Triple = [random.between(1, 2), random.between(1, 2), random.between(1, 2)];
      const tilt = (s: number): Triple => each((k) => (k === 2 ? a[2] + s : step(a[k] * s, random.below(3) - 1)));
      const corners: Corners = [tilt(1), tilt(-0.7), tilt(random.between(-1, 1))];
      const volumes = volumesOf([0, 0, 0], [0, 0, 1], corners);
      const isTrue = volumes.every((volume) => volume >= 0n) || volumes.every((volume) => volume <= 0n);
      const isSeen = volumes.some((volume) => volume !== 0n);
      const hit = raycastTriangle(ray([0, 0, 0], [0, 0, 1]), triangle(...corners), { tMin: -Infinity });
      if (!isTrue || !isSeen) continue;
      thin++;
      expect(hit).not.toBeNull();
    }
    expect(thin).toBeGreaterThan(100);
  });
});

const good = ray([0, 0, 0], [0, 0, 1]);
const badCalls: BadCall[] = [
  ['a missing triangle', () => raycastTriangle(good, untyped(undefined)), TypeError, ['triangle', '{ a, b, c }']],
  [
    'a missing corner',
    () => raycastTriangle(good, untyped({ a: flat.a, b: flat.b })),
    TypeError,
    ['triangle.c', 'undefined'],
  ],
  [
    'NaN in a corner',
    () => raycastTriangle(good, { ...flat, b: { x: 0, y: NaN, z: 0 } }),
    RangeError,
    ['triangle.b.y', 'NaN', 'finite'],
  ],
  [
    'a string in a corner',
    () => raycastTriangle(good, untyped({ ...flat, a: { x: '1', y: 0, z: 0 } })),
    TypeError,
    ['triangle.a.x', '"1"', 'number'],
  ],
  ['an unknown side', () => raycastTriangle(good, flat, untyped({ side: 'left' })), RangeError, ['side', '"left"']],
  ['a number as a side', () => raycastTriangle(good, flat, untyped({ side: 1 })), RangeError, ['side', "'front'"]],
  ['an empty range', () => raycastTriangle(good, flat, { tMin: 2, tMax: 1 }), RangeError, ['tMin', 'tMax']],
  ['options that are a number', () => raycastTriangle(good, flat, untyped(3)), TypeError, ['options', '3']],
  ['a ray without a direction', () => raycastTriangle(untyped({ origin: flat.a }), flat), TypeError, ['ray.direction']],
];

it.each(badCalls)('raycastTriangle rejects %s', (_, call, kind, names) => {
  expectComplaint(call, kind, names);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Aabb, aabbFromPoints, distanceToTriangle, type Obb, overlaps, type Triangle } from 'slabtree';
import { type BadCall, expectComplaint, untyped } from '../../../support/errors';
import { placed, transform } from '../../../support/matrices';
import { Random } from '../../../support/random';
import { runsOf, search } from '../../../support/runs';
import type { Corners } from '../../../support/triangles';
import { each, type Triple, triple, vec } from '../../../support/triple';
import { step } from '../../../support/ulps';

function triangle([a, b, c]: Corners): Triangle {
  return { a: vec(a), b: vec(b), c: vec(c) };
}

const unit: Aabb = { min: vec([0, 0, 0]), max: vec([1, 1, 1]) };
const corner = triangle([
  [0, 0, 0],
  [2, 0, 0],
  [0, 2, 0],
]);

function inBothOrders(a: Triangle, b: Aabb | Obb | Triangle): boolean {
  const answer = overlaps(a, b);
  expect(overlaps(b, a)).toBe(answer);
  return answer;
}

describe('overlaps: a triangle and a box', () => {
  it.each<[string, Corners, boolean]>([
    [
      'cuts a corner of the box',
      [
        [0.5, 0, 0],
        [0, 0.5, 0],
        [0, 0, 0.5],
      ],
      true,
    ],
    [
      'goes through all of the box',
      [
        [-9, -9, 0.5],
        [9, -9, 0.5],
        [0, 9, 0.5],
      ],
      true,
    ],
    [
      'is inside',
      [
        [0.1, 0.1, 0.1],
        [0.2, 0.1, 0.1],
        [0.1, 0.3, 0.2],
      ],
      true,
    ],
    [
      'touches a face',
      [
        [1, 0.5, 0.5],
        [3, 0, 0],
        [3, 1, 0],
      ],
      true,
    ],
    [
      'touches a corner with its inside',
      [
        [3, 0, 0],
        [0, 3, 0],
        [0, 0, 3],
      ],
      true,
    ],
    [
      'passes a corner',
      [
        [3.01, 0, 0],
        [0, 3.01, 0],
        [0, 0, 3.01],
      ],
      false,
    ],
    [
      'touches an edge with an edge',
      [
        [2, 0, 0.5],
        [0, 2, 0.5],
        [3, 3, 0.5],
      ],
      true,
    ],
    [
      'passes an edge',
      [
        [2.01, 0, 0.5],
        [0, 2.01, 0.5],
        [3, 3, 0.5],
      ],
      false,
    ],
    [
      'is apart along an axis',
      [
        [step(1, 1), 0, 0],
        [2, 0, 0],
        [2, 1, 0],
      ],
      false,
    ],
    [
      'is a line through the box',
      [
        [-1, -1, -1],
        [2, 2, 2],
        [0.5, 0.5, 0.5],
      ],
      true,
    ],
    [
      'is a line past an edge',
      [
        [2.01, 0, 0.5],
        [0, 2.01, 0.5],
        [2.01, 0, 0.5],
      ],
      false,
    ],
    [
      'is a point in the box',
      [
        [0.5, 0.5, 1],
        [0.5, 0.5, 1],
        [0.5, 0.5, 1],
      ],
      true,
    ],
    [
      'is a point beside the box',
      [
        [0.5, 0.5, step(1, 1)],
        [0.5, 0.5, step(1, 1)],
        [0.5, 0.5, step(1, 1)],
      ],
      false,
    ],
  ])('overlaps returns the right answer for a triangle that %s', (_, corners, expected) => {
    expect(inBothOrders(triangle(corners), unit)).toBe(expected);
    const linear = [0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1];
    const matrix = placed(linear, [100, -50, 7]);
    const turned = corners.map((point) => transform(matrix, point)) as unknown as Corners;
    const isSharp = corners.flat().includes(step(1, 1));
    if (!isSharp) expect(inBothOrders(triangle(turned), { ...unit, matrix })).toBe(expected);
  });

  it.each([2 ** 900, 2 ** -900])(
    'overlaps returns the right answer for a triangle and a box of the size %s',
    (size) => {
      const sized = (points: readonly Triple[]) => points.map((point) => each((k) => point[k] * size));
      const [min, max] = sized([
        [0, 0, 0],
        [1, 1, 1],
      ]).map(vec);
      const at = (x: number) =>
        triangle(
          sized([
            [x, 0, 0],
            [0, x, 0],
            [0, 0, x],
          ]) as unknown as Corners,
        );
      expect(overlaps(at(3), { min, max })).toBe(true);
      expect(overlaps(at(3.01), { min, max })).toBe(false);
    },
  );
});

describe('overlaps: two triangles', () => {
  it.each<[string, Corners, boolean]>([
    [
      'cross',
      [
        [0.5, 0.5, -1],
        [0.5, 0.5, 1],
        [1, 1, 3],
      ],
      true,
    ],
    [
      'share a corner',
      [
        [0, 0, 0],
        [-1, 0, 0],
        [0, -1, 1],
      ],
      true,
    ],
    [
      'share an edge',
      [
        [0, 0, 0],
        [2, 0, 0],
        [0, -2, 0],
      ],
      true,
    ],
    [
      'touch with a corner inside',
      [
        [0.5, 0.5, 0],
        [0, 0, 1],
        [1, 0, 1],
      ],
      true,
    ],
    [
      'are parallel',
      [
        [0, 0, 0.001],
        [2, 0, 0.001],
        [0, 2, 0.001],
      ],
      false,
    ],
    [
      'lie in one plane and overlap',
      [
        [0.5, 0.5, 0],
        [5, 0.5, 0],
        [0.5, 5, 0],
      ],
      true,
    ],
    [
      'lie in one plane, apart',
      [
        [1.01, 1.01, 0],
        [5, 1, 0],
        [1, 5, 0],
      ],
      false,
    ],
    [
      'lie in one plane, one in the other',
      [
        [0.1, 0.1, 0],
        [0.2, 0.1, 0],
        [0.1, 0.2, 0],
      ],
      true,
    ],
    [
      'are apart between two edges',
      [
        [1.2, 0.9, -1],
        [1.2, 0.9, 1],
        [5, 5, 0],
      ],
      false,
    ],
    [
      'touch, one being a line',
      [
        [1, 1, 0],
        [1, 1, 1],
        [1, 1, 2],
      ],
      true,
    ],
    [
      'are apart, one being a line in the plane of the other',
      [
        [2.1, 0, 0],
        [0, 2.1, 0],
        [1, 1.1, 0],
      ],
      false,
    ],
    [
      'touch, one being a point',
      [
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
      ],
      true,
    ],
    [
      'are apart, one being a point',
      [
        [1.01, 1, 0],
        [1.01, 1, 0],
        [1.01, 1, 0],
      ],
      false,
    ],
  ])('overlaps returns the right answer for two triangles that %s', (_, corners, expected) => {
    expect(inBothOrders(corner, triangle(corners))).toBe(expected);
  });
});

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function difference(a: Triple, b: Triple): Triple {
  return each((k) => a[k] - b[k]);
}

/**
 * Another method, exact for small whole numbers: two sets of corners are apart if all of one are beyond all of the other
 * along one of very many axes.
 */
function cornersOverlap(a: readonly Triple[], b: readonly Triple[], directions: readonly Triple[]): boolean {
  const crosses = directions.flatMap((x, i) => directions.slice(i + 1).map((y) => cross(x, y)));
  const axes = [...directions, ...crosses, ...directions.flatMap((x) => crosses.map((y) => cross(x, y)))];
  return axes.every((axis) => {
    const along = (corners: readonly Triple[]): number[] =>
      corners.map((point) => axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2]);
    const [ofA, ofB] = [along(a), along(b)];
    return Math.max(...ofA) >= Math.min(...ofB) && Math.max(...ofB) >= Math.min(...ofA);
  });
}

const whole = fc.integer({ min: -4, max: 4 });
const point = fc.tuple(whole, whole, whole);
const corners = fc.tuple(point, point, point);

/** Whole numbers, moved: then corners are rounded unless the place is whole, too. */
const places: Triple[] = [
  [0, 0, 0],
  [1e6, -3e5, 77],
];

describe('overlaps and exact arithmetic', () => {
  it('two triangles of small whole numbers overlap as all axes say', async () => {
    const counts = { overlap: 0, apart: 0 };
    await search(
      20,
      fc.property(corners, corners, fc.constantFrom(...places), (a, b, place) => {
        const edges = [a, b].flatMap(([x, y, z]) => [difference(y, x), difference(z, y), difference(x, z)]);
        const ways = a.flatMap((x) => b.map((y) => difference(y, x)));
        const expected = cornersOverlap(a, b, [...edges, ...ways]);
        counts[expected ? 'overlap' : 'apart']++;
        const [first, second] = [a, b].map((points) =>
          triangle(points.map((x) => each((k) => x[k] + place[k])) as unknown as Corners),
        );
        expect(inBothOrders(first, second)).toBe(expected);
      }),
    );
    expect(Math.min(counts.overlap, counts.apart)).toBeGreaterThan(runsOf(20) / 20);
  });

  it('a triangle and a box of small whole numbers overlap as all axes say', async () => {
    const counts = { overlap: 0, apart: 0 };
    const linear = fc.tuple(point, point, point).filter(([x, y, z]) => {
      const normal = cross(x, y);
      return normal[0] * z[0] + normal[1] * z[1] + normal[2] * z[2] !== 0;
    });
    await search(
      20,
      fc.property(corners, point, point, linear, point, fc.boolean(), (a, from, to, columns, at, isAligned) => {
        const { min, max } = aabbFromPoints(vec(from), vec(to));
        const matrix = isAligned ? placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]) : placed(columns.flat(), at);
        const box = isAligned ? { min, max } : { min, max, matrix };
        const [low, high] = [triple(min), triple(max)];
        const eight = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
          transform(
            matrix,
            each((k) => ((bits >> k) & 1 ? high[k] : low[k])),
          ),
        );
        const edges = [difference(a[1], a[0]), difference(a[2], a[1]), difference(a[0], a[2])];
        const columnsOf = [0, 4, 8].map((i): Triple => [matrix[i], matrix[i + 1], matrix[i + 2]]);
        const scale = isAligned ? 1 : 5;
        const sized = a.map((x) => each((k) => x[k] * scale));
        const expected = cornersOverlap(sized, eight, [...edges, ...columnsOf]);
        counts[expected ? 'overlap' : 'apart']++;
        expect(inBothOrders(triangle(sized as unknown as Corners), box)).toBe(expected);
      }),
    );
    expect(Math.min(counts.overlap, counts.apart)).toBeGreaterThan(runsOf(20) / 20);
  });

  it('two triangles that share a point overlap, wherever rounding puts it, and in either order', async () => {
    await search(
      20,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const far = random.pick([0, 1, 1e3, 1e9]);
        const place = random.triple(-far, far);
        const at = () => each((k) => place[k] + random.magnitude(1e-3, 1e3));
        const shared = at();
        const isLine = random.chance(0.2);
        const [b, c] = [at(), at()];
        const first = triangle([b, isLine ? b : c, shared]);
        const second = triangle([shared, at(), at()]);
        expect(inBothOrders(first, second)).toBe(true);
        expect(inBothOrders(first, first)).toBe(true);
        expect(inBothOrders(first, { min: vec(shared), max: vec(shared) })).toBe(true);
        const max = each((k) => Math.max(shared[k], place[k] + 1));
        expect(inBothOrders(first, { min: vec(shared), max: vec(max) })).toBe(true);
      }),
    );
  });
});

it('a sphere overlaps a triangle whose distance from its centre is at most its radius', async () => {
  expect(overlaps({ center: vec([0, 0, 2]), radius: 2 }, corner)).toBe(true);
  expect(overlaps({ center: vec([0, 0, 2]), radius: step(2, -1) }, corner)).toBe(false);
  await search(
    10,
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const at = () => random.triple(-2, 2);
      const other = triangle([at(), at(), at()]);
      const center = vec(at());
      const distance = distanceToTriangle(other, center);
      for (const radius of [distance, step(distance, -1), 1]) {
        if (radius >= 0) expect(overlaps({ center, radius }, other)).toBe(distance <= radius);
      }
    }),
  );
});

const badCalls: BadCall[] = [
  [
    'a triangle without a corner, or a capsule without a radius',
    () => overlaps(untyped({ a: unit.min, b: unit.max }), unit),
    TypeError,
    ['shape must be a capsule { a, b, radius } or a triangle { a, b, c }, got an object with a, b'],
  ],
  [
    'NaN in the corner of the other',
    () => overlaps(unit, { ...corner, b: { x: 0, y: NaN, z: 0 } }),
    RangeError,
    ['other.b.y', 'NaN'],
  ],
];

it.each(badCalls)('overlaps rejects %s', (_, call, kind, names) => {
  expectComplaint(call, kind, names);
});

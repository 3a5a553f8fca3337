/** Pairs of triangles that touch, overlap in one plane, share corners or are lines and points, exactly or nearly, for exact tests. */
import type { Triangle } from 'slabtree';
import type { Random } from './random';
import type { Corners } from './triangles';
import { each, type Triple, vec } from './triple';
import { step } from './ulps';

export type CornersPair = readonly [Corners, Corners];

export function triangleOf([a, b, c]: Corners): Triangle {
  return { a: vec(a), b: vec(b), c: vec(c) };
}

/** Two triangles of small integers. Few places make lines, points, common corners and common planes frequent. */
export function integerPair(random: Random): CornersPair {
  const most = random.pick([1, 2, 3, 5]);
  const isFlat = random.chance(0.2);
  const corner = (): Triple => {
    const [x, y, z] = each(() => random.below(2 * most + 1) - most);
    return isFlat ? [x, y, 0] : [x, y, z];
  };
  return [
    [corner(), corner(), corner()],
    [corner(), corner(), corner()],
  ];
}

/** Shares of the corners of a triangle in a point: on a corner, an edge, the inside, the line or the plane of it. */
const SHARES: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0.5, 0.5, 0],
  [0.3, 0.7, 0],
  [1 / 3, 1 / 3, 1 / 3],
  [0.2, 0.3, 0.5],
  [2, -1, 0],
  [-1, 1, 1],
  [0.7, 0.7, -0.4],
];

/**
 * Two triangles whose corners are up to eight steps from a degenerate place: see {@link triangleOn}. Either may be a line or a point. The
 * exponents of coordinates, and of the axes, differ.
 */
export function nearlyDegeneratePair(random: Random): CornersPair {
  const size = 2 ** random.pick([0, 0, 0, 0, 30, -30, 300, -300, -345, -535, 960, -1040]);
  const axes = each(() => size * 2 ** random.pick([0, 0, 0, 0, 5, -20, 10, -60]));
  const far = random.pick([0, 0, 1, 1e3, 1e9, 1e15]);
  const place = each((k) => random.pick([0, far * axes[k] * random.between(-1, 1)]));
  const exponents = [0, 0, 1, 4, 12, 40];
  const free = () => each((k) => place[k] + axes[k] * random.between(-1, 1) * 2 ** -random.pick(exponents));
  const a: [Triple, Triple, Triple] = [free(), free(), free()];
  if (random.chance(0.15)) a[2] = between(a[0], a[1], random.pick([0, 0.5, 1, 2, random.next()]));
  if (random.chance(0.03)) a[1] = a[2] = a[0];
  const b = triangleOn(random, a, free);
  return random.chance(0.5) ? [a, b] : [b, a];
}

/**
 * Returns a triangle that touches another one, lies in its plane or crosses it, exactly or nearly: its corners are up to eight steps from
 * points on the corners, edges, inside or plane of the other one, or free.
 */
export function triangleOn(random: Random, a: Corners, free: () => Triple): Corners {
  const onA = (): Triple => {
    const shares = random.pick(SHARES);
    const first = random.below(3);
    const [p, q, r] = [0, 1, 2].map((i) => a[(first + i) % 3]);
    return each((k) => shares[0] * p[k] + shares[1] * q[k] + shares[2] * r[k]);
  };
  const b: [Triple, Triple, Triple] = [onA(), random.chance(0.5) ? onA() : free(), random.chance(0.3) ? onA() : free()];
  // An edge through a point of the other triangle, instead of a corner on it.
  if (random.chance(0.4)) b[1] = between(b[1], b[0], random.pick([2, 1.5, 1 + random.next()]));
  // Nearly parallel edges, across which an axis is badly rounded.
  if (random.chance(0.2)) {
    const share = random.pick([1, -1, 0.3, 2]);
    const beside = 2 ** -random.between(8, 45);
    const end = free();
    b[1] = each((k) => b[0][k] + share * (a[1][k] - a[0][k]) + beside * (end[k] - b[0][k]));
  }
  if (random.chance(0.1)) b[2] = between(b[0], b[1], random.pick([0, 0.5, 1, random.next()]));
  const nudged = (point: Triple): Triple =>
    each((k) => (random.chance(0.2) ? step(point[k], random.sign() * (1 + random.below(8))) : point[k]));
  return [nudged(b[0]), nudged(b[1]), nudged(b[2])];
}

function between(p: Triple, q: Triple, share: number): Triple {
  return each((k) => p[k] + share * (q[k] - p[k]));
}

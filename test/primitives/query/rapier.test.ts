import RAPIER, { type Shape as RapierShape } from '@dimforge/rapier3d-simd-compat';
import fc from 'fast-check';
import { contact, distance, type Shape, sweep, type Vec3 } from 'slabtree';
import { beforeAll, describe, expect, it } from 'vitest';
import { moved } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, type Triple, vec } from '../../support/triple';

interface Pair {
  /** The shape as slabtree takes it. */
  readonly own: Shape;
  readonly rapier: RapierShape;
  readonly at: Vec3;
  readonly turn: { x: number; y: number; z: number; w: number };
}

const UNTURNED = { x: 0, y: 0, z: 0, w: 1 };
/** Rapier computes in float32, and its searches end at gaps of some 1e-4 of the sizes. All sizes here are about 1. */
const TOLERANCE = 3e-3;

const single = (value: number) => Math.fround(value);

function quaternion(random: Random) {
  const [x, y, z] = random.direction();
  const angle = random.between(0, Math.PI);
  const s = Math.sin(angle / 2);
  return { x: x * s, y: y * s, z: z * s, w: Math.cos(angle / 2) };
}

/** Returns a point, turned by a quaternion and moved. */
function placed([x, y, z]: Triple, { turn, at }: Pick<Pair, 'turn' | 'at'>): Vec3 {
  const { x: a, y: b, z: c, w } = turn;
  const tX = 2 * (b * z - c * y);
  const tY = 2 * (c * x - a * z);
  const tZ = 2 * (a * y - b * x);
  return {
    x: x + w * tX + b * tZ - c * tY + at.x,
    y: y + w * tY + c * tX - a * tZ + at.y,
    z: z + w * tZ + a * tY - b * tX + at.z,
  };
}

function pairAmong(random: Random, reach: number): Pair {
  const at = vec(each(() => single(random.between(-reach, reach))));
  const place = { at, turn: quaternion(random) };
  const size = () => single(random.between(0.2, 1));
  switch (random.below(4)) {
    case 0: {
      const radius = size();
      return { own: { center: at, radius }, rapier: new RAPIER.Ball(radius), at, turn: UNTURNED };
    }
    case 1: {
      const [half, radius] = [size(), size()];
      const own = { a: placed([0, -half, 0], place), b: placed([0, half, 0], place), radius };
      return { own, rapier: new RAPIER.Capsule(half, radius), ...place };
    }
    case 2: {
      const half = each(size);
      const columns = [0, 1, 2].map((k) =>
        placed(
          each((j) => Number(j === k)),
          { ...place, at: vec([0, 0, 0]) },
        ),
      );
      const matrix = [...columns.flatMap(({ x, y, z }) => [x, y, z, 0]), at.x, at.y, at.z, 1];
      const own = { min: vec(each((k) => -half[k])), max: vec(half), matrix };
      return { own, rapier: new RAPIER.Cuboid(...half), ...place };
    }
    default: {
      const corners = [0, 1, 2].map(() => each(() => single(random.between(-1, 1))));
      const [a, b, c] = corners.map((corner) => placed(corner, place));
      const [p, q, r] = corners.map(vec);
      return { own: { a, b, c }, rapier: new RAPIER.Triangle(p, q, r), ...place };
    }
  }
}

describe('shapes beside Rapier', () => {
  beforeAll(() => RAPIER.init());

  it('a gap and a depth are those of contactShape within float32', async () => {
    await search(
      20,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const [a, b] = [pairAmong(random, 1.5), pairAmong(random, 1.5)];
        const theirs = a.rapier.contactShape(a.at, a.turn, b.rapier, b.at, b.turn, 10);
        const own = contact(a.own, b.own);
        if (own.depth < -TOLERANCE) expect(theirs?.distance).toBeDefined();
        if (theirs === null) return;
        // A triangle is a surface here, and may be left to either side there.
        if (own.depth <= TOLERANCE) {
          expect(theirs.distance).toBeGreaterThan(-own.depth - TOLERANCE);
          // Its search for the closest points of capsules ends early: it found gaps that are 0.6% of the sizes too wide.
          expect(theirs.distance).toBeLessThan(-own.depth + 0.02);
        } else expect(theirs.distance).toBeLessThan(TOLERANCE);
      }),
    );
  });

  it('the distance of a point is that of projectPoint within float32', async () => {
    await search(
      20,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const { own, rapier, at, turn } = pairAmong(random, 1);
        const point = vec(each(() => single(random.between(-2, 2))));
        const { point: theirs, isInside } = rapier.projectPoint(at, turn, point, true);
        const expected = isInside ? 0 : Math.hypot(point.x - theirs.x, point.y - theirs.y, point.z - theirs.z);
        expect(Math.abs(distance(point, own) - expected)).toBeLessThan(1e-4);
      }),
    );
  });

  it('a sweep hits where castShape hits within float32, or touches where castShape misses', async () => {
    await search(
      20,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const [a, b] = [pairAmong(random, 4), pairAmong(random, 1)];
        const from = a.at;
        const aim = vec(each((k) => single([b.at.x, b.at.y, b.at.z][k] + random.between(-1.5, 1.5))));
        const motion = { x: single(aim.x - from.x), y: single(aim.y - from.y), z: single(aim.z - from.z) };
        const length = Math.hypot(motion.x, motion.y, motion.z);
        if (distance(a.own, b.own) < 0.05 || length < 0.1) return;
        const still = vec([0, 0, 0]);
        const theirs = a.rapier.castShape(a.at, a.turn, motion, b.rapier, b.at, b.turn, still, 0, 1, true);
        const own = sweep(a.own, motion, b.own);
        // Where only one hits, the shapes graze each other, or Rapier is wrong: the distance there decides.
        if (own !== null) expect(distance(moved(a.own, motion, own.t), b.own)).toBeLessThan(1e-9);
        if (theirs === null) return;
        const there = distance(moved(a.own, motion, theirs.time_of_impact), b.own);
        if (own === null) expect(there).toBeLessThan(TOLERANCE);
        else if (there < TOLERANCE) {
          // How fast they approach each other there says how well a gap of so much tells the time.
          const { x, y, z } = own.normal;
          const approach = Math.abs(x * motion.x + y * motion.y + z * motion.z) / length;
          expect(Math.abs(own.t - theirs.time_of_impact) * length).toBeLessThan(
            (3 * TOLERANCE) / Math.max(approach, 0.05) + 0.01,
          );
        }
      }),
    );
  });
});

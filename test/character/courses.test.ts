import type { Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { courses, type Leg, on } from './support/courses';
import { type Cut, cutCourse, CUTS, type Precision, PRECISIONS } from './support/cutCourse';
import { Follower, MARGIN, OFF, RADIUS, shown, STEP } from './support/followCourse';
import { at, block, type BoxPiece, cells, type Piece, RADIANS, turned } from './support/pieces';
import { RapierWalker } from './support/rapierWalker';

/** The ways in which a course becomes a scene. The mixed one is tried in float32 only, as it is slow to try all. */
const everyScene = CUTS.flatMap((cut) => PRECISIONS.map((precision) => ({ cut, precision }))).filter(
  ({ cut, precision }) => cut !== 'boxes and instances' || precision === 'float32',
);
/** Those in which a piece can move. */
const movingScenes = everyScene.filter(({ cut }) => cut === 'boxes' || cut === 'instances');
/** A seam, or a rounding of a float32, may turn a walker by no more than this. */
const SEAM = 1e-4;

describe.each(courses)('everyday courses: $name', (course) => {
  it.each(everyScene)('a course is walked there and back, cut as $cut, in $precision', ({ cut, precision }) => {
    const follower = new Follower(course, cutCourse(course.pieces, cut, precision));
    expect(course.legs.flatMap((leg) => faultsOf(follower, leg))).toEqual([]);
  });
});

/** Follows a leg, and returns what is wrong with its end and on its way. */
function faultsOf(follower: Follower, leg: Leg): string[] {
  const { foot, away, faults } = follower.follow(leg);
  const all = away < 2 * OFF ? faults : [...faults, `it ends at ${shown(foot)} instead of ${shown(leg.ends)}`];
  return all.map((fault) => `to ${shown(leg.to)}: ${fault}`);
}

describe("moveAndSlide beside Rapier's controller", () => {
  /** A leg that a character can walk to its end. */
  const arrives = ({ to, ends }: Leg) => to.x === ends.x && to.z === ends.z;

  it.each(courses)('a walker gets as far as that of Rapier, in no more steps: $name', (course) => {
    const faults: string[] = [];
    for (const cut of ['one mesh', 'boxes'] as const) {
      const rapier = new RapierWalker(course, cut === 'one mesh');
      const follower = new Follower(course, cutCourse(course.pieces, cut, 'float32'));
      for (const leg of course.legs) {
        if (!arrives(leg)) break;
        const mostSteps = rapier.follow(leg);
        const { foot, steps } = follower.follow(leg, { isWatched: false });
        const left = Math.hypot(leg.to.x - foot.x, leg.to.z - foot.z);
        const leftToRapier = Math.hypot(leg.to.x - rapier.foot.x, leg.to.z - rapier.foot.z);
        const where = `${cut}, to ${shown(leg.to)}`;
        if (left > leftToRapier + SEAM) faults.push(`${where}: ${left} are left, and ${leftToRapier} to Rapier`);
        if (steps > 1.1 * mostSteps + 4) faults.push(`${where}: ${steps} steps, and ${mostSteps} of Rapier`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('everyday courses: seams', () => {
  const STEPS = 40;

  /** A wall along x, turned by an angle, whose outer side is towards -z. */
  const wallOf = (degrees: number, count: number): Piece[] =>
    Array.from({ length: count }, (_, i) => {
      const long = 10 / count;
      const box = { min: at(i * long - 5, 0, 0), max: at((i + 1) * long - 5, 3, 0.3) };
      return degrees === 0 ? { kind: 'box', ...box } : turned(box, degrees);
    });

  it.each(everyScene)(
    'a wall of a hundred boxes is walked as one, cut as $cut, in $precision',
    ({ cut, precision }) => {
      const faults: string[] = [];
      for (const turn of [0, 30]) {
        const pieces = [block([-9, 9], [-1, 0], [-9, 9]), ...wallOf(turn, 100)];
        const course = cutCourse(pieces, cut, precision);
        const [c, s] = [Math.cos(turn * RADIANS), Math.sin(turn * RADIANS)];
        for (const angle of [20, 70, 135]) {
          // Along the wall and off it, from a place at the wall.
          const along = STEP * Math.cos(angle * RADIANS);
          const off = -STEP * Math.sin(angle * RADIANS);
          const from = -Math.sign(along);
          const start = at(from * c - (RADIUS + MARGIN) * s, MARGIN, -from * s - (RADIUS + MARGIN) * c);
          const follower = new Follower({ pieces, start }, course);
          let thrown = 0;
          for (let i = 0; i < STEPS; i++) {
            follower.move(at(along * c - off * s, 0, -along * s - off * c));
            const { x, z } = follower.foot;
            thrown = Math.max(thrown, Math.abs(-x * s - z * c - RADIUS - MARGIN));
          }
          const { x, z } = follower.foot;
          const lost = Math.abs(from + STEPS * along - (x * c - z * s));
          if (!(lost < SEAM)) faults.push(`at ${angle}° to a wall at ${turn}°, ${lost} of the way is lost`);
          if (!(thrown < SEAM)) faults.push(`at ${angle}° to a wall at ${turn}°, it is thrown by ${thrown}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  /** Floors of many pieces, at height 0, from 0 to 4 along x and z. */
  const floors: [string, Piece[]][] = [
    [
      'a hundred boxes',
      Array.from({ length: 100 }, (_, i) => {
        const [x, z] = [0.4 * (i % 10), 0.4 * Math.floor(i / 10)];
        return block([x, x + 0.4], [-0.2, 0], [z, z + 0.4]);
      }),
    ],
    ['a hundred squares of two triangles', cells([10, 10], 0.4, () => 0)],
  ];

  describe.each(floors)('a floor of %s', (_, pieces) => {
    it.each(everyScene)(
      'a walker never hops, and always has ground, at any length of a step, cut as $cut, in $precision',
      ({ cut, precision }) => {
        const course = cutCourse(pieces, cut, precision);
        const faults: string[] = [];
        for (const step of [0.02, 0.05, 0.1, 0.5]) {
          const count = Math.floor(2 / step);
          const follower = new Follower({ pieces, start: on(0.9, 0, 2), step }, course);
          const { y } = follower.foot;
          for (const [dx, dz] of [
            [1, 0],
            [-1, -0.3],
          ]) {
            const from = follower.foot;
            let hop = 0;
            let inTheAir = 0;
            for (let i = 0; i < count; i++) {
              follower.move(at(dx * step, 0, dz * step));
              hop = Math.max(hop, Math.abs(follower.foot.y - y));
              if (follower.ground === null) inTheAir++;
            }
            const { foot } = follower;
            const lost = Math.hypot(from.x + dx * step * count - foot.x, from.z + dz * step * count - foot.z);
            const where = `with steps of ${step} along (${dx}, ${dz})`;
            if (!(hop < SEAM)) faults.push(`${where}, it hops by ${hop}`);
            if (inTheAir > 0) faults.push(`${where}, it has no ground in ${inTheAir} of ${count} steps`);
            if (!(lost < SEAM)) faults.push(`${where}, ${lost} of the way is lost`);
          }
        }
        expect(faults).toEqual([]);
      },
    );
  });

  it.each(everyScene)(
    'a ledge of a rounding stops nobody, with maxStep 0, at any length of a step, cut as $cut, in $precision',
    ({ cut, precision }) => {
      const faults: string[] = [];
      for (const high of [0.1, 50]) {
        const higher = high * (1 + (precision === 'float32' ? 2 ** -23 : 2 ** -52));
        const pieces = [block([-3, 0.3], [high - 1, high], [-2, 2]), block([0.3, 3], [high - 1, higher], [-2, 2])];
        const course = cutCourse(pieces, cut, precision);
        for (const step of [0.02, 0.05, 0.1, 0.5]) {
          const start = on(-0.7, high);
          const follower = new Follower({ pieces, start, options: { maxStep: 0 }, step }, course);
          for (const x of [1.3, -0.7]) {
            const leg = { to: at(x, 0, 0), ends: on(x, high), level: high };
            for (const fault of faultsOf(follower, leg)) faults.push(`${high} high, steps of ${step}, ${fault}`);
          }
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

describe('everyday courses: things that move', () => {
  const STILL = at(0, 0, 0);

  /** A floor, something that moves, and who stands on it. */
  function rider(
    place: (step: number) => BoxPiece,
    start: Vec3,
    { cut, precision }: { cut: Cut; precision: Precision },
    others: readonly Piece[] = [block([-9, 9], [-2, -1], [-9, 9])],
  ) {
    const pieces = [place(0), ...others];
    const course = cutCourse(pieces, cut, precision);
    return { ...course, follower: new Follower({ pieces, start }, course), place };
  }

  /** Moves the first piece, and then the follower. */
  function ride({ follower, move, place, ids }: ReturnType<typeof rider>, from: number, to: number, way = STILL) {
    const sign = Math.sign(to - from);
    const faults: string[] = [];
    for (let step = from; step !== to; step += sign) {
      move(0, place(step + sign));
      follower.move(way);
      const { ground } = follower;
      if (ground?.id !== ids[0]) faults.push(`the ground is ${ground?.id ?? null} in step ${step}`);
    }
    expect(faults).toEqual([]);
  }

  function expectAt({ foot }: Follower, place: Vec3): void {
    const away = Math.hypot(foot.x - place.x, foot.y - place.y, foot.z - place.z);
    expect(away < 2 * OFF ? shown(place) : shown(foot)).toBe(shown(place));
  }

  it.each(movingScenes)('a lift carries a character up and down, as $cut, in $precision', (scene) => {
    for (const speed of [0.02, 0.1]) {
      for (const isTurned of [false, true]) {
        const lift = (step: number) => {
          const [low, high] = [speed * step - 0.2, speed * step];
          if (!isTurned) return block([-1, 1], [low, high], [-1, 1]);
          return turned({ min: at(-1, -0.2, -1), max: at(1, 0, 1) }, 20, at(0, high, 0));
        };
        const lifted = rider(lift, on(0.3, 0, 0.2), scene);
        ride(lifted, 0, 40);
        expectAt(lifted.follower, on(0.3, 40 * speed, 0.2));
        ride(lifted, 40, 0);
        expectAt(lifted.follower, on(0.3, 0, 0.2));
        ride(lifted, 0, 10, at(0.02, 0, 0));
        expectAt(lifted.follower, on(0.5, 10 * speed, 0.2));
      }
    }
  });

  it.each(movingScenes)('a lift is walked onto, and left on the upper floor, as $cut, in $precision', (scene) => {
    const lift = (step: number) => block([-1, 1], [0.04 * step - 0.2, 0.04 * step], [-1, 1]);
    const floors = [block([-4, -1], [-1, 0], [-2, 2]), block([1, 4], [-1, 2], [-2, 2])];
    const lifted = rider(lift, on(-2, 0), scene, floors);
    const { follower } = lifted;
    expect(faultsOf(follower, { to: STILL, ends: on(0, 0), level: 0 })).toEqual([]);
    ride(lifted, 0, 50);
    expectAt(follower, on(0, 2));
    expectFollowedApart(follower, at(2, 0, 0), on(2, 2));
    expectFollowedApart(follower, STILL, on(0, 2));
    ride(lifted, 50, 0);
    expect(faultsOf(follower, { to: at(-2, 0, 0), ends: on(-2, 0), level: 0 })).toEqual([]);
  });

  /** As a leg, where the gaps of a piece that has moved are not known. */
  function expectFollowedApart(follower: Follower, to: Vec3, ends: Vec3): void {
    expect(follower.follow({ to, ends }).away).toBeLessThan(2 * OFF);
  }

  it.each(movingScenes)('a platform that turns carries a character around, as $cut, in $precision', (scene) => {
    const box = { min: at(-2, -0.3, -2), max: at(2, 0, 2) };
    const round = rider((step) => turned(box, step + 10), on(1.5, 0), scene);
    ride(round, 0, 90);
    expectAt(round.follower, on(0, 0, -1.5));
    ride(round, 90, 0);
    expectAt(round.follower, on(1.5, 0));
    // Towards the middle, as seen from outside, while it turns by half a turn a second.
    ride(round, 0, 45, at(-0.02, 0, 0));
    let place = { x: 1.5, z: 0 };
    const [c, s] = [Math.cos(RADIANS), Math.sin(RADIANS)];
    for (let i = 0; i < 45; i++) place = { x: c * place.x + s * place.z - 0.02, z: -s * place.x + c * place.z };
    expectAt(round.follower, on(place.x, 0, place.z));
  });

  it.each(movingScenes)('a ferry is walked onto, carries a character, and is left, as $cut, in $precision', (scene) => {
    const ferry = (step: number) => block([0.02 * step, 0.02 * step + 2], [-0.3, 0], [-1, 1]);
    const banks = [block([-3, 0], [-1, 0], [-2, 2]), block([4, 7], [-1, 0], [-2, 2])];
    const crossing = rider(ferry, on(-1, 0), scene, banks);
    const { follower } = crossing;
    expect(faultsOf(follower, { to: at(1, 0, 0.2), ends: on(1, 0, 0.2), level: 0 })).toEqual([]);
    ride(crossing, 0, 100);
    expectAt(follower, on(3, 0, 0.2));
    expectFollowedApart(follower, at(5, 0, 0), on(5, 0));
    expectFollowedApart(follower, at(2.5, 0, 0), on(2.5, 0));
    ride(crossing, 100, 50, at(0.01, 0, 0));
    expectAt(follower, on(2, 0));
    ride(crossing, 50, 0);
    expectAt(follower, on(1, 0));
    expect(faultsOf(follower, { to: at(-1, 0, 0), ends: on(-1, 0), level: 0 })).toEqual([]);
  });

  it.each(PRECISIONS)('a bridge that grows under a character leaves it where it is, in %s', (precision) => {
    const bridge = (step: number) => block([-1 - 0.05 * step, 1 + 0.05 * step], [-0.3 - 0.01 * step, 0], [-1, 1]);
    const grown = rider(bridge, on(0.4, 0, 0.3), { cut: 'boxes', precision });
    ride(grown, 0, 40);
    expectAt(grown.follower, on(0.4, 0, 0.3));
    ride(grown, 40, 0);
    expectAt(grown.follower, on(0.4, 0, 0.3));
  });

  it.each(movingScenes)('a wall that slides pushes a character along, as $cut, in $precision', (scene) => {
    const wall = (step: number) => block([-2 + 0.03 * step, -1 + 0.03 * step], [0, 3], [-2, 2]);
    const pushed = rider(wall, on(0, 0), scene, [block([-9, 9], [-1, 0], [-9, 9])]);
    for (let step = 1; step <= 60; step++) {
      pushed.move(0, wall(step));
      pushed.follower.move(STILL);
      expect(pushed.follower.ground?.id).toBe(pushed.ids[1]);
    }
    expectAt(pushed.follower, on(0.8 + RADIUS + MARGIN, 0));
  });
});

import fc from 'fast-check';
import { BoxScene, type Vec3 } from 'slabtree';
import { moveAndSlide } from 'slabtree/character';
import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';
import { person, Stroller } from './support/stroll';

const STILL = { x: 0, y: 0, z: 0 };
const RADIUS = 0.35;
const MARGIN = RADIUS / 16;
/** What a gap may be off by, if it is kept: see restOf in limits.ts. */
const OFF = MARGIN / 1000;
/** The tolerance of limits, as a share of the largest coordinate at the contact: see docs/characters.md. */
const TOLERANCE = 2 ** -21;

function floor(): BoxScene {
  const scene = new BoxScene();
  scene.addAabb({ min: { x: -50, y: -1, z: -50 }, max: { x: 50, y: 0, z: 50 } });
  return scene;
}

/** A floor with a wide step up at x = 1. */
function step(height: number): BoxScene {
  const scene = floor();
  scene.addAabb({ min: { x: 1, y: 0, z: -5 }, max: { x: 9, y: height, z: 5 } });
  return scene;
}

/** A matrix that turns around z, and moves. */
function tilted(angle: number, x: number, y: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
}

/** A matrix that turns around y, and moves. */
function turned(angle: number, x: number, y: number, z: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, y, z, 1];
}

/** A floor with a slope that rises along x from x = 1. */
function slope(angle: number): BoxScene {
  const scene = floor();
  const box = { min: { x: 0, y: -1, z: -20 }, max: { x: 40, y: 0, z: 20 } };
  scene.addObb({ ...box, matrix: tilted(angle, 1, 0) });
  return scene;
}

function standing(scene: BoxScene, options = {}, foot: Vec3 = { x: 0, y: 0.1, z: 0 }): Stroller {
  return new Stroller(scene, person(foot, RADIUS), options).walk(STILL, 30);
}

/** The lowest point of a stroller. */
function footOf({ capsule: { a, radius } }: Stroller): number {
  return a.y - radius;
}

describe('moveAndSlide', () => {
  it('a character falls onto the floor and stays there, at the margin', () => {
    const scene = floor();
    const stroller = standing(scene);
    expect(footOf(stroller)).toBeCloseTo(MARGIN, 10);
    expect(stroller.ground).toMatchObject({ id: 0, normal: { x: 0, y: 1, z: 0 } });
    const before = stroller.capsule;
    expect(stroller.walk(STILL, 100).capsule).toEqual(before);
  });

  it('a character slides along a wall, and keeps the margin to it', () => {
    const scene = floor();
    scene.addAabb({ min: { x: 2, y: 0, z: -50 }, max: { x: 3, y: 3, z: 50 } });
    const stroller = standing(scene).walk({ x: 3, y: 0, z: 1 }, 120);
    expect(stroller.capsule.a.x).toBeCloseTo(2 - RADIUS - MARGIN, 3);
    expect(stroller.capsule.a.z).toBeCloseTo(2, 2);
    const { touched, left } = stroller.step(stroller.motion({ x: 3, y: 0, z: 0 }));
    expect(touched.map(({ id }) => id)).toEqual([0, 1]);
    expect(left.x).toBeCloseTo(3 / 60, 10);
  });

  it('a step as high as maxStep is climbed, and one that is higher by twice the tolerance is not', async () => {
    const heights = fc.double({ min: 0.02, max: 0.6, noNaN: true });
    await search(
      0.4,
      fc.property(heights, fc.double({ min: 0.2, max: 6, noNaN: true }), (height, speed) => {
        const steps = Math.ceil((60 * 2) / speed);
        // The step begins at x = 1, and the tolerance is not less than that of the radius.
        const lower = height - (TOLERANCE * RADIUS) / 2;
        const climbs = standing(step(height), { maxStep: lower }).walk({ x: speed, y: 0, z: 0 }, steps);
        expect(footOf(climbs)).toBeCloseTo(height + MARGIN, 2);
        expect(climbs.ground?.point.y).toBeCloseTo(height, 14);
        const stays = standing(step(height), { maxStep: height - 2 * TOLERANCE }).walk({ x: speed, y: 0, z: 0 }, steps);
        expect(footOf(stays)).toBeCloseTo(MARGIN, 2);
        expect(stays.ground?.point.y).toBe(0);
      }),
      2,
    );
  });

  it('a flight of stairs is climbed and descended without leaving the ground', () => {
    const scene = floor();
    for (let i = 0; i < 8; i++) {
      scene.addAabb({ min: { x: 1 + i * 0.3, y: 0, z: -2 }, max: { x: 6, y: 0.2 * (i + 1), z: 2 } });
    }
    const stroller = standing(scene, { maxStep: 0.25 });
    for (const x of [2, -2]) {
      for (let i = 0; i < 140; i++) {
        stroller.step(stroller.motion({ x, y: 0, z: 0 }));
        expect(stroller.ground).not.toBeNull();
      }
      expect(footOf(stroller)).toBeCloseTo(x > 0 ? 1.6 + MARGIN : MARGIN, 2);
    }
  });

  it('a slope at the limit is climbed and stood on, and one that is steeper by twice the tolerance is neither', async () => {
    await search(
      0.4,
      fc.property(
        fc.double({ min: 0.15, max: 1.2, noNaN: true }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (angle, speed) => {
          const scene = slope(angle);
          const normal =
            scene.raycast({ origin: { x: 5, y: 40, z: 0 }, direction: { x: 0, y: -1, z: 0 } })?.normal.y ?? 0;
          // A slope may be steeper by the tolerance.
          const least = Math.min(normal + TOLERANCE / 2, 1);
          const climbs = standing(scene, { minGroundNormal: least }).walk({ x: speed, y: 0, z: 0 }, 200);
          expect(footOf(climbs)).toBeGreaterThan(0.1);
          expect(climbs.ground?.normal.y).toBeCloseTo(normal, 14);
          const before = climbs.capsule;
          expect(climbs.walk(STILL, 10).capsule).toEqual(before);
          // The slope begins at x = 1.
          const more = normal + (2 * TOLERANCE) / RADIUS;
          const stays = standing(scene, { minGroundNormal: more }).walk({ x: speed, y: 0, z: 0 }, 200);
          expect(stays.ground?.id).toBe(0);
          expect(Math.abs(footOf(stays) - MARGIN)).toBeLessThan(OFF);
          // In the air above the slope, it slides down, although it walks against it.
          const high = 4 * Math.tan(angle) + 1;
          const slides = new Stroller(scene, person({ x: 5, y: high, z: 0 }, RADIUS), {
            minGroundNormal: normal + (2 * TOLERANCE * Math.max(high, 5)) / RADIUS,
          }).walk({ x: speed / 4, y: 0, z: 0 }, 600);
          expect(slides.ground?.id).toBe(0);
        },
      ),
      2,
    );
  });

  it('a character in an inner corner comes to rest, bit for bit', async () => {
    await search(
      0.6,
      fc.property(
        fc.double({ min: 30, max: 150, noNaN: true }),
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.boolean(),
        (degrees, aside, turn, isMesh) => {
          const scene = floor();
          const half = (degrees * Math.PI) / 360;
          for (const side of [-1, 1]) {
            // A wall along the ray from the origin at half the angle from -x. Its inner face is towards -x.
            const angle = Math.PI - side * half + turn;
            const box = { min: { x: 0, y: -1, z: side > 0 ? -1 : 0 }, max: { x: 30, y: 5, z: side > 0 ? 0 : 1 } };
            const matrix = turned(-angle, 0, 0, 0);
            if (isMesh) scene.addInstance(boxMesh(scene, box), matrix);
            else scene.addObb({ ...box, matrix });
          }
          const along = (angle: number, speed: number) => ({
            x: speed * Math.cos(angle),
            y: 0,
            z: speed * Math.sin(angle),
          });
          const distance = (RADIUS + MARGIN) / Math.sin(half) + 0.001;
          const stroller = standing(scene, { maxStep: 0.2 }, { ...along(Math.PI + turn, distance), y: 0.1 });
          // Within the corner, whose walls are at angles of half around -x.
          const speed = along(turn + aside * Math.min(half, Math.PI / 2 - half), 4);
          stroller.walk(speed, 100);
          const before = stroller.capsule;
          stroller.walk(speed, 20);
          expect(stroller.capsule).toEqual(before);
        },
      ),
      2,
    );
  });

  it('a character stays on a slope on its way down, at any speed within snap', () => {
    const scene = slope(0.6);
    const stroller = standing(scene, { snap: 0.4 }, { x: 20, y: 19 * Math.tan(0.6) + 0.2, z: 0 });
    for (let i = 0; i < 100; i++) {
      stroller.step(stroller.motion({ x: -8, y: 0, z: 0 }));
      expect(stroller.ground).not.toBeNull();
    }
  });

  it('a jump leaves the ground, hits a ceiling and falls back', () => {
    const scene = floor();
    scene.addAabb({ min: { x: -5, y: 2, z: -5 }, max: { x: 5, y: 3, z: 5 } });
    const stroller = standing(scene, { snap: 0.5 });
    const { capsule, left, ground, touched } = stroller.step({ x: 0, y: 0.5, z: 0 });
    expect(ground).toBeNull();
    expect(capsule.b.y).toBeCloseTo(2 - RADIUS - MARGIN, 6);
    expect(left.y).toBeCloseTo(0.5 - (2 - 1.7 - 2 * MARGIN), 6);
    expect(touched.map(({ id }) => id)).toEqual([0, 1]);
    expect(footOf(stroller.walk(STILL, 60))).toBeCloseTo(MARGIN, 6);
  });

  it('a low ceiling stops a character like a wall, and does not push it down', () => {
    const scene = floor();
    const box = { min: { x: 0, y: 0, z: -5 }, max: { x: 10, y: 1, z: 5 } };
    scene.addObb({ ...box, matrix: tilted(-0.2, 1, 2.2) });
    const stroller = standing(scene).walk({ x: 3, y: 0, z: 0 }, 200);
    expect(footOf(stroller)).toBeCloseTo(MARGIN, 6);
    expect(stroller.capsule.a.x).toBeLessThan(4.5);
    const before = stroller.capsule;
    expect(stroller.walk({ x: 3, y: 0, z: 0 }, 20).capsule).toEqual(before);
  });

  it('a lift and a turning platform carry who stands on them, and nobody else', () => {
    for (const isMesh of [false, true]) {
      const scene = floor();
      const box = { min: { x: -2, y: -0.25, z: -2 }, max: { x: 2, y: 0.25, z: 2 } };
      const place = (i: number) => turned(i * 0.01, 0.02 * i, 0.25 + 0.01 * i, 0);
      const id = isMesh ? scene.addInstance(boxMesh(scene, box), place(0)) : scene.addObb({ ...box, matrix: place(0) });
      const rider = standing(scene, {}, { x: 1, y: 0.6, z: 0 });
      const other = standing(scene, {}, { x: 1, y: 0.1, z: 8 });
      const before = other.capsule;
      expect(rider.ground?.id).toBe(id);
      for (let i = 1; i <= 100; i++) {
        scene.setMatrix(id, place(i));
        rider.walk(STILL, 1);
        other.walk(STILL, 1);
      }
      const { a } = rider.capsule;
      expect(a.x).toBeCloseTo(2 + Math.cos(1), 1);
      expect(a.z).toBeCloseTo(-Math.sin(1), 1);
      expect(footOf(rider)).toBeCloseTo(1.5 + MARGIN, 2);
      expect(other.capsule).toEqual(before);
    }
  });

  it('a box along the axes that moves carries who stands on it', () => {
    const scene = floor();
    const at = (y: number) => ({ min: { x: -1, y: y - 0.2, z: -1 }, max: { x: 1, y, z: 1 } });
    const id = scene.addAabb(at(0.2));
    const rider = standing(scene, {}, { x: 0, y: 0.3, z: 0 });
    for (let y = 0.2; y > 0.1; y -= 0.01) {
      scene.setAabb(id, at(y));
      rider.walk(STILL, 1);
      expect(rider.ground?.id).toBe(id);
      expect(footOf(rider)).toBeCloseTo(y + MARGIN, 3);
    }
    scene.remove(id);
    expect(rider.walk(STILL, 60).ground?.id).toBe(0);
  });

  it('a wall that moves pushes a character away, but not through another wall', () => {
    const scene = floor();
    const wall = (x: number) => ({ min: { x: x - 1, y: 0, z: -3 }, max: { x, y: 3, z: 3 } });
    const id = scene.addAabb(wall(-1));
    scene.addAabb({ min: { x: 1, y: 0, z: -3 }, max: { x: 1.5, y: 3, z: 3 } });
    const stroller = standing(scene);
    for (let x = -1; x < 3; x += 0.05) {
      scene.setAabb(id, wall(x));
      stroller.walk(STILL, 1);
      expect(stroller.capsule.a.x).toBeLessThan(1 - RADIUS);
      if (x < 0.2) expect(stroller.capsule.a.x).toBeGreaterThan(x + RADIUS);
    }
  });

  it('a fast fall does not pass a thin floor, at any length of a step', async () => {
    await search(
      0.6,
      fc.property(
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (way, x, z) => {
          const scene = new BoxScene();
          const positions = [-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9];
          scene.addInstance(scene.addMesh(new Float32Array(positions), new Uint16Array([0, 2, 1, 0, 3, 2])));
          let capsule = person({ x, y: 5, z }, RADIUS);
          for (let i = 0; i < 3 + 12 / way && i < 2000; i++) {
            capsule = moveAndSlide(scene, capsule, { x: 0, y: -way, z: 0 }).capsule;
          }
          expect(Math.abs(capsule.a.y - RADIUS - MARGIN)).toBeLessThan(OFF);
        },
      ),
      2,
    );
  });

  it('up may be any direction: a scene that is turned gives the same walk, turned', () => {
    const stairs = (scene: BoxScene, box: (min: Vec3, max: Vec3) => { min: Vec3; max: Vec3 }) => {
      scene.addAabb(box({ x: -9, y: -1, z: -9 }, { x: 9, y: 0, z: 9 }));
      for (let i = 0; i < 4; i++) {
        scene.addAabb(box({ x: 1 + i * 0.5, y: 0, z: -2 }, { x: 6, y: 0.25 * (i + 1), z: 2 }));
      }
      return scene;
    };
    const upright = stairs(new BoxScene(), (min, max) => ({ min, max }));
    const turn = ({ x, y, z }: Vec3) => ({ x: y, y: z, z: x });
    const onItsSide = stairs(new BoxScene(), (min, max) => ({ min: turn(min), max: turn(max) }));
    const { a, b, radius } = person({ x: 0, y: 0.1, z: 0.1 }, RADIUS);
    const one = new Stroller(upright, { a, b, radius }, { maxStep: 0.3 });
    const other = new Stroller(
      onItsSide,
      { a: turn(a), b: turn(b), radius },
      { maxStep: 0.3, up: { x: 7, y: 0, z: 0 } },
    );
    one.walk({ x: 2, y: 0, z: 0.3 }, 120);
    other.walk(turn({ x: 2, y: 0, z: 0.3 }), 120);
    expect(one.capsule.a.y).toBeGreaterThan(1);
    const expected = turn(one.capsule.a);
    for (const axis of ['x', 'y', 'z'] as const) expect(other.capsule.a[axis]).toBeCloseTo(expected[axis], 9);
  });

  it('a character passes what its mask or filter leaves out', () => {
    for (const isMasked of [true, false]) {
      const scene = floor();
      const ghost = scene.addAabb({ min: { x: 1, y: -1, z: -9 }, max: { x: 2, y: 3, z: 9 } }, 2);
      const options = isMasked ? { mask: 1 } : { filter: (id: number) => id !== ghost };
      expect(standing(floor(), options).ground?.id).toBe(isMasked ? 0 : 0);
      expect(standing(scene, options).walk({ x: 3, y: 0, z: 0 }, 80).capsule.a.x).toBeCloseTo(4, 6);
    }
  });
});

/** The 12 triangles of a box. */
function boxMesh(scene: BoxScene, { min, max }: { min: Vec3; max: Vec3 }) {
  const corner = (i: number) => [i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z];
  const positions = Array.from({ length: 8 }, (_, i) => corner(i)).flat();
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const index = Array.from({ length: 6 }, (_, i) => [0, 1, 2, 0, 2, 3].map((k) => quads[4 * i + k])).flat();
  return scene.addMesh(new Float64Array(positions), new Uint16Array(index));
}

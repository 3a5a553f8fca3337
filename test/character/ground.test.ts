import { BoxScene, distance, type Mesh, type Vec3 } from 'slabtree';
import { moveAndSlide } from 'slabtree/character';
import { describe, expect, it } from 'vitest';
import { vec } from '../support/triple';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.4;
const STILL = { x: 0, y: 0, z: 0 };
const CUBE = { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 0, z: 1 } };

/** Where a character comes to rest that falls from a place. */
function landed(scene: BoxScene, foot: Vec3, options = {}, steps = 60): Stroller {
  return new Stroller(scene, person(foot, RADIUS), options).walk(STILL, steps);
}

/** The mesh of {@link CUBE}. */
function cubeMesh(scene: BoxScene): Mesh {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 0 : -1, i & 4 ? 1 : -1]).flat();
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const index = Array.from({ length: 6 }, (_, i) => [0, 1, 2, 0, 2, 3].map((k) => quads[4 * i + k])).flat();
  return scene.addMesh(new Float64Array(corners), new Uint16Array(index));
}

/** A slope that rises along x, from the origin. */
function slope(degrees: number, kind: 'box' | 'mesh'): BoxScene {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const scene = new BoxScene();
  if (kind === 'box') {
    const box = { min: { x: 0, y: -1, z: -5 }, max: { x: 40, y: 0, z: 5 } };
    scene.addObb({ ...box, matrix: [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
  } else {
    const [x, y] = [40 * c, 40 * s];
    const corners = new Float64Array([0, 0, -5, x, y, -5, x, y, 5, 0, 0, 5]);
    scene.addInstance(scene.addMesh(corners, new Uint16Array([0, 1, 2, 0, 2, 3])));
  }
  return scene;
}

describe('the ground of a character', () => {
  it('a level motion keeps the ground, whatever direction is up, though the motion rises by a rounding', () => {
    for (let i = 0; i < 100; i++) {
      const [c, s] = [Math.cos(i), Math.sin(i)];
      const [d, t] = [Math.cos(i / 7), Math.sin(i / 7)];
      // The columns of a rotation: forth, up and aside.
      const [forth, up, aside] = [vec([d * c, d * s, -t]), vec([-s, c, 0]), vec([t * c, t * s, d])];
      const columns = [forth, up, aside].flatMap(({ x, y, z }) => [x, y, z, 0]);
      const scene = new BoxScene();
      scene.addObb({ min: vec([-9, -1, -9]), max: vec([9, 0, 9]), matrix: [...columns, 0, 0, 0, 1] });
      const at = (height: number) => vec([height * up.x, height * up.y, height * up.z]);
      let { capsule, ground } = moveAndSlide(scene, { a: at(0.43), b: at(1.43), radius: RADIUS }, at(-0.01), { up });
      for (let step = 0; step < 5; step++) {
        const motion = vec([forth.x / 20, forth.y / 20, forth.z / 20]);
        ({ capsule, ground } = moveAndSlide(scene, capsule, motion, { up, ground }));
        expect(ground).not.toBeNull();
      }
    }
  });

  it('a floor that the character has left in a step is not its ground, though its plane is near', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 0, y: 0, z: 9 } });
    // A wedge that falls steeply.
    const profile = [0, -4.8, 4, -4.8, 0, 0];
    const corners = [-9, 9].flatMap((z) => [0, 2, 4].flatMap((i) => [profile[i], profile[i + 1], z]));
    const sides = [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5];
    scene.addInstance(scene.addMesh(new Float64Array(corners), new Uint16Array(sides)));
    const start = { a: { x: -0.01, y: 0.425, z: 0 }, b: { x: -0.01, y: 1.425, z: 0 }, radius: 0.4 };
    const { capsule, ground } = moveAndSlide(scene, start, { x: 0, y: -0.01, z: 0 });
    expect(ground).not.toBeNull();
    const next = moveAndSlide(scene, capsule, { x: 0.4, y: 0, z: 0 }, { ground, maxStep: 0.3 });
    expect(next.capsule.a.x).toBeGreaterThan(0.3);
    expect(next.ground === null || distance(next.ground.point, next.capsule) < 0.03).toBe(true);
  });

  it('a turned box is ground up to its edges and corners, and within rounding of them', () => {
    for (const kind of ['box', 'mesh'] as const) {
      for (let i = 0; i < 6; i++) {
        const [c, s] = [Math.cos(0.1 + 1.1 * i), Math.sin(0.1 + 1.1 * i)];
        const matrix = [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0.3, 0.7, -0.2, 1];
        const scene = new BoxScene();
        if (kind === 'box') scene.addObb({ ...CUBE, matrix });
        else scene.addInstance(cubeMesh(scene), matrix);
        for (const off of [0, 1e-15, 1e-12, 1e-9, 1e-7, -1e-15, -1e-9]) {
          for (const z of [0.3, 1 + off]) {
            const x = 1 + off;
            const foot = { x: c * x + s * z + 0.3, y: 0.75, z: c * z - s * x - 0.2 };
            expect(landed(scene, foot, { maxStep: 0.3 }, 12).ground?.normal.y).toBeCloseTo(1, 9);
          }
        }
      }
    }
  });

  it('a slope is ground if minGroundNormal allows it, however steep it is', () => {
    for (const kind of ['box', 'mesh'] as const) {
      for (const degrees of [45, 80, 84, 86, 88, 89.5]) {
        const angle = (degrees * Math.PI) / 180;
        const normal = Math.cos(angle);
        // The ball of the capsule touches the slope at a height of 3.
        const along = 3 / Math.sin(angle);
        const away = RADIUS * (17 / 16);
        const x = along * normal - away * Math.sin(angle);
        const foot = { x, y: 3 + away * normal - RADIUS, z: 0 };
        const stands = landed(slope(degrees, kind), foot, { minGroundNormal: normal });
        expect(stands.ground?.normal.y).toBeCloseTo(normal, 9);
        expect(stands.capsule.a.y).toBeGreaterThan(2.5);
        const slides = landed(slope(degrees, kind), foot, { minGroundNormal: normal + 1e-4 });
        expect(slides.ground).toBeNull();
      }
    }
  });

  it('the tip of something carries a character that stands right on it', () => {
    const scene = new BoxScene();
    const roof = new Float64Array([-1, 0, -3, -1, 0, 3, 0, 2, -3, 0, 2, 3, 1, 0, -3, 1, 0, 3]);
    scene.addInstance(scene.addMesh(roof, new Uint16Array([0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4])));
    expect(landed(scene, { x: 0, y: 2.1, z: 0.1 }).ground?.normal).toEqual({ x: 0, y: 1, z: 0 });
    expect(landed(scene, { x: 0.05, y: 2.1, z: 0.1 }).ground).toBeNull();
  });

  /** Ten stairs up along x from x = 1, with a floor before them and a platform behind. */
  function stairs(high: number, deep: number, isMesh: boolean): BoxScene {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 30, y: 0, z: 9 } });
    for (let i = 0; i < 10; i++) {
      const box = { min: { x: 1 + i * deep, y: i * high, z: -3 }, max: { x: 30, y: (i + 1) * high, z: 3 } };
      if (isMesh) {
        const [x, y] = [(box.max.x - box.min.x) / 2, high];
        const place = [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 3, 0, box.min.x + x, box.max.y, 0, 1];
        scene.addInstance(cubeMesh(scene), place);
      } else scene.addAabb(box);
    }
    return scene;
  }

  it('a character that walks down stairs stays on them, however shallow they are', () => {
    for (const [high, deep] of [
      [0.3, 0.3],
      [0.3, 0.25],
      [0.3, 0.1],
      [0.15, 0.25],
    ]) {
      for (const isMesh of [false, true]) {
        for (const step of [0.02, 0.05, 0.08]) {
          const scene = stairs(high, deep, isMesh);
          const top = { x: 1.2 + 10 * deep, y: 10 * high + 0.03, z: 0.1 };
          const stroller = landed(scene, top, { maxStep: 0.3 }, 3);
          while (stroller.capsule.a.x > 0) {
            stroller.step({ x: -step, y: 0, z: 0 });
            expect(stroller.ground).not.toBeNull();
          }
          expect(stroller.capsule.a.y).toBeCloseTo(RADIUS * (17 / 16), 6);
        }
      }
    }
  });

  it('a long step over the edge of the last stair ends on the platform behind', () => {
    for (const step of [0.6, 0.8, 1.2, 2]) {
      for (const deep of [0.2, 0.24, 0.3]) {
        const stroller = landed(stairs(0.3, deep, false), { x: 0, y: 0.03, z: 0.1 }, { maxStep: 0.3 }, 3);
        while (stroller.capsule.a.x < 2 + 10 * deep) {
          const { a } = stroller.capsule;
          stroller.step({ x: step, y: 0, z: 0 });
          expect(stroller.ground).not.toBeNull();
          expect(stroller.capsule.a.x).toBeGreaterThan(a.x);
        }
        expect(stroller.capsule.a.y).toBeCloseTo(3 + RADIUS * (17 / 16), 6);
      }
    }
  });

  it('a floor is ground beside a step that is too low to be one, and an edge of the floor is a ledge', () => {
    for (const height of [0.02, 0.06]) {
      const scene = new BoxScene();
      const corners = [
        -9,
        0,
        -9,
        -9,
        0,
        9,
        1,
        0,
        9,
        1,
        0,
        -9,
        1,
        height,
        -9,
        1,
        height,
        9,
        9,
        height,
        9,
        9,
        height,
        -9,
      ];
      const index = new Uint16Array([0, 1, 2, 0, 2, 3, 2, 3, 4, 2, 4, 5, 4, 5, 6, 4, 6, 7]);
      scene.addInstance(scene.addMesh(new Float64Array(corners), index));
      const walk = (maxStep: number) =>
        landed(scene, { x: 0, y: 0.1, z: 0 }, { maxStep }).walk({ x: 1, y: 0, z: 0 }, 90);
      // One mesh, or two boxes: a low step in a mesh is a step as well.
      expect(walk(height / 2).capsule.a.x).toBeLessThan(1);
      expect(walk(height).capsule.a.x).toBeGreaterThan(1.4);
    }
  });
});

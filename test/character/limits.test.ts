import { BoxScene, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.4;
const MARGIN = RADIUS / 16;
const STILL = { x: 0, y: 0, z: 0 };
/** The tolerance of limits, as a share of the largest coordinate at the contact: see docs/characters.md. */
const TOLERANCE = 2 ** -21;

/** Two floors of different heights, which meet at x = 0.6 before everything is moved. */
function ledge(height: number, away: Vec3 = STILL): BoxScene {
  const scene = new BoxScene();
  const { x, y, z } = away;
  scene.addAabb({ min: { x: x - 9, y: y - 1, z: z - 9 }, max: { x: x + 0.6, y, z: z + 9 } });
  scene.addAabb({ min: { x: x + 0.6, y: y - 1, z: z - 9 }, max: { x: x + 9, y: y + height, z: z + 9 } });
  return scene;
}

/** Walks 1 along x in steps of a length, without leaving the ground, and returns how far the character got. */
function walkOver(scene: BoxScene, options: object, step: number, away: Vec3 = STILL): number {
  const stroller = new Stroller(scene, person({ ...away, y: away.y + 0.03 }, RADIUS), options).walk(STILL, 10);
  let inTheAir = 0;
  for (let i = 0; i < Math.round(1 / step); i++) {
    stroller.step({ x: step, y: 0, z: 0 });
    if (stroller.ground === null) inTheAir++;
  }
  expect(inTheAir).toBe(0);
  return stroller.capsule.a.x - away.x;
}

describe('the limits of a character', () => {
  it('stairs of 0.3 that are rounded to float32 are climbed with a maxStep of 0.3', () => {
    for (const away of [0, -3000]) {
      const scene = new BoxScene();
      const stairs = new Float32Array(60);
      for (let i = 0; i < 10; i++) stairs.set([away + 2 + i * 0.6, -1, -3, away + 20, 0.3 * (i + 1), 3], 6 * i);
      scene.addAabbs(stairs);
      scene.addAabb({ min: { x: away - 5, y: -1, z: -3 }, max: { x: away + 2, y: 0, z: 3 } });
      const stroller = new Stroller(scene, person({ x: away, y: 0.03, z: 0 }, RADIUS), { maxStep: 0.3 });
      stroller.walk({ x: 4, y: 0, z: 0 }, 130);
      expect(stroller.capsule.a.y - RADIUS - MARGIN).toBeCloseTo(3, 3);
    }
  });

  it('a step is climbed by motions as short as a two-hundredth of the radius', () => {
    for (const height of [0.05, 0.15, 0.3]) {
      for (const step of [RADIUS / 200, 0.005, 0.02]) {
        const scene = new BoxScene();
        scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 } });
        scene.addAabb({ min: { x: 0.4, y: 0, z: -9 }, max: { x: 9, y: height, z: 9 } });
        const stroller = new Stroller(scene, person({ x: 0.03, y: 0.03, z: 0 }, RADIUS), { maxStep: 0.3 });
        stroller.walk(STILL, 5);
        for (let i = 0; i < 0.7 / step; i++) stroller.step({ x: step, y: 0, z: 0 });
        expect(stroller.capsule.a.x).toBeGreaterThan(0.5);
        expect(stroller.capsule.a.y).toBeCloseTo(height + RADIUS + MARGIN, 6);
      }
    }
  });

  it('slopes of exactly 45° are climbed with the limit of 45°, the default, in float32 and in float64', () => {
    for (const Numbers of [Float32Array, Float64Array]) {
      for (const away of [0, 1000.1]) {
        const scene = new BoxScene();
        scene.addAabb({ min: { x: away - 5, y: -1, z: -3 }, max: { x: away + 2, y: 0, z: 3 } });
        const slope = [2, 0, -3, 7, 5, -3, 7, 5, 3, 2, 0, 3].map((number, i) => (i % 3 === 0 ? number + away : number));
        scene.addInstance(scene.addMesh(new Numbers(slope), new Uint16Array([0, 2, 1, 0, 3, 2])));
        const stroller = new Stroller(scene, person({ x: away, y: 0.03, z: 0 }, RADIUS));
        stroller.walk({ x: 5, y: 0, z: 0 }, 80);
        expect(stroller.capsule.a.y).toBeGreaterThan(2);
      }
    }
  });

  it('the tolerance is that of the coordinates at the contact, whatever else is in the scene', () => {
    const scene = ledge(0.3 + 4 * TOLERANCE);
    scene.addAabb({ min: { x: 1e6, y: 0, z: 0 }, max: { x: 1e6 + 1, y: 1, z: 1 } });
    expect(walkOver(scene, { maxStep: 0.3 }, 0.05)).toBeLessThan(0.6);
    const away = { x: 1e4, y: 0, z: 0 };
    const far = ledge(0.3 + 4 * TOLERANCE, away);
    expect(walkOver(far, { maxStep: 0.3 }, 0.05, away)).toBeGreaterThan(0.8);
  });

  it('the tolerance is never more than the margin, however far from the origin the scene is', () => {
    const away = { x: 5e6, y: 0, z: 0 };
    const climbed = [0.3 + 0.9 * MARGIN, 0.3 + 1.1 * MARGIN, 0.6, 2.5].map(
      (height) => walkOver(ledge(height, away), { maxStep: 0.3 }, 0.05, away) > 0.8,
    );
    expect(climbed).toEqual([true, false, false, false]);
  });

  it('a ledge below an eighth of the margin blocks nobody, at any length of a step and any maxStep', () => {
    for (const height of [1e-12, 1e-7, 1e-4, 0.12 * MARGIN]) {
      for (const step of [0.005, 0.02, 0.05, 0.3]) {
        for (const options of [{}, { maxStep: 1e-9 }, { minGroundNormal: 1 }]) {
          expect(walkOver(ledge(height), options, step)).toBeGreaterThan(0.8);
        }
      }
    }
  });

  it('a ledge above an eighth of the margin that is higher than maxStep blocks, at any length of a step', () => {
    for (const height of [0.13 * MARGIN, 0.3 * MARGIN, 0.1]) {
      for (const step of [0.005, 0.02, 0.05, 0.3, 1]) {
        for (const maxStep of [0, height - 8 * TOLERANCE]) {
          for (const minGroundNormal of [Math.SQRT1_2, 1]) {
            expect(walkOver(ledge(height), { maxStep, minGroundNormal }, step)).toBeLessThan(0.6);
          }
        }
      }
    }
  });
});

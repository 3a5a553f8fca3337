import { BoxScene, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.4;
const STILL = { x: 0, y: 0, z: 0 };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A platform whose top is at 0, and 2·half wide, around a place. */
const platform = ({ x, z }: { x: number; z: number }, half = 3) => ({
  min: { x: x - half, y: -1, z: z - half },
  max: { x: x + half, y: 0, z: z + half },
});

/** A matrix that turns around y, and moves. */
function turned(angle: number, x: number, z: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, 0, z, 1];
}

function riderOn(scene: BoxScene, x = 1, z = 0.5): Stroller {
  const rider = new Stroller(scene, person({ x, y: 0.1, z }, RADIUS)).walk(STILL, 30);
  expect(rider.ground?.id).toBe(0);
  return rider;
}

/** How far a step without a way carries a rider across the ground. */
function carriedBy(rider: Stroller): Pick<Vec3, 'x' | 'z'> {
  const before = rider.capsule.a;
  const after = rider.walk(STILL, 1).capsule.a;
  return { x: after.x - before.x, z: after.z - before.z };
}

describe('carrying of a character', () => {
  it('a floor whose bounds grow or shrink carries nobody', () => {
    for (const kind of ['Aabb', 'Obb'] as const) {
      const scene = new BoxScene();
      if (kind === 'Aabb') scene.addAabb(platform({ x: 0, z: 0 }));
      else scene.addObb({ ...platform({ x: 0, z: 0 }), matrix: IDENTITY });
      const rider = riderOn(scene);
      for (const [half, x] of [
        [9, 0],
        [9.001, 0],
        [7, 2],
        [3, 0],
      ]) {
        if (kind === 'Aabb') scene.setAabb(0, platform({ x, z: 0 }, half));
        else scene.setObb(0, { ...platform({ x, z: 0 }, half), matrix: IDENTITY });
        expect(carriedBy(rider)).toEqual({ x: 0, z: 0 });
        expect(rider.ground?.id).toBe(0);
      }
    }
  });

  it('a mesh whose bounds change carries nobody', () => {
    const scene = new BoxScene();
    const corners = new Float64Array([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9]);
    const mesh = scene.addMesh(corners, new Uint16Array([0, 1, 2, 0, 2, 3]));
    scene.addInstance(mesh);
    const rider = riderOn(scene);
    corners[0] = corners[3] = -30;
    scene.setPositions(mesh, corners);
    expect(carriedBy(rider)).toEqual({ x: 0, z: 0 });
  });

  it('a box that is replaced by an oriented box of its size carries, and one of another size does not', () => {
    const scene = new BoxScene();
    scene.addAabb(platform({ x: 5, z: 0 }));
    const rider = riderOn(scene, 6, 0.5);
    // In the place of the box, about another origin.
    scene.setObb(0, { ...platform({ x: 0, z: 0 }), matrix: turned(0, 5, 0) });
    const stays = carriedBy(rider);
    expect(Math.hypot(stays.x, stays.z)).toBeLessThan(1e-12);
    scene.setAabb(0, platform({ x: 5.25, z: 0 }));
    expect(carriedBy(rider).x).toBeCloseTo(0.25, 12);
    scene.setObb(0, { ...platform({ x: 0, z: 0 }), matrix: turned(0.1, 5.25, 0) });
    const { x, z } = carriedBy(rider);
    // Around the middle of the platform, from (1, 0.5).
    expect(x).toBeCloseTo(Math.cos(0.1) + 0.5 * Math.sin(0.1) - 1, 12);
    expect(z).toBeCloseTo(0.5 * Math.cos(0.1) - Math.sin(0.1) - 0.5, 12);
    scene.setObb(0, { ...platform({ x: 0, z: 0 }, 3.01), matrix: turned(0, 5.5, 0) });
    expect(carriedBy(rider)).toEqual({ x: 0, z: 0 });
  });

  it('a box that moves carries, also if its corners are rounded to float32', () => {
    const scene = new BoxScene();
    const at = (x: number) => Float32Array.of(x - 3, -1, -3, x + 3, 0, 3);
    scene.addAabbs(at(1000));
    const rider = riderOn(scene, 1001);
    for (let i = 1; i <= 100; i++) {
      scene.setAabbs(0, at(1000 + 0.0137 * i));
      rider.walk(STILL, 1);
    }
    expect(rider.capsule.a.x).toBeCloseTo(1001 + 1.37, 3);
  });

  it('a lift that rises or sinks by much in a step keeps its passenger', () => {
    for (const kind of ['box', 'quad'] as const) {
      for (const rise of [0.42, 0.44, 1, 1.9, 5, -0.5, -3]) {
        const scene = new BoxScene();
        if (kind === 'box') scene.addObb({ ...platform({ x: 0, z: 0 }), matrix: IDENTITY });
        else {
          const corners = new Float64Array([-3, 0, -3, -3, 0, 3, 3, 0, 3, 3, 0, -3]);
          scene.addInstance(scene.addMesh(corners, new Uint16Array([0, 1, 2, 0, 2, 3])));
        }
        const rider = riderOn(scene);
        const { y } = rider.capsule.a;
        for (let step = 1; step <= 3; step++) {
          scene.setMatrix(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, step * rise, 0, 1]);
          rider.walk(STILL, 1);
          expect(rider.capsule.a.y - y).toBeCloseTo(step * rise, 9);
          expect(rider.ground?.id).toBe(0);
        }
      }
    }
  });

  it('another box that has got the id carries nobody', () => {
    const scene = new BoxScene();
    scene.addAabb(platform({ x: 0, z: 0 }));
    scene.addAabb({ min: { x: -50, y: -2, z: -50 }, max: { x: 50, y: -1, z: 50 } });
    const rider = riderOn(scene);
    for (const isCleared of [false, true]) {
      if (isCleared) scene.clear();
      else scene.remove(0);
      expect(scene.addAabb(platform({ x: 2, z: 1 }))).toBe(0);
      expect(carriedBy(rider)).toEqual({ x: 0, z: 0 });
      expect(rider.ground?.id).toBe(0);
      scene.setAabb(0, platform({ x: 2.25, z: 1 }));
      expect(carriedBy(rider).x).toBeCloseTo(0.25, 12);
    }
  });
});

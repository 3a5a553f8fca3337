import { BoxScene, type Mesh, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.4;
const STILL = { x: 0, y: 0, z: 0 };
/** Coordinates of contacts are at most 20, and limits have a tolerance of 2^-21 of them. */
const TOLERANCE = 20 * 2 ** -21;

/** A square of cells of two triangles, from a corner along two directions. */
function square(scene: BoxScene, corner: Vec3, along: Vec3, across: Vec3, cells: number): Mesh {
  const positions: number[] = [];
  const index: number[] = [];
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) {
      for (const axis of ['x', 'y', 'z'] as const) positions.push(corner[axis] + i * along[axis] + j * across[axis]);
      const at = i * (cells + 1) + j;
      if (i < cells && j < cells) index.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
    }
  }
  return scene.addMesh(new Float64Array(positions), new Uint32Array(index));
}

const X = { x: 0.4, y: 0, z: 0 };
const Y = { x: 0, y: 0.4, z: 0 };
const Z = { x: 0, y: 0, z: 0.4 };

/** A floor whose top is at 0: whole, or of a hundred boxes, or of triangles. */
const floors: Record<string, (scene: BoxScene) => void> = {
  'one box': (scene) => {
    scene.addAabb({ min: { x: -1, y: -1, z: -4 }, max: { x: 39, y: 0, z: 4 } });
  },
  'a hundred boxes': (scene) => {
    for (let i = 0; i < 100; i++) {
      scene.addAabb({ min: { x: 0.4 * i - 1, y: -1, z: -4 }, max: { x: 0.4 * (i + 1) - 1, y: 0, z: 4 } });
    }
  },
  triangles: (scene) => {
    scene.addInstance(square(scene, { x: -1, y: 0, z: -4 }, X, Z, 20));
  },
};

/** A wall whose face is at z = 1. */
const walls: Record<string, (scene: BoxScene) => void> = {
  'one box': (scene) => {
    scene.addAabb({ min: { x: -1, y: 0, z: 1 }, max: { x: 39, y: 4, z: 2 } });
  },
  'a thousand boxes': (scene) => {
    for (let i = 0; i < 100; i++) {
      for (let j = 0; j < 10; j++) {
        const [x, y] = [0.4 * i - 1, 0.4 * j];
        scene.addAabb({ min: { x, y, z: 1 }, max: { x: 0.4 * (i + 1) - 1, y: 0.4 * (j + 1), z: 2 } });
      }
    }
  },
  triangles: (scene) => {
    scene.addInstance(square(scene, { x: -1, y: 0, z: 1 }, X, Y, 100));
  },
};

/** Walks in steps of one motion, and returns where the character was after each of them. It never leaves the ground. */
function walked(build: (scene: BoxScene) => void, motion: Vec3): Vec3[] {
  const scene = new BoxScene();
  build(scene);
  const stroller = new Stroller(scene, person({ x: 0, y: 0.03, z: 0.1 }, RADIUS)).walk(STILL, 10);
  const places: Vec3[] = [];
  let inTheAir = 0;
  while (stroller.capsule.a.x < 6) {
    stroller.step(motion);
    if (stroller.ground === null) inTheAir++;
    places.push(stroller.capsule.a);
  }
  expect(inTheAir).toBe(0);
  return places;
}

function expectSameWalk(one: readonly Vec3[], other: readonly Vec3[]): void {
  const apart = one.map((a, i) => Math.hypot(a.x - other[i].x, a.y - other[i].y, a.z - other[i].z));
  expect(Math.max(...apart)).toBeLessThan(TOLERANCE);
}

const steps = [0.02, 0.1, 0.5];

describe('inner edges', () => {
  it.each(['a hundred boxes', 'triangles'])('a floor of %s is walked as one box, at any length of a step', (name) => {
    for (const x of steps) {
      for (const z of [0, 0.3 * x]) {
        const motion = { x, y: 0, z };
        expectSameWalk(walked(floors[name], motion), walked(floors['one box'], motion));
      }
    }
  });

  it.each(['a thousand boxes', 'triangles'])('a wall of %s is walked as one box, at any length of a step', (name) => {
    for (const x of steps) {
      for (const z of [0.3 * x, 2 * x]) {
        const along = (wall: string) => (scene: BoxScene) => {
          floors['one box'](scene);
          walls[wall](scene);
        };
        const motion = { x, y: 0, z };
        expectSameWalk(walked(along(name), motion), walked(along('one box'), motion));
      }
    }
  });

  it('hills are walked in the same way as one mesh, and as an instance for each triangle', () => {
    const heights = (i: number, j: number) =>
      Math.sin(0.6 * i) + Math.cos(0.45 * j + 0.1 * i) + 0.3 * Math.sin(7 * i * j);
    const corner = (i: number, j: number) => [i, heights(i, j), j];
    const triangles: number[][] = [];
    for (let i = 0; i < 24; i++) {
      for (let j = 0; j < 24; j++) {
        triangles.push([...corner(i, j), ...corner(i, j + 1), ...corner(i + 1, j + 1)]);
        triangles.push([...corner(i, j), ...corner(i + 1, j + 1), ...corner(i + 1, j)]);
      }
    }
    const whole = new BoxScene();
    whole.addInstance(whole.addMesh(new Float64Array(triangles.flat())));
    const cut = new BoxScene();
    for (const triangle of triangles) cut.addInstance(cut.addMesh(new Float64Array(triangle)));
    for (let turn = 0; turn < 4; turn++) {
      const speed = { x: 4 * Math.cos(turn), y: 0, z: 4 * Math.sin(turn) };
      const [one, other] = [whole, cut].map((scene) =>
        new Stroller(scene, person({ x: 12, y: 3, z: 12 }, RADIUS), { maxStep: 0.3 }).walk(STILL, 60).walk(speed, 150),
      );
      expect(Math.hypot(one.capsule.a.x - 12, one.capsule.a.z - 12)).toBeGreaterThan(2);
      expectSameWalk([one.capsule.a], [other.capsule.a]);
    }
  });
});

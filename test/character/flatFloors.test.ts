import { BoxScene, type Vec3 } from 'slabtree';
import type { MoveOptions, WalkedScene } from 'slabtree/character';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { vec } from '../support/triple';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.4;
/** Floors reach so far to each side of their middle. */
const REACH = 6;
/** The length of a cell of a floor. */
const CELL = 0.4;
const CELLS = Math.round((2 * REACH) / CELL);

/** A floor whose top is at a height, around a point. */
type Floor = (scene: BoxScene, middle: Vec3) => void;

const boxes: Floor = (scene, { x, y, z }) => {
  for (let i = 0; i < CELLS; i++) {
    for (let j = 0; j < CELLS; j++) {
      const [left, back] = [x - REACH + i * CELL, z - REACH + j * CELL];
      scene.addAabb({ min: vec([left, y - 1, back]), max: vec([left + CELL, y, back + CELL]) });
    }
  }
};

/** The corners of a grid of cells around the origin, and two triangles of each cell, by either diagonal. */
function grid(): { corners: Vec3[]; index: number[] } {
  const random = new Random(1);
  const corners: Vec3[] = [];
  const index: number[] = [];
  for (let i = 0; i <= CELLS; i++) {
    for (let j = 0; j <= CELLS; j++) {
      corners.push(vec([i * CELL - REACH, 0, j * CELL - REACH]));
      if (i === CELLS || j === CELLS) continue;
      const a = i * (CELLS + 1) + j;
      const [b, c, d] = [a + 1, a + CELLS + 2, a + CELLS + 1];
      index.push(...(random.chance(0.5) ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  return { corners, index };
}

const triangles: Floor = (scene, { x, y, z }) => {
  const { corners, index } = grid();
  const positions = corners.flatMap((corner) => [corner.x + x, y, corner.z + z]);
  scene.addInstance(scene.addMesh(new Float64Array(positions), new Uint32Array(index)));
};

/** Each triangle is an instance of a mesh of its own, turned by half a turn. */
const instances: Floor = (scene, { x, y, z }) => {
  const { corners, index } = grid();
  for (let i = 0; i < index.length; i += 3) {
    const positions = [0, 1, 2].flatMap((k) => [corners[index[i + k]].x, 0, corners[index[i + k]].z]);
    scene.addInstance(scene.addMesh(new Float64Array(positions)), [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, x, y, z, 1]);
  }
};

/** Sixty narrow triangles around one vertex. */
const fan: Floor = (scene, { x, y, z }) => {
  const positions = [x, y, z];
  const index: number[] = [];
  for (let i = 0; i < 60; i++) {
    const angle = (i / 30) * Math.PI;
    positions.push(x + 2 * REACH * Math.cos(angle), y, z + 2 * REACH * Math.sin(angle));
    index.push(0, 1 + ((i + 1) % 60), 1 + i);
  }
  scene.addInstance(scene.addMesh(new Float64Array(positions), new Uint32Array(index)));
};

/** Walks to and fro over a floor, and calls back after each step. */
function stroll(stroller: Stroller, middle: Vec3, steps: number, length: number, each: (wish: Vec3) => void): void {
  const random = new Random(steps);
  let angle = 0;
  for (let i = 0; i < steps; i++) {
    if (random.chance(0.05)) angle = random.between(0, 2 * Math.PI);
    const wish = vec([length * Math.cos(angle), 0, length * Math.sin(angle)]);
    const { a } = stroller.capsule;
    // Away from the rim.
    for (const axis of ['x', 'z'] as const) {
      if (Math.abs(a[axis] + wish[axis] - middle[axis]) > REACH - 2 * RADIUS) wish[axis] = -wish[axis];
    }
    stroller.step(wish);
    each(wish);
  }
}

/** The distance of two neighbouring numbers of float64 at a size. */
function ulp(size: number): number {
  return 2 ** (Math.floor(Math.log2(Math.abs(size))) - 52);
}

describe('a flat floor of many pieces', () => {
  const near = vec([0, 0, 0]);
  const cases: [string, Floor, Vec3, MoveOptions, number][] = [
    ['boxes', boxes, near, { maxStep: 0.3 }, 10_000],
    ['triangles', triangles, near, { maxStep: 0.3 }, 10_000],
    ['boxes that are high up', boxes, vec([0, 100.3, 0]), { margin: 0.1 }, 2000],
    ['triangles, with a small margin', triangles, vec([0.1, 0.1, 0.3]), { margin: 0.001 }, 2000],
    ['instances', instances, vec([3.3, -7.77, 0.1]), { maxStep: 0.3, margin: 0.1 }, 2000],
    ['triangles around a vertex', fan, vec([0.1, 1, 0]), { maxStep: 0.3 }, 2000],
    ['boxes far from the origin', boxes, vec([50_000.1, 0.1, -70_000.3]), { maxStep: 0.3 }, 2000],
    ['triangles far from the origin', triangles, vec([-50_000.1, 7.1, 70_000.3]), { margin: 0.001 }, 2000],
  ];

  it.each(cases)(
    'a character keeps its height to four units in the last place, and loses nothing of its way: %s',
    (_, build, middle, options, steps) => {
      const scene = new BoxScene();
      build(scene, middle);
      const { margin = RADIUS / 16 } = options;
      for (const length of [0.05, 0.7]) {
        // As after a landing, the gap is not quite the margin.
        const foot = { ...middle, y: middle.y + 1.014 * margin };
        const stroller = new Stroller(scene, person(foot, RADIUS), options).walk(near, 1);
        const level = stroller.capsule.a.y;
        const unit = ulp(level);
        expect(Math.abs(level - (middle.y + margin + RADIUS))).toBeLessThanOrEqual(4 * unit);
        let drift = 0;
        let lost = 0;
        let { a: from } = stroller.capsule;
        stroll(stroller, middle, length > RADIUS ? steps / 10 : steps, length, (wish) => {
          const { a } = stroller.capsule;
          drift = Math.max(drift, Math.abs(a.y - level));
          lost = Math.max(lost, Math.abs(a.x - from.x - wish.x), Math.abs(a.z - from.z - wish.z));
          if (stroller.ground === null) lost = Infinity;
          from = a;
        });
        expect(drift).toBeLessThanOrEqual(4 * unit);
        expect(lost).toBeLessThanOrEqual(4 * ulp(Math.max(Math.abs(middle.x), Math.abs(middle.z)) + REACH));
      }
    },
  );

  it('a step on a flat floor is one query for contacts, one sweep and one ray', () => {
    for (const build of [boxes, triangles, instances]) {
      const scene = new BoxScene();
      build(scene, near);
      const calls: string[] = [];
      const counted: WalkedScene = {
        contacts: (...given) => {
          calls.push('contacts');
          return scene.contacts(...given);
        },
        sweep: (...given) => {
          calls.push('sweep');
          return scene.sweep(...given);
        },
        raycast: (...given) => {
          calls.push('raycast');
          return scene.raycast(...given);
        },
        boxOf: (id) => scene.boxOf(id),
        generationOf: (id) => scene.generationOf(id),
        has: (id) => scene.has(id),
      };
      const stroller = new Stroller(counted, person(vec([0, 0.03, 0]), RADIUS), { maxStep: 0.3 }).walk(near, 5);
      calls.length = 0;
      stroll(stroller, near, 100, 0.05, () => {
        expect(calls.splice(0)).toEqual(['contacts', 'sweep', 'raycast']);
      });
    }
  });

  it('a floor that is turned and then rounded to float32 makes nobody hop by more than the rounding', () => {
    const { corners, index } = grid();
    for (const away of [0, 100, 1000]) {
      for (const turn of [0.3, 1.1]) {
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        const [d, t] = [Math.cos(3 * turn), Math.sin(3 * turn)];
        // The columns of a rotation: forth, up and aside.
        const [forth, up, aside] = [vec([d * c, d * s, -t]), vec([-s, c, 0]), vec([t * c, t * s, d])];
        const place = (x: number, y: number, z: number) =>
          vec([
            away + x * forth.x + y * up.x + z * aside.x,
            away + x * forth.y + y * up.y + z * aside.y,
            away + x * forth.z + y * up.z + z * aside.z,
          ]);
        const heightOf = ({ x, y, z }: Vec3) => (x - away) * up.x + (y - away) * up.y + (z - away) * up.z;
        const scene = new BoxScene();
        const positions = corners.flatMap((corner) => {
          const { x, y, z } = place(corner.x, 0, corner.z);
          return [x, y, z];
        });
        scene.addInstance(scene.addMesh(new Float32Array(positions), new Uint32Array(index)));
        const margin = RADIUS / 16;
        const start = { a: place(0.1, RADIUS + margin, 0.1), b: place(0.1, 1.4, 0.1), radius: RADIUS };
        const stroller = new Stroller(scene, start, { up, maxStep: 0.3 });
        const way = [forth, aside];
        let off = 0;
        for (let i = 0; i < 500; i++) {
          const { x, y, z } = way[Math.floor(i / 40) % 2];
          const size = 0.05 * (Math.floor(i / 80) % 2 === 0 ? 1 : -1);
          stroller.step(vec([size * x, size * y, size * z]));
          expect(stroller.ground).not.toBeNull();
          off = Math.max(off, Math.abs(heightOf(stroller.capsule.a) - margin - RADIUS));
        }
        // A corner is off by half a unit of float32 along each axis.
        expect(off).toBeLessThan(2 ** -23 * (away + 2 * REACH));
      }
    }
  });
});

import type { Backend, BoxScene } from 'slabtree';
import type { WalkedScene } from 'slabtree/character';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { runsOf } from '../support/runs';
import { building, type Place, soup, terrain } from './support/places';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.35;
const MARGIN = RADIUS / 16;
const STEPS = runsOf(40);
const OPTIONS = { maxStep: 0.3, margin: MARGIN };

const places: [string, (backend: Backend) => Place][] = [
  ['a building', building],
  ['steep hills', terrain],
  ['boxes that move', soup],
];

/** A way to walk, which changes now and then. */
class Wander {
  readonly #random: Random;
  readonly #up: { x: number; y: number; z: number };
  #speed = { x: 0, y: 0, z: 0 };
  jumps = false;

  constructor(seed: number, up: { x: number; y: number; z: number }) {
    this.#random = new Random(seed);
    this.#up = up;
  }

  next() {
    const random = this.#random;
    this.jumps = random.chance(0.01);
    if (random.chance(0.02)) {
      const fast = random.pick([0, 1, 3, 6]);
      const angle = random.between(0, 2 * Math.PI);
      const [a, b] = [fast * Math.cos(angle), fast * Math.sin(angle)];
      this.#speed = this.#up.z === 1 ? { x: a, y: b, z: 0 } : { x: a, y: 0, z: b };
    }
    return this.#speed;
  }
}

describe('moveAndSlide on long walks', () => {
  it.each(places)(
    'a walk in %s stays out of everything, gets stuck nowhere, and is carried by nothing else',
    (_, make) => {
      const { scene, start, up, bounds, still, step } = make('wasm');
      const calls = { sweep: 0, contacts: 0 };
      const counted = countingCalls(scene, calls);
      const stroller = new Stroller(counted, uprightAt(start, up), { ...OPTIONS, up });
      const wander = new Wander(STEPS, up);
      for (let i = 0; i < STEPS; i++) {
        step();
        const before = stroller.capsule;
        const ground = stroller.ground;
        const speed = wander.next();
        if (wander.jumps) stroller.jump(4);
        const from = stroller.capsule;
        Object.assign(calls, { sweep: 0, contacts: 0 });
        const way = stroller.motion(speed);
        stroller.step(way);
        expect(calls.sweep).toBeLessThanOrEqual(8);
        expect(calls.contacts).toBeLessThanOrEqual(2);
        const { capsule } = stroller;
        const deepest = scene.contacts(capsule, { within: MARGIN, mask: still });
        for (const { depth } of deepest) expect(depth).toBeLessThan(-0.9 * MARGIN);
        for (const axis of ['x', 'y', 'z'] as const) {
          expect(capsule.a[axis]).toBeGreaterThan(bounds.min[axis]);
          expect(capsule.a[axis]).toBeLessThan(bounds.max[axis]);
        }
        const fast = Math.hypot(speed.x, speed.y, speed.z);
        const stays = capsule.a.x === from.a.x && capsule.a.y === from.a.y && capsule.a.z === from.a.z;
        if (stays && fast > 2) {
          const share = MARGIN / fast;
          const motion = { x: speed.x * share, y: speed.y * share, z: speed.z * share };
          expect(scene.sweepAny(capsule, motion, { margin: MARGIN, ignoreStart: true })).toBe(true);
        }
        const stands = fast === 0 && !wander.jumps && ground !== null && stroller.ground !== null;
        const isBesideMovers = scene.contacts(before, { within: 0.1, mask: ~still }).length > 0;
        // It may still make up for what it lacks of the margin.
        if (stands && !isBesideMovers) expect(distance(capsule.a, before.a)).toBeLessThan(MARGIN / 8);
      }
    },
  );

  it.each(places)('a walk in %s is the same on both backends, bit for bit', (_, make) => {
    const both = (['wasm', 'js'] as const).map((backend) => {
      const place = make(backend);
      return {
        place,
        stroller: new Stroller(place.scene, uprightAt(place.start, place.up), { ...OPTIONS, up: place.up }),
      };
    });
    const wander = new Wander(1, both[0].place.up);
    for (let i = 0; i < STEPS / 4; i++) {
      const speed = wander.next();
      for (const { place, stroller } of both) {
        place.step();
        if (wander.jumps) stroller.jump(4);
        stroller.step(stroller.motion(speed));
      }
      expect(both[1].stroller.capsule).toEqual(both[0].stroller.capsule);
      expect(both[1].stroller.ground).toEqual(both[0].stroller.ground);
    }
  });
});

/** The methods of a scene that a character needs, some of whose calls are counted. */
function countingCalls(scene: BoxScene, calls: { sweep: number; contacts: number }): WalkedScene {
  return {
    sweep: (...given) => {
      calls.sweep++;
      return scene.sweep(...given);
    },
    contacts: (...given) => {
      calls.contacts++;
      return scene.contacts(...given);
    },
    raycast: (...given) => scene.raycast(...given),
    boxOf: (id) => scene.boxOf(id),
    generationOf: (id) => scene.generationOf(id),
    has: (id) => scene.has(id),
  };
}

function distance(a: { x: number; y: number; z: number }, b: { x: number; y: number; z: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

function uprightAt(start: { x: number; y: number; z: number }, up: { x: number; y: number; z: number }) {
  const { a, b, radius } = person({ x: 0, y: 0, z: 0 }, RADIUS);
  const raised = ({ y }: { y: number }) => ({ x: start.x + y * up.x, y: start.y + y * up.y, z: start.z + y * up.z });
  return { a: raised(a), b: raised(b), radius };
}

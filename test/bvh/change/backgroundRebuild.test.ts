import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import type { Tree } from '../../../src/bvh/tree/tree';
import { validate } from '../../../src/bvh/tree/validate';
import { INTERNALS } from '../../../src/scene/internals';
import { backends, compareRay } from '../../support/compare';
import { aabb, type Loop, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { rayAmong } from '../../support/rays';
import { each, type Triple, vec } from '../../support/triple';

const SIDE = 40;
const BOXES = 1000;

/** Unit boxes that fly straight on, and bounce off the walls of a cube. */
class Flight {
  readonly scene: BoxScene;
  readonly places: Triple[];
  readonly #steps: Triple[];

  constructor(backend: 'js' | 'wasm', far: number) {
    const random = new Random(1);
    this.places = Array.from({ length: BOXES }, () => random.triple(0, SIDE));
    this.#steps = this.places.map(() => random.triple(-far, far));
    this.scene = sceneOf(backend, this.places);
  }

  /** Moves some boxes on. */
  move(ids: Iterable<number>): void {
    for (const id of ids) {
      const step = this.#steps[id];
      const place = each((k) => this.places[id][k] + step[k]);
      this.#steps[id] = each((k) => (place[k] < 0 || place[k] > SIDE ? -step[k] : step[k]));
      this.places[id] = each((k) => Math.min(Math.max(place[k], 0), SIDE));
      const { min, max } = unitAt(this.places[id]);
      this.scene.setAabb(id, { min: vec(min), max: vec(max) });
    }
  }

  get loop(): Loop {
    return new Map(this.places.map((at, id) => [id, unitAt(at)]));
  }

  /** How much more a ray costs than in a new tree. */
  relativeCost(backend: 'js' | 'wasm'): number {
    return this.scene.statistics().sahCost / sceneOf(backend, this.places).statistics().sahCost;
  }
}

const unitAt = (at: Triple): LoopBox =>
  aabb(
    at,
    each((k) => at[k] + 1),
  );

function sceneOf(backend: 'js' | 'wasm', places: readonly Triple[]): BoxScene {
  const scene = new BoxScene({ backend });
  for (const at of places) {
    const { min, max } = unitAt(at);
    scene.addAabb({ min: vec(min), max: vec(max) });
  }
  scene.commit();
  return scene;
}

const tenth = Array.from({ length: BOXES / 10 }, (_, i) => 10 * i);
const all = Array.from({ length: BOXES }, (_, id) => id);

describe.each(backends)('background rebuild of travelling boxes (%s)', (backend) => {
  it.each<[string, number, boolean, (random: Random) => Iterable<number>]>([
    ['the same tenth flies slowly', 0.3, true, () => tenth],
    ['the same tenth flies fast', 3, true, () => tenth],
    ['another tenth flies in each frame', 1.5, true, (random) => new Set(tenth.map(() => random.below(BOXES)))],
    ['all fly slowly', 0.1, true, () => all],
    ['all fly fast', 1.5, true, () => all],
    ['one box flies in each frame', 3, false, () => [7]],
    ['another tenth trembles in each frame', 0.02, true, (random) => new Set(tenth.map(() => random.below(BOXES)))],
  ])('the tree costs little more than a new one, and queries answer like the loop: %s', (_, far, isRenewed, choose) => {
    const flight = new Flight(backend, far);
    const random = new Random(2);
    const trees = new Set<Tree>();
    for (let frame = 1; frame <= 150; frame++) {
      flight.move(choose(random));
      const tree = flight.scene[INTERNALS].currentTree();
      trees.add(tree);
      if (frame % 3 === 0) validate(tree);
      if (frame % 15 !== 0) continue;
      const { loop } = flight;
      for (let i = 0; i < 3; i++) compareRay([flight.scene], loop, rayAmong(random, [...loop.values()]));
      expect(flight.relativeCost(backend)).toBeLessThan(1.2);
    }
    expect(trees.size > 1).toBe(isRenewed);
  });

  it.each([0.3, 0.6])('the tree stays for some frames if all boxes fly (%s a frame)', (far) => {
    const flight = new Flight(backend, far);
    const trees = new Set<Tree>();
    for (let frame = 0; frame < 120; frame++) {
      flight.move(all);
      trees.add(flight.scene[INTERNALS].currentTree());
    }
    expect(trees.size).toBeLessThan(60);
  });

  it("the tree's cost does not rise if optimize is called in each frame", () => {
    for (const budget of [50, 1000]) {
      const flight = new Flight(backend, 1.5);
      for (let frame = 1; frame <= 100; frame++) {
        flight.move(tenth);
        flight.scene.optimize(budget);
        if (frame % 10 === 0) expect(flight.relativeCost(backend)).toBeLessThan(1.2);
      }
    }
  });

  it('a scene releases its trees once it is cleared', () => {
    const flight = new Flight(backend, 1.5);
    for (let frame = 0; frame < 20; frame++) {
      flight.move(tenth);
      flight.scene.optimize(100);
    }
    flight.scene.clear();
    flight.scene.commit();
    expect(flight.scene.byteLength).toBeLessThan(10_000);
  });
});

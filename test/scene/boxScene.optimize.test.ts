import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { INTERNALS } from '../../src/scene/internals';
import { backends, compareRay, compareTrees } from '../support/compare';
import { aabb, type LoopBox } from '../support/loop';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { each, type Triple, vec } from '../support/triple';

const SIDE = 200;
const FRAMES = 200;

const unitAt = (at: Triple): LoopBox =>
  aabb(
    at,
    each((k) => at[k] + 1),
  );

const boxAt = (at: Triple) => ({ min: vec(at), max: vec(each((k) => at[k] + 1)) });

/** Random places for unit boxes. */
function placesOf(count: number, random: Random): Triple[] {
  return Array.from({ length: count }, () => random.triple(0, SIDE));
}

function sceneAt(places: readonly Triple[], backend: 'js' | 'wasm'): BoxScene {
  const scene = new BoxScene({ backend });
  for (const at of places) scene.addAabb(boxAt(at));
  scene.commit();
  return scene;
}

/** One frame of a motion. Box i is at places[i]. Boxes are set, or removed and added again. */
type Motion = (scene: BoxScene, places: Triple[], random: Random) => void;

/** A share of all boxes, each of which makes a step. */
const steps =
  (share: number, far: number): Motion =>
  (scene, places, random) => {
    places.forEach((from, id) => {
      if (!random.chance(share)) return;
      const by = random.triple(-far, far);
      places[id] = each((k) => Math.min(Math.max(from[k] + by[k], 0), SIDE));
      scene.setAabb(id, boxAt(places[id]));
    });
  };

/** Some boxes that are removed and added elsewhere. */
const replacements =
  (count: number): Motion =>
  (scene, places, random) => {
    for (let i = 0; i < count; i++) {
      const id = random.below(places.length);
      scene.remove(id);
      places[id] = random.triple(0, SIDE);
      expect(scene.addAabb(boxAt(places[id]))).toBe(id);
    }
  };

describe.each(backends)('quality (%s)', (backend) => {
  it('the quality is 1 without boxes and when the tree is new', () => {
    expect(new BoxScene({ backend }).quality).toBe(1);
    expect(sceneAt(placesOf(500, new Random(1)), backend).quality).toBe(1);
  });

  it('the quality rises as boxes fly apart, and is 1 again when the whole tree is rebuilt', () => {
    const random = new Random(2);
    // The boxes start near the eight corners of the scene.
    const places = placesOf(1000, random).map((at): Triple => each((k) => (at[k] < SIDE / 2 ? 0 : SIDE) + at[k] / 20));
    const scene = sceneAt(places, backend);
    for (let frame = 0; frame < 20; frame++) {
      steps(0.1, SIDE)(scene, places, random);
      scene.commit();
    }
    expect(scene.quality).toBeGreaterThan(1);
    scene.optimize();
    expect(scene.quality).toBe(1);
    expect(scene.statistics().sahCost).toBeLessThan(1.001 * sceneAt(places, backend).statistics().sahCost);
  });

  it('the quality rises no matter how far away a single box is', () => {
    const qualitiesWith = (far: number): { new: number; degraded: number } => {
      const random = new Random(6);
      const places = placesOf(3000, random);
      const scene = sceneAt(places, backend);
      scene.setAabb(2999, boxAt([far, 0, 0]));
      const flown = scene.quality;
      scene.optimize();
      for (let i = 0; i < 1500; i++) scene.setAabb(i, boxAt(random.triple(0, SIDE)));
      return { new: flown, degraded: scene.quality };
    };
    const near = qualitiesWith(0);
    const far = qualitiesWith(1000 * SIDE);
    // The box stretches a node until a new tree holds it apart from the others.
    expect(far.new).toBeGreaterThan(near.new);
    expect(near.degraded).toBeGreaterThan(1.01);
    expect(far.degraded - 1).toBeGreaterThan(0.8 * (near.degraded - 1));
    expect(far.degraded - 1).toBeLessThan(1.2 * (near.degraded - 1));
  });

  it("the quality equals a new tree's when many boxes have been removed", () => {
    const scene = sceneAt(placesOf(3000, new Random(7)), backend);
    for (let id = 0; id < 1200; id++) scene.remove(id);
    expect(scene.quality).toBeGreaterThan(0.8);
    expect(scene.quality).toBeLessThan(1.25);
  });

  it('the quality includes changes that no query has applied yet', () => {
    const random = new Random(3);
    const places = placesOf(1000, random);
    const scene = sceneAt(places, backend);
    replacements(100)(scene, places, random);
    expect(scene.quality).not.toBe(1);
  });

  it.each<[string, Motion]>([
    ['a tenth of the boxes move a little in each frame', steps(0.1, 1)],
    ['a tenth of the boxes fly anywhere in each frame', steps(0.1, SIDE)],
    ['all boxes move a little in each frame', steps(1, 1)],
    ['one box in a hundred is removed and added elsewhere in each frame', replacements(30)],
  ])("the quality stays near a new tree's if %s", (_, motion) => {
    const random = new Random(4);
    const places = placesOf(3000, random);
    const scene = sceneAt(places, backend);
    for (let frame = 1; frame <= FRAMES; frame++) {
      motion(scene, places, random);
      scene.commit();
      if (frame % 25 !== 0) continue;
      const fresh = sceneAt(places, backend).statistics().sahCost;
      expect(scene.statistics().sahCost).toBeLessThan(1.35 * fresh);
    }
  });
});

describe.each(backends)('BoxScene.optimize (%s)', (backend) => {
  /** A scene with a degraded tree: most boxes were added one by one, each with a commit. */
  const wornScene = (): { scene: BoxScene; places: Triple[] } => {
    const places = placesOf(6000, new Random(5));
    const scene = sceneAt(places.slice(0, 600), backend);
    places.slice(600).forEach((at, i) => {
      scene.addAabb(boxAt(at));
      if (i % 20 === 0) scene.commit();
    });
    scene.commit();
    return { scene, places };
  };

  it('optimize improves the tree with many small budgets as much as with a large one', () => {
    const [small, large] = [wornScene().scene, wornScene().scene];
    const before = small.statistics();
    for (let i = 0; i < 120; i++) small.optimize(100);
    for (let i = 0; i < 3; i++) large.optimize(4000);
    const [smallCost, largeCost] = [small.statistics().sahCost, large.statistics().sahCost];
    expect(smallCost).toBeLessThan(1.01 * largeCost);
    expect(largeCost).toBeLessThan(1.01 * smallCost);
    for (const scene of [small, large]) {
      expect(scene.statistics().sahCost).toBeLessThan(before.sahCost);
      expect(scene.statistics().fill).toBeGreaterThan(before.fill);
    }
    compareTrees([small]);
    compareTrees([large]);
  });

  it('optimize changes no answer, and applies pending changes', () => {
    const { scene, places } = wornScene();
    const loop = new Map(places.map((at, id) => [id, unitAt(at)]));
    const random = new Random(6);
    for (const budget of [undefined, 0, 1, 1000, 1e300]) {
      const at = random.triple(0, SIDE);
      loop.set(scene.addAabb(boxAt(at)), unitAt(at));
      scene.optimize(budget);
      for (let i = 0; i < 3; i++) compareRay([scene], loop, rayAmong(random, [...loop.values()]));
    }
  });

  it('optimize does not change a scene that has not changed since it was built', () => {
    for (const count of [0, 1, 9, 500]) {
      const scene = sceneAt(placesOf(count, new Random(7)), backend);
      const tree = scene[INTERNALS].currentTree();
      scene.optimize();
      scene.optimize(100);
      expect(scene[INTERNALS].currentTree()).toBe(tree);
    }
  });

  it('optimize invalidates the sets of earlier queries when it replaces the tree, and not before', () => {
    for (const budget of [undefined, 100]) {
      const { scene } = wornScene();
      const tree = scene[INTERNALS].currentTree();
      const { front } = scene.split({ normal: { x: 1, y: 0, z: 0 }, constant: -1 });
      const ids = front.toArray();
      expect(ids.length).toBeGreaterThan(0);
      scene.optimize(budget);
      while (scene[INTERNALS].currentTree() === tree) {
        expect(front.toArray()).toEqual(ids);
        scene.optimize(budget);
      }
      expect(() => front.toArray()).toThrow(/has changed since/);
    }
  });

  it.each<[string, () => BoxScene]>([
    ['that has changed', () => wornScene().scene],
    ['that has not', () => sceneAt(placesOf(100, new Random(8)), backend)],
  ])('optimize throws in a callback of a query, in a scene %s', (_, make) => {
    const scene = make();
    const ray = { origin: { x: -1, y: -1, z: -1 }, direction: { x: 1, y: 1, z: 1 } };
    const everywhere = { min: { x: -1, y: -1, z: -1 }, max: { x: SIDE, y: SIDE, z: SIDE } };
    scene.addAabb(everywhere);
    scene.commit();
    const fresh = new BoxScene({ backend });
    fresh.addAabb(everywhere);
    for (const asked of [scene, fresh]) {
      for (const budget of [undefined, 0, 100]) {
        let calls = 0;
        const filter = (): boolean => {
          calls++;
          asked.optimize(budget);
          return true;
        };
        expect(() => asked.raycast(ray, { filter })).toThrow(/cannot be changed by a filter/);
        expect(() => asked.nearest(ray.origin, { filter })).toThrow(/cannot be changed by a filter/);
        expect(calls).toBe(2);
      }
      expect(asked.raycastAny(ray)).toBe(true);
    }
  });
});

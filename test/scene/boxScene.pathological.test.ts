import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from '../../src/bvh/layout/nodeLayout';
import { INTERNALS } from '../../src/scene/internals';
import { addBox, compareCull, compareRay, compareSplit, validateTrees, scenesOf } from '../support/compare';
import { aabb, type LoopBox, obb } from '../support/loop';
import { Random } from '../support/random';
import { planeAmong } from '../support/planes';
import { rayAmong } from '../support/rays';
import { boxesOf } from '../support/scenes';
import { vec } from '../support/triple';
import type { BoxScene } from 'slabtree';

/** Changing scenes, and the loop over the boxes that they hold. */
class Changing {
  readonly scenes: BoxScene[];
  readonly loop: Map<number, LoopBox>;

  constructor(boxes: readonly LoopBox[]) {
    ({ scenes: this.scenes, loop: this.loop } = scenesOf(boxes));
    validateTrees(this.scenes);
  }

  add(box: LoopBox): number {
    const [id] = this.scenes.map((scene) => addBox(scene, box));
    this.loop.set(id, box);
    return id;
  }

  remove(id: number): void {
    for (const scene of this.scenes) scene.remove(id);
    this.loop.delete(id);
  }

  /** A cheap query, which applies the change. */
  ask(random: Random): void {
    compareRay(this.scenes, this.loop, rayAmong(random, [...this.loop.values()]));
  }

  /** Compares everything. */
  check(random: Random): void {
    const { scenes, loop } = this;
    validateTrees(scenes);
    const list = [...loop.values()];
    for (let i = 0; i < 3; i++) {
      compareRay(scenes, loop, rayAmong(random, list));
      compareSplit(scenes, loop, planeAmong(random, list));
      compareCull(scenes, loop, [planeAmong(random, list), planeAmong(random, list)]);
    }
    for (const scene of scenes) expect(scene.statistics().depth).toBeLessThanOrEqual(MAX_DEPTH);
  }
}

const cube = (size: number): LoopBox => aabb([0, 0, 0], [size, size, size]);

describe('boxes that are added one by one, with a query after each', () => {
  it.each<[string, number, (i: number) => LoopBox]>([
    ['each inside the one before', 1200, (i) => cube(2 ** (60 - i / 10))],
    ['each around the one before', 1200, (i) => cube(2 ** (i / 10 - 60))],
    ['each twice as far away and as large as the one before', 200, (i) => aabb([2 ** i, 0, 0], [2 ** (i + 1), 1, 1])],
    ['each inside the one before, beyond what float32 holds', 500, (i) => cube(2 ** (900 - 3 * i))],
    ['all the same', 1500, () => aabb([1, 2, 3], [2, 3, 4])],
    ['all the same point', 1500, () => aabb([1, 2, 3], [1, 2, 3])],
    ['from left to right on a line', 1500, (i) => aabb([2 * i, 0, 0], [2 * i + 1, 1, 1])],
    ['from right to left on a line, touching', 1500, (i) => aabb([-i, 0, 0], [1 - i, 0, 0])],
    ['all far away', 1000, (i) => aabb([1e9 + (i % 32), -1e9, i >> 5], [1e9 + (i % 32) + 0.5, 1 - 1e9, (i >> 5) + 1])],
  ])('queries answer correctly while boxes are added %s', (_, count, boxAt) => {
    const changing = new Changing([]);
    const random = new Random(1);
    const ray = { origin: vec([-1, 0.5, 0.5]), direction: vec([1, 0, 0]) };
    for (let i = 0; i < count; i++) {
      changing.add(boxAt(i));
      const [js, wasm] = changing.scenes.map((scene) => scene.raycast(ray)?.id);
      expect(js).toBe(wasm);
      if (i % 100 === 99) changing.check(random);
    }
    // Then remove them again, the oldest first.
    for (const id of [...changing.loop.keys()].slice(0, count - 10)) {
      changing.remove(id);
      for (const scene of changing.scenes) scene.commit();
      if (id % 300 === 299) changing.check(random);
    }
    changing.check(random);
  });

  it('queries find boxes while thousands of identical ones are added and removed by the hundred', () => {
    const changing = new Changing([]);
    const random = new Random(2);
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 100; i++) changing.add(cube(1));
      if (round % 3 === 2) for (const id of [...changing.loop.keys()].slice(0, 100)) changing.remove(id);
      for (const scene of changing.scenes) scene.commit();
    }
    changing.check(random);
    expect(changing.loop.size).toBe(2700);
  });
});

describe('one box beside others', () => {
  const outlier = aabb([1e30, 1e30, 1e30], [1.1e30, 1.1e30, 1.1e30]);
  const sheared = obb([0, 0, 0], [1, 1, 1], [1, 0, 0, 0, 1e17, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1]);
  if (sheared === null) throw new Error('the box has no inverse');

  /** Adds and removes a box a few times. Returns how far the scenes' margins reach afterwards. */
  const comeAndGo = (boxes: readonly LoopBox[], box: LoopBox): number[] => {
    const changing = new Changing(boxes);
    const random = new Random(4);
    for (let round = 0; round < 10; round++) {
      const ids = Array.from({ length: 1 + (round % 3) }, () => changing.add(box));
      changing.check(random);
      for (const id of ids) changing.remove(id);
      changing.check(random);
    }
    return changing.scenes.map((scene) => Math.max(...scene[INTERNALS].currentTree().extent));
  };

  it.each<[string, LoopBox]>([
    ['at 1e30', outlier],
    ['at 1e300, beyond float32', aabb([-1e300, 0, 0], [-1e299, 1, 1])],
    ['without bounds', sheared],
  ])('a box %s does not change the margins of the others', (_, box) => {
    for (const extent of comeAndGo(boxesOf('random boxes', { count: 300, seed: 3 }), box)) {
      expect(extent).toBeLessThan(20);
    }
  });

  it.each<[string, LoopBox]>([
    ['at 1e30', outlier],
    ['without bounds', sheared],
  ])('a box %s leaves a good tree to the others', (_, box) => {
    const changing = new Changing(boxesOf('random boxes', { count: 300, seed: 3 }));
    const [before] = changing.scenes.map((scene) => scene.statistics().sahCost);
    for (let i = 0; i < 300; i++) {
      const id = changing.add(box);
      for (const scene of changing.scenes) scene.commit();
      changing.remove(id);
      for (const scene of changing.scenes) scene.commit();
    }
    for (const scene of changing.scenes) expect(scene.statistics().sahCost).toBeLessThan(1.2 * before);
  });

  it('a box that is added and removed changes no answer among boxes of all kinds', () => {
    for (const box of [outlier, sheared]) comeAndGo(boxesOf('boxes of all kinds', { count: 300, seed: 3 }), box);
  });

  it('the box that is added and removed may be one of many badly conditioned boxes', () => {
    const changing = new Changing(boxesOf('random boxes', { count: 300, seed: 6 }));
    const random = new Random(7);
    const ids: number[] = [];
    for (const box of boxesOf('oriented boxes: near singular', { count: 400, seed: 8 })) {
      ids.push(changing.add(box));
      if (ids.length > 100) changing.remove(ids.splice(random.below(ids.length), 1)[0]);
      changing.ask(random);
    }
    changing.check(random);
    for (const id of ids) {
      changing.remove(id);
      for (const scene of changing.scenes) scene.commit();
    }
    changing.check(random);
  });
});

import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { measureScene } from '../../../src/bvh/margins/measureScene';
import type { Tree } from '../../../src/bvh/tree/tree';
import { updateTree } from '../../../src/bvh/change/updateTree';
import { validate } from '../../../src/bvh/tree/validate';
import { INTERNALS } from '../../../src/scene/internals';
import { ChangingTree } from '../../support/changingTree';
import { backends, compareTrees, scenesOf } from '../../support/compare';
import { aabb, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { each, type Triple, vec } from '../../support/triple';

const unitAt = (at: Triple): LoopBox =>
  aabb(
    at,
    each((k) => at[k] + 1),
  );

/** A thousand unit boxes, about 10 apart. */
function town(seed = 1): LoopBox[] {
  const random = new Random(seed);
  return Array.from({ length: 1000 }, () => unitAt(random.triple(-50, 50)));
}

const moved = ({ min }: LoopBox, random: Random, far: number): LoopBox => {
  const by = random.triple(-far, far);
  return unitAt(each((k) => min[k] + by[k]));
};

const measureOf = ({ origin, extent, magnitude, reach, obbSlope }: Tree): object => ({
  origin,
  extent,
  magnitude,
  reach,
  obbSlope,
});

describe.each(backends)('updateTree (%s)', (backend) => {
  /** Moves the first `count` boxes by up to `far`, and updates the tree. */
  const update = (changing: ChangingTree, boxes: readonly LoopBox[], count: number, far: number): boolean => {
    const random = new Random(2);
    boxes.slice(0, count).forEach((box, id) => {
      changing.set(id, moved(box, random, far));
    });
    const isUsable = updateTree(changing.backend, changing.tree, changing.changes) >= 0;
    changing.changes.clear();
    if (isUsable) validate(changing.tree);
    return isUsable;
  };

  it.each<[string, number, number, boolean]>([
    ['the tree is kept if one box moves far', 1, 100, true],
    ['the tree is kept if half its boxes move far', 500, 100, true],
    ['the tree is dropped if more move far', 700, 100, false],
    ['the tree is kept if all move a little', 1000, 0.01, true],
  ])('%s', (_, count, far, isKept) => {
    const boxes = town();
    expect(update(new ChangingTree(backend, boxes), boxes, count, far)).toBe(isKept);
  });

  it('the tree is dropped if more than half of its boxes are removed, and kept if fewer are', () => {
    for (const [count, isKept] of [
      [300, true],
      [700, false],
    ] as const) {
      const changing = new ChangingTree(backend, town());
      for (let id = 0; id < count; id++) changing.remove(id);
      expect(updateTree(changing.backend, changing.tree, changing.changes) >= 0).toBe(isKept);
    }
  });

  it('the tree is dropped if more boxes are added than it had', () => {
    const changing = new ChangingTree(backend, town(1));
    for (const box of [...town(2), ...town(3)]) changing.add(box);
    expect(updateTree(changing.backend, changing.tree, changing.changes) >= 0).toBe(false);
  });

  it('the tree is measured again if the scene has shrunk', () => {
    const changing = new ChangingTree(backend, [...town(), unitAt([1e6, 0, 0])]);
    changing.remove(1000);
    expect(updateTree(changing.backend, changing.tree, changing.changes) >= 0).toBe(true);
    expect(measureOf(changing.tree)).toEqual(measureOf({ ...changing.tree, ...measureScene(changing.boxes) }));
    expect(Math.max(...changing.tree.extent)).toBeLessThan(100);
  });

  it('the tree is measured again if the scene has outgrown its margins', () => {
    const changing = new ChangingTree(backend, town());
    const { reach } = changing.tree;
    changing.add(unitAt([0, reach, 0]));
    expect(updateTree(changing.backend, changing.tree, changing.changes) >= 0).toBe(true);
    expect(changing.tree.reach).toBeGreaterThan(4 * reach);
    expect(measureOf(changing.tree)).toEqual(measureOf({ ...changing.tree, ...measureScene(changing.boxes) }));
  });

  it('the tree keeps its origin and reach if the scene grows a little, and covers the new box', () => {
    const changing = new ChangingTree(backend, town());
    const { reach, origin } = changing.tree;
    changing.add(unitAt([0, 60, 0]));
    expect(updateTree(changing.backend, changing.tree, changing.changes) >= 0).toBe(true);
    validate(changing.tree);
    expect(changing.tree.reach).toBe(reach);
    expect(changing.tree.origin).toEqual(origin);
    expect(changing.tree.extent[1]).toBeGreaterThanOrEqual(61);
  });
});

describe.each(backends)('the tree of a scene (%s)', (backend) => {
  const sceneOfTown = (): BoxScene => {
    const scene = new BoxScene({ backend });
    for (const { min, max } of town()) scene.addAabb({ min: vec(min), max: vec(max) });
    return scene;
  };

  it('the tree stays the same while few boxes change', () => {
    const scene = sceneOfTown();
    const tree = scene[INTERNALS].currentTree();
    const random = new Random(3);
    for (let round = 0; round < 30; round++) {
      for (let i = 0; i < 5; i++) {
        const id = random.below(1000);
        const { min, max } = unitAt(random.triple(-50, 50));
        if (scene.has(id)) scene.remove(id);
        scene.addAabb({ min: vec(min), max: vec(max) });
      }
      expect(scene[INTERNALS].currentTree()).toBe(tree);
      validate(tree);
    }
  });

  it('clear and optimize replace the tree', () => {
    const scene = sceneOfTown();
    const tree = scene[INTERNALS].currentTree();
    scene.remove(0);
    scene.optimize();
    const optimized = scene[INTERNALS].currentTree();
    expect(optimized).not.toBe(tree);
    expect(scene.statistics().boxes).toBe(999);
    scene.clear();
    expect(scene[INTERNALS].currentTree()).not.toBe(optimized);
    expect(scene.statistics()).toMatchObject({ boxes: 0, nodes: 1 });
  });

  it('the tree skips a box that is added and removed again before the next query', () => {
    const scene = sceneOfTown();
    const tree = scene[INTERNALS].currentTree();
    const id = scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
    scene.remove(id);
    expect(scene[INTERNALS].currentTree()).toBe(tree);
    validate(tree);
    expect(scene.size).toBe(1000);
  });
});

describe('a scene that moves away', () => {
  it('the scene is measured again on the way, with every backend', () => {
    const boxes = town().slice(0, 200);
    const { scenes } = scenesOf(boxes);
    compareTrees(scenes);
    const reaches = scenes.map(() => new Set<number>());
    for (let round = 1; round <= 40; round++) {
      // A tenth of the boxes at a time.
      for (let i = 0; i < 20; i++) {
        const id = (20 * round + i) % 200;
        const at = each((k) => boxes[id].min[k] + 1000 * (k + 1) * round);
        for (const scene of scenes) scene.setAabb(id, { min: vec(at), max: vec(each((k) => at[k] + 1)) });
      }
      scenes.forEach((scene, i) => {
        const tree = scene[INTERNALS].currentTree();
        validate(tree);
        reaches[i].add(tree.reach);
      });
    }
    // Without a new measure, extents would grow and the reach would stay.
    for (const { size } of reaches) expect(size).toBeGreaterThan(1);
  });
});

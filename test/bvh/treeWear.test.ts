import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { treeWear } from '../../src/bvh/treeWear';
import { treeOf } from '../support/leaves';
import { Random } from '../support/random';
import { boxesOf } from '../support/scenes';

const COUNT = 5000;
const unit = { min: { x: -0.5, y: -0.5, z: -0.5 }, max: { x: 0.5, y: 0.5, z: 0.5 } };

/** The matrix that places the unit box somewhere in a cube. */
function somewhere(random: Random): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...random.triple(0, 200), 1];
}

/** A scene of unit boxes somewhere in a cube, never moved. */
function freshCost(backend: 'js' | 'wasm'): number {
  const random = new Random(1);
  const scene = new BoxScene({ backend });
  for (let i = 0; i < COUNT; i++) scene.addObb({ ...unit, matrix: somewhere(random) });
  return scene.statistics().sahCost;
}

describe('the wear of a tree', () => {
  it('is from 0 to 1, and 0 where there is but one node', () => {
    expect(treeWear(treeOf(boxesOf('random boxes', { count: 5, seed: 1 })).nodes)).toBe(0);
    const wear = treeWear(treeOf(boxesOf('random boxes', { count: 500, seed: 1 })).nodes);
    expect(wear).toBeGreaterThan(0);
    expect(wear).toBeLessThan(0.5);
  });
});

describe.each(['js', 'wasm'] as const)('a scene of backend %s is as good as one built anew', (backend) => {
  it('where its boxes were all at one place, and were then placed', () => {
    const random = new Random(2);
    const scene = new BoxScene({ backend });
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const first = scene.addObbs(
      unit,
      Float32Array.from({ length: 16 * COUNT }, (_, i) => identity[i % 16]),
    );
    scene.commit();
    for (let i = 0; i < COUNT; i++) scene.setMatrix(first + i, somewhere(random));
    expect(scene.statistics().sahCost).toBeLessThan(1.25 * freshCost(backend));
  });

  it('where one box was far away while the others changed places', () => {
    const random = new Random(3);
    const scene = new BoxScene({ backend });
    for (let i = 0; i < COUNT; i++) scene.addObb({ ...unit, matrix: somewhere(random) });
    scene.commit();
    scene.setMatrix(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e6, 0, 0, 1]);
    scene.commit();
    for (let i = 1; i < COUNT; i++) scene.setMatrix(i, somewhere(random));
    scene.commit();
    scene.setMatrix(0, somewhere(random));
    expect(scene.statistics().sahCost).toBeLessThan(1.25 * freshCost(backend));
  });
});

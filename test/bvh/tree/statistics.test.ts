import { describe, expect, it } from 'vitest';
import { statistics } from '../../../src/bvh/tree/statistics';
import { BoxScene } from 'slabtree';
import { treeOf } from '../../support/boxStoreOf';
import { boxesOf } from '../../support/scenes';

describe('statistics', () => {
  it('the statistics of no boxes describe an empty root', () => {
    expect(statistics(treeOf([]))).toEqual({
      boxes: 0,
      orientedBoxes: 0,
      nodes: 1,
      nodeBytes: 256,
      depth: 1,
      fill: 0,
      sahCost: 1,
    });
  });

  it('the statistics of one box describe a root with one used slot', () => {
    const tree = treeOf(boxesOf('random boxes', { count: 1, seed: 1 }));
    expect(statistics(tree)).toMatchObject({ boxes: 1, nodes: 1, nodeBytes: 256, depth: 1, fill: 1 / 8, sahCost: 2 });
  });

  it('the statistics count one full node for eight boxes, and more nodes for nine', () => {
    const eight = statistics(treeOf(boxesOf('random boxes', { count: 8, seed: 1 })));
    expect(eight).toMatchObject({ boxes: 8, nodes: 1, depth: 1, fill: 1 });
    const nine = statistics(treeOf(boxesOf('random boxes', { count: 9, seed: 1 })));
    expect(nine).toMatchObject({ boxes: 9, depth: 2 });
    expect(nine.nodes).toBeGreaterThan(1);
    // Every node except the root takes a slot, and so does every box.
    expect(nine.fill).toBe((nine.nodes - 1 + 9) / (8 * nine.nodes));
    expect(nine.nodeBytes).toBe(256 * nine.nodes);
  });

  it('the statistics are numbers even with a box that has no bounds', () => {
    const scene = new BoxScene();
    for (let i = 0; i < 20; i++) scene.addAabb({ min: { x: i, y: 0, z: 0 }, max: { x: i + 0.5, y: 1, z: 1 } });
    const sheared = [1, 0, 0, 0, 1e17, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    scene.addObb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 }, matrix: sheared });
    expect(scene.statistics().sahCost).toBeGreaterThan(1);
    expect(scene.statistics().sahCost).toBeLessThan(Infinity);
  });

  it('the statistics expect fewer visits of small boxes than of boxes that overlap', () => {
    const small = statistics(treeOf(boxesOf('coordinates about 1e-6', { count: 500, seed: 1 })));
    const same = statistics(treeOf(boxesOf('a few boxes many times', { count: 500, seed: 1 })));
    expect(small.sahCost).toBeGreaterThan(1);
    expect(small.sahCost).toBeLessThan(same.sahCost);
  });

  it('a scene returns its statistics', () => {
    const scene = new BoxScene();
    expect(scene.statistics()).toMatchObject({ boxes: 0, nodes: 1 });
    const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    scene.addAabb(box);
    expect(scene.statistics()).toMatchObject({ boxes: 1, orientedBoxes: 0, nodes: 1, depth: 1 });
    scene.addObb({ ...box, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
    expect(scene.statistics()).toMatchObject({ boxes: 2, orientedBoxes: 1, nodes: 1, depth: 1 });
  });
});

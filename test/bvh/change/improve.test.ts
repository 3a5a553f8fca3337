import { describe, expect, it } from 'vitest';
import { improve } from '../../../src/bvh/change/improve';
import { backends } from '../../support/compare';
import { ChangingTree } from '../../support/changingTree';
import { aabb } from '../../support/loop';

describe.each(backends)('the treelets that improve rebuilds (%s)', (backend) => {
  it.each([
    [1, 10],
    [511.75, 10],
    [512, 11],
    [1023.75, 11],
    [1024, 12],
    [2048, 13],
    [4095.75, 13],
    [4096, 14],
    [1e12, 14],
  ])('after work of %d boxes, have at most 2 ** %d boxes', (work, shift) => {
    const { backend: operations, tree } = new ChangingTree(backend, [aabb([0, 0, 0], [1, 1, 1])]);
    tree.work = work;
    improve(operations, tree);
    expect(tree.levelShift).toBe(shift);
  });
});

import { describe, expect, it } from 'vitest';
import {
  MAX_DEPTH,
  AABB_32,
  CHILD,
  CONTENT,
  kindOf,
  MAX_X,
  NODE_SHIFT,
  WIDTH,
} from '../../../src/bvh/layout/nodeLayout';
import { measureScene } from '../../../src/bvh/margins/measureScene';
import { Nodes } from '../../../src/bvh/tree/nodes';
import { createTree } from '../../../src/bvh/tree/tree';
import { validate } from '../../../src/bvh/tree/validate';
import { corruptions, isBox, slotOf } from '../../support/corruptTree';
import { boxStoreOf, treeOf } from '../../support/boxStoreOf';
import { boxesOf } from '../../support/scenes';

describe('validate', () => {
  it.each(corruptions)('validate reports %s', (_, corrupt, message) => {
    const tree = treeOf(boxesOf('random boxes of float32', { count: 300, seed: 1 }));
    validate(tree);
    corrupt(tree);
    expect(() => {
      validate(tree);
    }).toThrow(/broken tree/);
    expect(() => {
      validate(tree);
    }).toThrow(message);
  });

  it('validate reports bounds of an oriented box that leave no margin for its test', () => {
    const tree = treeOf(boxesOf('oriented boxes: badly conditioned', { count: 20, seed: 1 }));
    validate(tree);
    const slot = slotOf(tree, isBox);
    const id = ~tree.nodes.int32[slot + CHILD];
    tree.nodes.float32[slot + MAX_X] -= 1e-3;
    expect(() => {
      validate(tree);
    }).toThrow(`does not hold all of box ${id} on axis 0`);
  });

  it('validate reports a path that is too long', () => {
    const boxes = boxStoreOf(boxesOf('an integer grid', { count: 1, seed: 1 }));
    const length = MAX_DEPTH + 1;
    const nodes = new Nodes(boxes.memory, length);
    const tree = createTree(measureScene(boxes), boxes, nodes);
    const bounds = [0, 1, 2, 3, 4, 5].map((k) => boxes.aabb32.data[k]);
    for (let i = 0; i < length; i++) {
      nodes.clear(i);
      const slot = i << NODE_SHIFT;
      bounds.forEach((value, k) => (nodes.float32[slot + k * WIDTH] = value));
      nodes.int32[slot + CHILD] = i < length - 1 ? i + 1 : ~0;
      nodes.int32[slot + CONTENT] = i < length - 1 ? 1 : boxes.places[0];
    }
    expect(kindOf(boxes.places[0])).toBe(AABB_32);
    expect(() => {
      validate(tree);
    }).toThrow(/is deeper than/);
  });
});

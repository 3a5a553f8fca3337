import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { nodeBounds } from '../../../src/bvh/tree/nodeBounds';
import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../../../src/bvh/layout/nodeLayout';
import type { Tree } from '../../../src/bvh/tree/tree';
import { backends } from '../../support/compare';
import { ChangingTree } from '../../support/changingTree';
import { boundsOf, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, type Family, familyNames, recipes } from '../../support/scenes';

/** Throws unless the bounds of every node hold the nodes and boxes in it, and the depths are right. */
function requireHolding(tree: Tree, boxes: ReadonlyMap<number, LoopBox>): void {
  const { depths, bounds } = nodeBounds(tree);
  const { int32, count } = tree.nodes;
  if (boxes.size === 0) {
    expect(depths).toHaveLength(0);
    return;
  }
  expect(depths).toHaveLength(count);
  expect(bounds).toHaveLength(6 * count);
  // Nodes come level by level.
  const order = [{ node: 0, depth: 0, parent: 0 }];
  let met = 0;
  for (let i = 0; i < order.length; i++) {
    const { node, depth, parent } = order[i];
    if (depths[i] !== depth) throw new Error(`node ${node} lies at depth ${depth}, not ${depths[i]}`);
    requireInside(bounds.subarray(6 * i, 6 * i + 6), bounds, parent);
    const first = (node << NODE_SHIFT) + CHILD;
    for (const child of int32.subarray(first, first + WIDTH)) {
      if (child >= 0) order.push({ node: child, depth: depth + 1, parent: i });
      else if (child !== EMPTY) {
        const box = boxes.get(~child);
        if (box === undefined) throw new Error(`box ${~child} is not there`);
        const { min, max } = boundsOf(box);
        requireInside([...min, ...max], bounds, i);
        met++;
      }
    }
  }
  expect(met).toBe(boxes.size);
}

function requireInside(inner: ArrayLike<number>, bounds: Float64Array, index: number): void {
  const outer = bounds.subarray(6 * index, 6 * index + 6);
  for (let k = 0; k < 3; k++) {
    if (inner[k] >= outer[k] && inner[k + 3] <= outer[k + 3]) continue;
    throw new Error(`${[...outer].join(' ')} does not hold ${Array.from(inner).join(' ')} on axis ${k}`);
  }
}

describe.each(backends)('node bounds (%s)', (backend) => {
  it.each(familyNames)('the bounds of a node hold everything in it: %s', async (family) => {
    await search(
      0.1,
      fc.property(recipes(150), (recipe) => {
        const boxes = boxesOf(family, recipe);
        requireHolding(new ChangingTree(backend, boxes).tree, new Map(boxes.entries()));
      }),
    );
  });

  it('the bounds of a node hold everything in it after boxes are moved, added and removed in place', async () => {
    await search(
      0.5,
      fc.property(recipes(150), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const family = random.pick<Family>(['random boxes', 'oriented boxes: rotation', 'a town at 6.4e6']);
        const boxes = boxesOf(family, recipe);
        const changing = new ChangingTree(backend, boxes);
        const now = new Map(boxes.entries());
        for (let round = 0; round < 3; round++) {
          for (const box of boxesOf(family, { count: 10, seed: random.below(2 ** 30) })) {
            const id = random.pick([undefined, ...now.keys()]);
            if (id === undefined || random.chance(0.4)) now.set(changing.add(box), box);
            else if (random.chance(0.6)) {
              changing.set(id, box);
              now.set(id, box);
            } else {
              changing.remove(id);
              now.delete(id);
            }
          }
          changing.apply();
          requireHolding(changing.tree, now);
        }
      }),
    );
  });

  it('the bounds equal those of the boxes if they are float32 numbers, and begin with all boxes', () => {
    const scene = new BoxScene({ backend });
    for (let x = 0; x < 100; x++) scene.addAabb({ min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 2, z: 3 } });
    const { depths, bounds } = scene.nodeBounds();
    expect([...bounds.subarray(0, 6)]).toEqual([0, 0, 0, 100, 2, 3]);
    expect(depths[0]).toBe(0);
    expect([...depths]).toEqual([...depths].sort((a, b) => a - b));
    expect(depths.length).toBeGreaterThan(10);
  });

  it('the bounds are empty while there are no boxes, before and after there were some', () => {
    const scene = new BoxScene({ backend });
    const nothing = { depths: new Uint8Array(0), bounds: new Float64Array(0) };
    expect(scene.nodeBounds()).toEqual(nothing);
    const ids = [0, 10].map((x) => scene.addAabb({ min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 1, z: 1 } }));
    expect(scene.nodeBounds().depths).toHaveLength(1);
    for (const id of ids) scene.remove(id);
    expect(scene.nodeBounds()).toEqual(nothing);
  });
});

import { describe, expect, it } from 'vitest';
import { BALANCED_DEPTH, CHILD, CONTENT, MAX_X, MIN_X } from '../../../src/bvh/layout/nodeLayout';
import { statistics } from '../../../src/bvh/tree/statistics';
import { validate } from '../../../src/bvh/tree/validate';
import { ChangingTree } from '../../support/changingTree';
import { backends } from '../../support/compare';
import { aabb, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { boxesOf, wildFamilyNames } from '../../support/scenes';
import { each } from '../../support/triple';

const unitAt = (x: number): LoopBox => aabb([x, 0, 0], [x + 1, 1, 1]);

/** Unit boxes, ten apart. They fill the root. */
const row = [0, 10, 20, 30, 40, 50, 60, 70].map(unitAt);

describe.each(backends)('insert (%s)', (backend) => {
  const insertInto = (changing: ChangingTree, box: LoopBox): number => {
    const id = changing.add(box);
    expect(changing.apply()).toBe(true);
    validate(changing.tree);
    return id;
  };

  it('an inserted box goes after the others in a root that has room', () => {
    const changing = new ChangingTree(backend, row.slice(0, 3));
    const before = changing.idsIn(0);
    insertInto(changing, unitAt(1000));
    expect(changing.idsIn(0)).toEqual([...before, 3]);
    expect(changing.tree.nodes.count).toBe(1);
  });

  it('an inserted box can be the first of an empty tree', () => {
    const changing = new ChangingTree(backend, []);
    insertInto(changing, unitAt(0));
    expect(changing.idsIn(0)).toEqual([0]);
  });

  it('a box goes into a new node with the box beside which it costs least if all slots are used', () => {
    const changing = new ChangingTree(backend, row);
    const { nodes, paths } = changing.tree;
    const slot = paths.boxSlots[3];
    const id = insertInto(changing, unitAt(32));
    expect(nodes.count).toBe(2);
    expect(changing.idsIn(1)).toEqual([3, id]);
    expect([nodes.int32[slot + CHILD], nodes.int32[slot + CONTENT]]).toEqual([1, 2]);
    expect([nodes.float32[slot + MIN_X], nodes.float32[slot + MAX_X]]).toEqual([30, 33]);
    expect(paths.parentSlots[1]).toBe(slot);
    expect([paths.heights[0], paths.heights[1]]).toEqual([2, 1]);
  });

  it('nodes stay three fifths full while boxes jump', () => {
    const random = new Random(1);
    const anywhere = (): LoopBox => {
      const at = random.triple(0, 50);
      return aabb(
        at,
        each((k) => at[k] + random.next()),
      );
    };
    const changing = new ChangingTree(backend, Array.from({ length: 2000 }, anywhere));
    for (let frame = 0; frame < 40; frame++) {
      for (let i = 0; i < 200; i++) changing.set(random.below(2000), anywhere());
      expect(changing.apply()).toBe(true);
    }
    expect(statistics(changing.tree).fill).toBeGreaterThan(0.6);
  });

  it('a box goes into the node that grows least, which counts it and widens', () => {
    const changing = new ChangingTree(backend, row);
    insertInto(changing, unitAt(32));
    const { nodes, paths } = changing.tree;
    const id = insertInto(changing, unitAt(35));
    expect(changing.idsIn(1)).toEqual([3, 8, id]);
    const slot = paths.parentSlots[1];
    expect(nodes.int32[slot + CONTENT]).toBe(3);
    expect([nodes.float32[slot + MIN_X], nodes.float32[slot + MAX_X]]).toEqual([30, 36]);
    expect(nodes.count).toBe(2);
  });

  it('a box goes into the first node that has room, even if one below it would be better', () => {
    const changing = new ChangingTree(backend, row);
    insertInto(changing, unitAt(32));
    changing.remove(7);
    changing.apply();
    const id = insertInto(changing, unitAt(31));
    expect(changing.nodeOf(id)).toBe(0);
  });

  it('the heights above a box rise only as far as paths become longer', () => {
    const changing = new ChangingTree(backend, row);
    const { paths } = changing.tree;
    // Eight boxes fill the node of box 3. The ninth gets a node below it. A pair elsewhere then raises nothing.
    for (let i = 0; i < 7; i++) insertInto(changing, unitAt(30 + i / 8));
    expect(changing.idsIn(1)).toHaveLength(8);
    expect(paths.heights[0]).toBe(2);
    const id = insertInto(changing, unitAt(30));
    expect([paths.heights[0], paths.heights[1], paths.heights[changing.nodeOf(id)]]).toEqual([3, 2, 1]);
    const other = insertInto(changing, unitAt(1));
    expect([paths.heights[0], paths.heights[changing.nodeOf(other)]]).toEqual([3, 1]);
  });

  it.each([
    // Each box is in a corner of the one before: they go down one path, seven per node.
    ['nested', (i: number) => 2 ** (60 - i / 6)],
    ['identical', () => 1],
  ])('insertions do not turn the tree into a list if boxes are %s', (_, sizeOf) => {
    const boxes = Array.from({ length: 2000 }, (_, i): LoopBox => {
      const size = sizeOf(i);
      return aabb([0, 0, 0], [size, size, size]);
    });
    const changing = new ChangingTree(backend, boxes.slice(0, 8));
    for (const box of boxes.slice(8)) {
      changing.add(box);
      expect(changing.apply()).toBe(true);
    }
    validate(changing.tree);
    expect(changing.tree.paths.heights[0]).toBeLessThanOrEqual(BALANCED_DEPTH + 8);
  });
});

describe('repeated insertions', () => {
  it.each(wildFamilyNames)(
    'a tree into which boxes are inserted one by one is valid with every backend: %s',
    (family) => {
      const trees = backends.map((name) => new ChangingTree(name, []));
      for (const [i, box] of boxesOf(family, { count: 300, seed: 11 }).entries()) {
        for (const changing of trees) {
          changing.add(box);
          expect(changing.apply()).toBe(true);
        }
        if (i % 50 === 49) for (const { tree } of trees) validate(tree);
      }
    },
  );
});

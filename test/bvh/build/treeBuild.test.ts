import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/bvh/backend/backend';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { createWasmBackend } from '../../../src/bvh/backend/wasmBackend';
import { ChangedIds } from '../../../src/bvh/boxes/changedIds';
import type { LeafStore } from '../../../src/bvh/boxes/leafStore';
import { abandon, finish, SLICE, type TreeBuild, workOfBuild } from '../../../src/bvh/build/treeBuild';
import { reserveNodes } from '../../../src/bvh/change/updateTree';
import { measureScene } from '../../../src/bvh/margins/measureScene';
import { KernelMemory } from '../../../src/bvh/memory/kernelMemory';
import { tracePaths } from '../../../src/bvh/tree/tracePaths';
import type { Tree } from '../../../src/bvh/tree/tree';
import { validate } from '../../../src/bvh/tree/validate';
import { backends, requireSameTrees } from '../../support/compare';
import { leavesOf, setBox } from '../../support/leaves';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';

interface SlicedBuild {
  readonly build: TreeBuild;
  readonly missed: ChangedIds;
}

/** Begins to build a tree between whose slices boxes may change. */
function beginBuild(backend: Backend, leaves: LeafStore): SlicedBuild {
  const missed = new ChangedIds(backend.memory);
  missed.reserve(leaves.idLimit);
  return { build: backend.build(leaves, { measure: measureScene(leaves), missed }), missed };
}

/** Brings a tree up to date with the boxes that have changed while it was built. */
function catchUp(backend: Backend, tree: Tree, missed: ChangedIds): void {
  tree.paths.reserveIds(tree.leaves.idLimit);
  expect(reserveNodes(tree, missed.count)).toBe(true);
  expect(backend.applyChanges(tree, missed)).toBeGreaterThanOrEqual(0);
}

describe('a tree that is built in slices', () => {
  it.each(wildFamilyNames)('is the tree that is built at once, with its paths: %s', async (family) => {
    await search(
      0.2,
      fc.property(recipes(300), (recipe) => {
        const trees = backends.flatMap((name) => {
          const backend = createBackend(name);
          const leaves = leavesOf(boxesOf(family, recipe), backend.memory);
          const whole = finish(backend.build(leaves));
          tracePaths(whole);
          const sliced = finish(beginBuild(backend, leaves).build);
          backend.markPiles(sliced);
          return [whole, sliced];
        });
        requireSameTrees(trees);
      }),
    );
  });

  it.each(wildFamilyNames)('can be brought up to date if boxes change between any slices: %s', async (family) => {
    await search(
      0.4,
      fc.property(recipes(200), fc.nat(), (recipe, seed) => {
        for (const name of backends) {
          const random = new Random(seed);
          const backend = createBackend(name);
          const leaves = leavesOf(boxesOf(family, recipe), backend.memory);
          const others = boxesOf(random.pick(wildFamilyNames), { count: 100, seed });
          const { build, missed } = beginBuild(backend, leaves);
          const change = (): void => {
            const isNew = leaves.idLimit === 0 || random.chance(0.3);
            const id = isNew ? leaves.addId(1) : random.below(leaves.idLimit);
            missed.reserve(leaves.idLimit);
            if (isNew || leaves.has(id)) {
              if (!isNew && random.chance(0.4)) leaves.remove(id);
              else setBox(leaves, id, random.pick(others));
              missed.mark(id);
            }
          };
          for (;;) {
            const { done, value } = build.next();
            if (done === true) {
              catchUp(backend, value, missed);
              validate(value);
              break;
            }
            if (random.chance(0.3)) change();
          }
        }
      }),
    );
  });

  it.each(backends)('takes about the work that workOfBuild expects (%s)', (name) => {
    for (const count of [1000, 30_000]) {
      const backend = createBackend(name);
      const leaves = leavesOf(boxesOf('random boxes of float32', { count, seed: 1 }), backend.memory);
      let work = 0;
      const { build } = beginBuild(backend, leaves);
      for (let step = build.next(); step.done !== true; step = build.next()) work += step.value;
      expect(work).toBeGreaterThan(0.5 * workOfBuild(count));
      expect(work).toBeLessThan(2 * workOfBuild(count));
    }
  });

  it('never does more than a slice of work at once in the kernel, also when all boxes are split', () => {
    const backend = createBackend('wasm');
    const leaves = leavesOf(boxesOf('random boxes of float32', { count: 30_000, seed: 1 }), backend.memory);
    const { build } = beginBuild(backend, leaves);
    let most = 0;
    for (let step = build.next(); step.done !== true; step = build.next()) most = Math.max(most, step.value);
    expect(most).toBeLessThanOrEqual(SLICE);
  });

  it('gives its memory back if it is ended early, after any number of slices', () => {
    const memory = new KernelMemory();
    const backend = createWasmBackend(memory);
    const leaves = leavesOf(boxesOf('random boxes', { count: 3000, seed: 1 }), memory);
    const endAfter = (slices: number): void => {
      const { build, missed } = beginBuild(backend, leaves);
      for (let i = 0; i < slices; i++) {
        const { done, value } = build.next();
        if (done !== true) continue;
        value.nodes.release();
        value.paths.release();
        break;
      }
      abandon(build);
      missed.release();
    };
    finish(backend.build(leaves)).nodes.release();
    for (let slices = 0; slices < 20; slices++) endAfter(slices);
    const bytes = memory.memory.buffer.byteLength;
    for (let slices = 0; slices < 20; slices++) endAfter(slices);
    expect(memory.memory.buffer.byteLength).toBe(bytes);
  });
});

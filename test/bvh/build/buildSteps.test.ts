import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/bvh/backend/backend';
import { createBackend, createWasmBackend } from '../../../src/bvh/backend/createBackend';
import { ChangedIds } from '../../../src/bvh/boxes/changedIds';
import type { BoxStore } from '../../../src/bvh/boxes/boxStore';
import { abandon, finish, SLICE, type TreeBuild, workOfBuild } from '../../../src/bvh/build/buildSteps';
import { reserveNodes } from '../../../src/bvh/change/updateTree';
import { measureScene } from '../../../src/bvh/margins/measureScene';
import { WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';
import { tracePaths } from '../../../src/bvh/tree/treePaths';
import type { Tree } from '../../../src/bvh/tree/tree';
import { validate } from '../../../src/bvh/tree/validate';
import { backends, requireSameTrees } from '../../support/compare';
import { boxStoreOf, setBox } from '../../support/boxStoreOf';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';

interface SlicedBuild {
  readonly build: TreeBuild;
  readonly missed: ChangedIds;
}

/** Begins to build a tree between whose slices boxes may change. */
function beginBuild(backend: Backend, boxes: BoxStore): SlicedBuild {
  const missed = new ChangedIds(backend.memory);
  missed.reserve(boxes.idLimit);
  return { build: backend.build(boxes, { measure: measureScene(boxes), missed }), missed };
}

/** Brings a tree up to date with the boxes that have changed while it was built. */
function catchUp(backend: Backend, tree: Tree, missed: ChangedIds): void {
  tree.paths.reserveIds(tree.boxes.idLimit);
  expect(reserveNodes(tree, missed.count)).toBe(true);
  expect(backend.applyChanges(tree, missed)).toBeGreaterThanOrEqual(0);
}

describe('a build in slices', () => {
  it.each(wildFamilyNames)(
    'a tree that is built in slices equals one that is built at once, with its paths: %s',
    async (family) => {
      await search(
        0.2,
        fc.property(recipes(300), (recipe) => {
          const trees = backends.flatMap((name) => {
            const backend = createBackend(name);
            const boxes = boxStoreOf(boxesOf(family, recipe), backend.memory);
            const whole = finish(backend.build(boxes));
            tracePaths(whole);
            const sliced = finish(beginBuild(backend, boxes).build);
            backend.markDuplicates(sliced);
            return [whole, sliced];
          });
          requireSameTrees(trees);
        }),
      );
    },
  );

  it.each(wildFamilyNames)(
    'a tree can be updated if boxes change between any slices of its build: %s',
    async (family) => {
      await search(
        0.4,
        fc.property(recipes(200), fc.nat(), (recipe, seed) => {
          for (const name of backends) {
            const random = new Random(seed);
            const backend = createBackend(name);
            const boxes = boxStoreOf(boxesOf(family, recipe), backend.memory);
            const others = boxesOf(random.pick(wildFamilyNames), { count: 100, seed });
            const { build, missed } = beginBuild(backend, boxes);
            const change = (): void => {
              const isNew = boxes.idLimit === 0 || random.chance(0.3);
              const id = isNew ? boxes.addId(1) : random.below(boxes.idLimit);
              missed.reserve(boxes.idLimit);
              if (isNew || boxes.has(id)) {
                if (!isNew && random.chance(0.4)) boxes.remove(id);
                else setBox(boxes, id, random.pick(others));
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
    },
  );

  it.each(backends)('a build takes about the work that workOfBuild expects (%s)', (name) => {
    for (const count of [1000, 30_000]) {
      const backend = createBackend(name);
      const boxes = boxStoreOf(boxesOf('random boxes of float32', { count, seed: 1 }), backend.memory);
      let work = 0;
      const { build } = beginBuild(backend, boxes);
      for (let step = build.next(); step.done !== true; step = build.next()) work += step.value;
      expect(work).toBeGreaterThan(0.5 * workOfBuild(count));
      expect(work).toBeLessThan(2 * workOfBuild(count));
    }
  });

  it("a step of the kernel's build is never more than a slice of work, also when all boxes are split", () => {
    const backend = createBackend('wasm');
    const boxes = boxStoreOf(boxesOf('random boxes of float32', { count: 30_000, seed: 1 }), backend.memory);
    const { build } = beginBuild(backend, boxes);
    let most = 0;
    for (let step = build.next(); step.done !== true; step = build.next()) most = Math.max(most, step.value);
    expect(most).toBeLessThanOrEqual(SLICE);
  });

  it('a build that ends early releases its memory, after any number of slices', () => {
    const memory = new WasmAllocator();
    const backend = createWasmBackend(memory);
    const boxes = boxStoreOf(boxesOf('random boxes', { count: 3000, seed: 1 }), memory);
    const endAfter = (slices: number): void => {
      const { build, missed } = beginBuild(backend, boxes);
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
    finish(backend.build(boxes)).nodes.release();
    for (let slices = 0; slices < 20; slices++) endAfter(slices);
    const bytes = memory.memory.buffer.byteLength;
    for (let slices = 0; slices < 20; slices++) endAfter(slices);
    expect(memory.memory.buffer.byteLength).toBe(bytes);
  });
});

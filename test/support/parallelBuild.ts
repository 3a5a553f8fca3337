import { createWasmBackend } from '../../src/bvh/backend/createBackend';
import { finish } from '../../src/bvh/build/buildSteps';
import type { SceneMeasure } from '../../src/bvh/margins/sceneMeasure';
import { createMemory, WasmAllocator } from '../../src/bvh/memory/wasmAllocator';
import { BuildHelper } from '../../src/bvh/parallel/buildHelper';
import { ParallelBuild, type RemoteHelper } from '../../src/bvh/parallel/parallelBuild';
import { Nodes } from '../../src/bvh/tree/nodes';
import { createTree, type Tree } from '../../src/bvh/tree/tree';
import { boxStoreOf } from './boxStoreOf';
import type { LoopBox } from './loop';

/**
 * Helpers as threads would be, but all in this one. The first works until it has reported `turn` pieces of a step. Then the
 * others do what is left of the step, and the first goes on.
 */
function takeTurns(helpers: readonly BuildHelper[], turn: number): RemoteHelper[] {
  const [first, ...others] = helpers;
  /** Lets a step of the first be done, and that of the others in the middle. */
  const inTurns = (step: (helper: BuildHelper, report: (done: number) => void) => void) => {
    return (report: (done: number) => void) => {
      let reports = 0;
      step(first, (done) => {
        report(done);
        if (++reports === turn) for (const helper of others) step(helper, report);
      });
    };
  };
  return helpers.map((helper, index) => ({
    measure: (record) => Promise.resolve(helper.measure(record)),
    writeReferences: (record, firstId, endId) => {
      helper.writeReferences(record, firstId, endId);
      return Promise.resolve();
    },
    sort: (report) => {
      if (index === 0) {
        inTurns((each, tell) => {
          each.sort(tell);
        })(report);
      }
      return Promise.resolve();
    },
    plan: () => Promise.resolve(helper.plan()),
    makeUpper: (record) => {
      helper.makeUpper(record);
      return Promise.resolve();
    },
    makeSubtrees: (record, report) => {
      if (index === 0) {
        inTurns((each, tell) => {
          each.makeSubtrees(record, tell);
        })(report);
      }
      return Promise.resolve();
    },
    fitUpper: () => {
      helper.fitUpper();
      return Promise.resolve();
    },
  }));
}

/** Builds a tree as threads do, which take turns. Also returns the reports of progress. */
export async function buildBy(
  threads: number,
  boxes: readonly LoopBox[],
  turn: number,
  workLimit?: number,
): Promise<{ tree: Tree; told: number[] }> {
  const memory = new WasmAllocator(createMemory(true));
  const store = boxStoreOf(boxes, memory);
  const unbuilt = {
    memory,
    boxes: store,
    createTree: (measure: SceneMeasure) => createTree(measure, store, new Nodes(memory, 0)),
  };
  const build = new ParallelBuild(unbuilt, boxes.length, threads, workLimit);
  const helpers = Array.from({ length: threads }, (_, i) => new BuildHelper(build.siteOf(i)));
  const told: number[] = [];
  const tree = await build.run(takeTurns(helpers, turn), (done) => told.push(done));
  return { tree, told };
}

/** Builds a tree as the kernel does by itself. */
export function buildAtOnce(boxes: readonly LoopBox[]): Tree {
  const backend = createWasmBackend();
  return finish(backend.build(boxStoreOf(boxes, backend.memory)));
}

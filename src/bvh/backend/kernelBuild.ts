import { buildScratchBytes } from '../memory/buildMemory';
import type { BoxStore } from '../boxes/boxStore';
import {
  type BuildOptions,
  firstNodes,
  SLICE,
  type TreeBuild,
  WORK_OF_FIT,
  WORK_OF_NODE,
  WORK_OF_PLAN,
  WORK_OF_REFERENCE,
} from '../build/buildSteps';
import { ScratchSpace } from '../memory/scratchSpace';
import { Nodes } from '../tree/nodes';
import { createTree } from '../tree/tree';
import type { Backend } from './backend';
import type { BoundKernel } from './boundKernel';

/** Returns the function that builds a tree over boxes with the kernel: see Backend. */
export function kernelBuild(kernel: BoundKernel): Backend['build'] {
  return function* (boxes, options = {}) {
    try {
      return yield* build(kernel, boxes, options);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Released blocks leave gaps in the memory. Compaction joins the gaps, which may make room for the build.
      kernel.memory.compact();
      return yield* build(kernel, boxes, options);
    }
  };
}

function* build(kernel: BoundKernel, boxes: BoxStore, { onProgress, measure, missed }: BuildOptions): TreeBuild {
  const { functions } = kernel;
  const { size, idLimit } = boxes;
  const scratch = new ScratchSpace(kernel.memory);
  const tree = createTree(measure ?? kernel.measure(boxes), boxes, new Nodes(kernel.memory, 0));
  const { nodes, paths } = tree;
  const withPaths = missed !== undefined;
  let isFinished = false;

  /**
   * Binds the kernel to the tree that is built, before each slice of the build. Since the last slice, the kernel may
   * have worked on other trees, and memory blocks may have moved.
   */
  const bind = (): void => {
    kernel.bind(boxes, tree);
    functions.bindBuild(scratch.byteOffset, size);
  };

  /**
   * Runs one step of the build, slice by slice. `doSome(most)` does at most that much work, and returns how much of
   * `most` was left: more than 0 once the step is complete.
   */
  function* inSlices(work: number, doSome: (most: number) => number): Generator<number, void, void> {
    const most = SLICE / work;
    for (let left = 0; left <= 0;) {
      left = doSome(most);
      yield (most - left) * work;
    }
  }

  try {
    scratch.reserve(buildScratchBytes(size));
    const idsAtOnce = SLICE / WORK_OF_REFERENCE;
    let references = 0;
    for (let id = 0; id < idLimit; id += idsAtOnce) {
      bind();
      const end = Math.min(id + idsAtOnce, idLimit);
      references = functions.writeReferences(id, end, references, missed?.words.byteOffset ?? 0);
      yield (end - id) * WORK_OF_REFERENCE;
    }
    functions.beginSplit(0, references, 0, 0, 0);
    yield* inSlices(1, (most) => {
      bind();
      kernel.onProgress = onProgress;
      return functions.splitRanges(most);
    });
    kernel.onProgress = undefined;
    functions.beginPlan(0);
    yield* inSlices(WORK_OF_PLAN, (most) => {
      bind();
      return functions.planSlots(most);
    });
    bind();
    const count = 1 + functions.nodesBelow(0);
    nodes.reserve(withPaths ? Math.max(count, firstNodes(size, true)) : count);
    nodes.count = count;
    functions.beginCollapse(0, 0, 0, 1);
    yield* inSlices(WORK_OF_NODE, (most) => {
      bind();
      return functions.makeNodes(most);
    });
    if (withPaths) {
      paths.reserveIds(boxes.idLimit);
      paths.reserveNodes(nodes.capacity);
      tree.areas = 0;
    }
    const nodesAtOnce = Math.floor(SLICE / WORK_OF_FIT);
    for (let end = nodes.count; end > 0; end -= nodesAtOnce) {
      const first = Math.max(0, end - nodesAtOnce);
      bind();
      if (withPaths) tree.areas += functions.traceNodes(first, end);
      else functions.fitNodes(first, end);
      yield (end - first) * WORK_OF_FIT;
    }
    isFinished = true;
    return tree;
  } finally {
    kernel.onProgress = undefined;
    scratch.release();
    if (!isFinished) {
      nodes.release();
      paths.release();
    }
  }
}

import { buildScratchBytes } from '../memory/buildMemory';
import type { BoxStore } from '../boxes/boxStore';
import { KERNEL_BYTES } from '../layout/kernelLayout';
import { createMeasure, type SceneMeasure } from '../margins/sceneMeasure';
import type { WasmAllocator } from '../memory/wasmAllocator';
import type { Block } from '../memory/memory';
import { SNAPSHOT_STRIDE, writeSnapshot } from '../share/snapshotRecord';
import type { Tree } from '../tree/tree';
import type { BuildHelper, OnStepProgress } from './buildHelper';
import { type BuildSite, WORK_BYTES, WORK_LIMIT } from './buildSite';

/** A {@link BuildHelper} in another thread: each method returns a promise of what that thread's method returns. */
export type RemoteHelper = {
  readonly [Step in keyof BuildHelper]: (
    ...given: Parameters<BuildHelper[Step]>
  ) => Promise<ReturnType<BuildHelper[Step]>>;
};

/** The boxes in shared memory over which a tree is to be built. */
export interface UnbuiltTree {
  readonly memory: WasmAllocator;
  readonly boxes: BoxStore;
  /** Creates a tree over the boxes that has no nodes yet. */
  readonly createTree: (measure: SceneMeasure) => Tree;
}

/** The progress of a parallel build, from 0 to 1, at which all boxes are sorted. */
const SORTED = 0.65;

/** Runs a tree's build by several threads, from the thread with the boxes. Starts step after step, and never blocks. */
export class ParallelBuild {
  readonly #unbuilt: UnbuiltTree;
  readonly #threads: number;
  readonly #workLimit: number;
  readonly #blocks: Block[];
  readonly #places: number[] = [];

  /**
   * @param boxes how many boxes the scene will have.
   * @param workLimit the most pieces of work: see {@link BuildSite}.
   * @throws RangeError if there is no room in memory for the build.
   */
  constructor(unbuilt: UnbuiltTree, boxes: number, threads: number, workLimit = WORK_LIMIT) {
    const { memory } = unbuilt;
    this.#unbuilt = unbuilt;
    this.#threads = threads;
    this.#workLimit = workLimit;
    this.#blocks = [buildScratchBytes(boxes), WORK_BYTES, threads * KERNEL_BYTES].map((byteLength, i) =>
      memory.allocate(byteLength, (_, byteOffset) => (this.#places[i] = byteOffset), true),
    );
    new Uint8Array(memory.memory.buffer, this.#places[1], WORK_BYTES).fill(0);
  }

  siteOf(thread: number): BuildSite {
    const [scratchAt, workAt, kernelsAt] = this.#places;
    const { memory } = this.#unbuilt.memory;
    return { memory, scratchAt, workAt, workLimit: this.#workLimit, kernelAt: kernelsAt + thread * KERNEL_BYTES };
  }

  /**
   * Builds the tree, step by step. A step begins when all threads have finished the step before. Nothing but the build
   * may use the memory until the promise settles.
   *
   * @param helpers one helper for each thread.
   * @returns a promise that rejects if a call of a helper does. The memory must not be used then.
   */
  async run(helpers: readonly RemoteHelper[], onProgress: OnStepProgress): Promise<Tree> {
    const { boxes, createTree } = this.#unbuilt;
    const { idLimit } = boxes;
    const [first] = helpers;
    const all = (step: (helper: RemoteHelper, index: number) => Promise<void>) => Promise.all(helpers.map(step));

    const measure = await first.measure(recordOf(createTree(createMeasure())));
    const tree = createTree(measure);
    const measured = recordOf(tree);
    const share = (thread: number) => Math.floor((idLimit * thread) / this.#threads);
    await all((helper, i) => helper.writeReferences(measured, share(i), share(i + 1)));
    await all((helper) =>
      helper.sort((done) => {
        onProgress(done * SORTED);
      }),
    );
    tree.nodes.resize(await first.plan());
    const withNodes = recordOf(tree);
    await first.makeUpper(withNodes);
    await all((helper) =>
      helper.makeSubtrees(withNodes, (done) => {
        onProgress(SORTED + done * (1 - SORTED));
      }),
    );
    await first.fitUpper();
    for (const block of this.#blocks) block.release();
    return tree;
  }
}

/** Returns a record of the addresses at which another thread finds the boxes and the nodes of a tree. */
function recordOf(tree: Tree): Float64Array {
  const record = new Float64Array(SNAPSHOT_STRIDE);
  writeSnapshot(tree, new Float64Array(0), 0, 0, record);
  return record;
}

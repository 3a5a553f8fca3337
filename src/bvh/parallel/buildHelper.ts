import { BoundKernel } from '../backend/boundKernel';
import { BoxStore } from '../boxes/boxStore';
import { KERNEL_BYTES } from '../layout/kernelLayout';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { WasmAllocator } from '../memory/wasmAllocator';
import { MeshStore } from '../meshes/meshStore';
import { readSnapshot } from '../share/snapshotRecord';
import type { Tree } from '../tree/tree';
import {
  ADDED,
  type BuildSite,
  mostInPiece,
  PLANNED,
  rangeAt,
  SUBTREE_WORDS,
  subtreeAt,
  TAKEN,
  WORK_BYTES,
} from './buildSite';
import { RangeQueue } from './rangeQueue';

/** Called with the finished share of a build step, from 0 to 1. Reports of several threads come in any order. */
export type OnStepProgress = (done: number) => void;

/** A limit on the work of one kernel call, larger than any call needs, so that the call does all its work at once. */
const ALL = 2 ** 30;

/**
 * One of the threads that build a tree together in shared memory. Each thread has its own kernel.
 *
 * The tree equals the tree of `kernelBuild`, word for word. The split of a range depends only on the range, and the
 * place of a subtree in the binary tree only on the sizes of the ranges before it. The plan counts the wide nodes of
 * each subtree, so the indices of wide nodes are known before any of them is made.
 *
 * Each step of the build begins when all threads have finished the step before. `measure`, `plan`, `makeUpper` and
 * `fitUpper` are short, and one thread does them.
 */
export class BuildHelper {
  readonly #site: BuildSite;
  readonly #memory: WasmAllocator;
  readonly #kernel: BoundKernel;
  readonly #words: Int32Array;
  readonly #ranges: RangeQueue;
  /** How many boxes the tree has, and the most boxes of a piece of work that one thread takes. */
  #total = 0;
  #most = 0;

  /** @param site where the build is in shared memory, with the working memory of this thread's kernel. */
  constructor(site: BuildSite) {
    const { memory, kernelAt, workAt, workLimit } = site;
    this.#site = site;
    this.#memory = new WasmAllocator(memory, null, { begin: kernelAt, end: kernelAt + KERNEL_BYTES });
    this.#kernel = new BoundKernel(this.#memory);
    this.#words = new Int32Array(memory.buffer, workAt, WORK_BYTES / 4);
    this.#ranges = new RangeQueue(this.#words, workLimit);
  }

  /**
   * Measures the boxes of the scene, and adds the range of all boxes to the queue of ranges to sort.
   *
   * @param record the addresses of the boxes in shared memory: see snapshotRecord.
   */
  measure(record: Float64Array): SceneMeasure {
    const { boxes } = this.#bind(record);
    this.#ranges.addAll(boxes.size);
    return this.#kernel.measure(boxes);
  }

  /** Writes references to the boxes with ids from `firstId` up to `endId`. All ids of the scene must be in use. */
  writeReferences(record: Float64Array, firstId: number, endId: number): void {
    this.#bind(record);
    this.#kernel.functions.writeReferences(firstId, endId, firstId, 0);
  }

  /** Sorts ranges of references into the binary tree and plans their wide nodes, until all ranges are done. */
  sort(onProgress: OnStepProgress): void {
    const { functions } = this.#kernel;
    for (let range = this.#ranges.take(); range >= 0; range = this.#ranges.take()) {
      const at = rangeAt(range);
      const [start, size, depth, isSorted, node] = this.#words.subarray(at);
      functions.beginSplit(start, size, depth, isSorted, node);
      const half = size > this.#most ? this.#ranges.findRoom() : -1;
      if (half >= 0) {
        functions.splitFirst();
        functions.takeHalves(this.#addressOf(rangeAt(half)), this.#addressOf(rangeAt(half + 1)));
        this.#ranges.setHalved(range);
        this.#ranges.add(half);
        this.#ranges.add(half + 1);
      } else {
        while (functions.splitRanges(ALL) < 1);
        functions.beginPlan(node);
        while (functions.planSlots(ALL) < 1);
        functions.copyPlanned(this.#addressOf(at + PLANNED));
        onProgress(this.#ranges.setDone(range, size, this.#total) / this.#total);
      }
    }
  }

  /** Plans the binary nodes above the ranges that were sorted. Returns how many wide nodes the tree will have. */
  plan(): number {
    const { functions } = this.#kernel;
    functions.beginPlan(0);
    for (const { range, node, isHalved } of this.#ranges.fromLast()) {
      if (isHalved) functions.planNode(node);
      else functions.pushPlanned(this.#addressOf(rangeAt(range) + PLANNED));
    }
    return 1 + functions.nodesBelow(0);
  }

  /** Makes the wide nodes near the root. @param record addresses of the boxes, and of memory for all nodes. */
  makeUpper(record: Float64Array): void {
    this.#bind(record);
    const { functions } = this.#kernel;
    functions.beginCollapse(0, 0, 0, 1);
    this.#words[ADDED] = functions.makeUpper(this.#most, this.#addressOf(subtreeAt(0)), this.#site.workLimit);
    this.#words[TAKEN] = 0;
  }

  /** Makes and fits the wide nodes that are not near the root, subtree by subtree, until all subtrees are done. */
  makeSubtrees(record: Float64Array, onProgress: OnStepProgress): void {
    this.#bind(record);
    const { functions } = this.#kernel;
    const words = this.#words;
    const subtrees = words[ADDED];
    for (let i = Atomics.add(words, TAKEN, 1); i < subtrees; i = Atomics.add(words, TAKEN, 1)) {
      const at = subtreeAt(i);
      const [binary, firstReference, node, below] = words.subarray(at, at + SUBTREE_WORDS);
      functions.beginCollapse(binary, firstReference, node, below);
      while (functions.makeNodes(ALL) < 1);
      functions.fitNodes(below, below + functions.nodesBelow(binary));
      functions.fitNodes(node, node + 1);
      onProgress((i + 1) / subtrees);
    }
  }

  /** Fits the bounds in the wide nodes near the root to the nodes below them. */
  fitUpper(): void {
    this.#kernel.functions.fitUpper(0, this.#most);
  }

  /** Binds the kernel to the boxes and the nodes whose addresses are in the record. */
  #bind(record: Float64Array): Tree {
    const { memory } = this.#memory;
    // Another thread may have grown the memory. Growing it by 0 pages makes `memory.buffer` cover the new pages.
    memory.grow(0);
    const tree = readSnapshot(record, memory.buffer, new BoxStore(this.#memory), new MeshStore(this.#memory));
    this.#total = tree.boxes.size;
    this.#most = mostInPiece(this.#total);
    this.#kernel.bind(tree.boxes, tree);
    this.#kernel.functions.bindBuild(this.#site.scratchAt, this.#total);
    return tree;
  }

  #addressOf(word: number): number {
    return this.#words.byteOffset + word * 4;
  }
}

import { NODES_PER_BOX } from '../memory/buildMemory';
import type { ChangedIds } from '../boxes/changedIds';
import type { BoxStore } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Tree } from '../tree/tree';

/** A progress callback, which a build calls with the number of boxes that have their place in the tree so far. */
export type OnProgress = (boxes: number) => void;

/**
 * The build of a tree in slices. Each step does one slice and yields how much work the slice was. The unit of work is
 * sorting one reference into one of two halves. The last step returns the tree.
 */
export type TreeBuild = Generator<number, Tree, void>;

export interface BuildOptions {
  readonly onProgress?: OnProgress | undefined;
  /** The measure of the scene, which must cover its present boxes. By default, the build measures the boxes. */
  readonly measure?: SceneMeasure | undefined;
  /**
   * The ids of boxes that have changed since the build began. Required if boxes may change between slices. The new tree
   * may lack these boxes, or hold their old bounds. Its paths are traced, so that it can be updated.
   */
  readonly missed?: ChangedIds | undefined;
}

/** Begins to build a tree over all boxes of a store, in slices. */
export type Build = (boxes: BoxStore, options?: BuildOptions) => TreeBuild;

/**
 * How much work a slice of a build does. Most slices take less than half a millisecond. Longer slices are the split of
 * a large range in JavaScript, and in JavaScript and the kernel the sort of many boxes with one centre.
 */
export const SLICE = 8192;

/** How much work it is to write a reference, plan a binary node, make a wide node and fit a wide node. Measured. */
export const WORK_OF_REFERENCE = 2;
export const WORK_OF_PLAN = 3;
export const WORK_OF_NODE = 8;
export const WORK_OF_FIT = 6;

/** Returns about how much work it is to build a tree of `boxes` boxes. */
export function workOfBuild(boxes: number): number {
  // A build sorts each reference about log2(boxes) times. The other steps of a build take linear work.
  return boxes * (32 - Math.clz32(boxes) + 3);
}

/** How many nodes a new tree has per box. Measured: 0.15 to 0.21 for boxes as they lie in scenes. */
const USUAL_NODES_PER_BOX = 0.2;

/** Returns for how many nodes a build makes room at first: if the tree will be changed, for all it will ever need. */
export function firstNodes(boxes: number, willChange: boolean): number {
  return Math.ceil(boxes * (willChange ? NODES_PER_BOX : USUAL_NODES_PER_BOX));
}

/** Ends a build before it is complete, which frees the memory of the build. */
export function abandon(build: TreeBuild): void {
  // The type of a generator's `return` requires a value, which the build does not use.
  build.return(undefined as never);
}

/** Runs the remaining slices of a build, or of a step of a build, and returns the result. */
export function finish<T>(slices: Generator<number, T, void>): T {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}
